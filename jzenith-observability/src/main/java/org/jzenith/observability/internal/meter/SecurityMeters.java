package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import org.jzenith.core.observe.WorkEvent;

/** The refusals of authentication and authorization. Safe for use by many threads. */
final class SecurityMeters {

    private final MeterTable<String, Counter> refused;
    private final Counter denied;

    SecurityMeters(final Meters meters) {
        this.refused = new MeterTable<>(
                meters.dropped(Metric.SECURITY_REFUSED),
                all -> Meters.OTHER,
                () -> meters.mayAdd(1),
                mechanism -> meters.counter(Metric.SECURITY_REFUSED, mechanism));
        this.denied = meters.counter(Metric.SECURITY_DENIED);
    }

    void happened(final WorkEvent event) {
        if (event instanceof WorkEvent.Rejected) {
            (event.kind().equals("authentication") ? refused.of(event.name()) : denied).increment();
        }
    }
}

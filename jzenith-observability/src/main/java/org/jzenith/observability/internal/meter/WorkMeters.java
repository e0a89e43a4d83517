package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import org.jzenith.core.observe.WorkEvent;

/** The operations of all kinds without their own metric, such as those of plugins. Safe for use by many threads. */
final class WorkMeters {

    private static final Named OTHER = new Named(Meters.OTHER, Meters.OTHER, Meters.OTHER);

    private final MeterTable<Outcome, Timer> durations;
    private final MeterTable<Named, Counter> rejected;

    WorkMeters(final Meters meters) {
        this.durations = new MeterTable<>(
                meters.dropped(Metric.WORK_DURATION),
                all -> new Outcome(OTHER, Meters.OTHER, Meters.OTHER),
                meters::mayAddTimer,
                end -> meters.timer(
                        Metric.WORK_DURATION,
                        end.operation.kind,
                        end.operation.source,
                        end.operation.name,
                        end.status,
                        end.error));
        this.rejected = new MeterTable<>(
                meters.dropped(Metric.WORK_REJECTED),
                all -> OTHER,
                () -> meters.mayAdd(1),
                each -> meters.counter(Metric.WORK_REJECTED, each.kind, each.source, each.name));
    }

    private record Named(String kind, String source, String name) {

        static Named of(final WorkEvent event) {
            return new Named(event.kind(), event.operation().source(), event.name());
        }
    }

    private record Outcome(Named operation, String status, String error) {

        static Outcome of(final WorkEvent.Ended event) {
            return new Outcome(Named.of(event), event.status().name().toLowerCase(Locale.ROOT), error(event));
        }

        private static String error(final WorkEvent.Ended event) {
            if (event.error() != null) {
                return ErrorType.of(event.error());
            }
            return event.attribute("error.type") instanceof final String type ? type : "";
        }
    }

    void happened(final WorkEvent event) {
        if (event instanceof final WorkEvent.Ended ended) {
            durations.of(Outcome.of(ended)).record(ended.duration());
        } else if (event instanceof WorkEvent.Rejected) {
            rejected.of(Named.of(event)).increment();
        }
    }
}

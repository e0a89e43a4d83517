package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import org.jzenith.core.observe.WorkEvent;

/** The calls to other services, by client, method and path. Safe for use by many threads. */
final class OutboundMeters {

    private static final String NONE = "none";
    private static final int SERVER_ERROR = 500;

    /** The time series of a method that belong to no histogram. */
    private static final int SINGLE_SERIES = 2;

    private final MeterTable<CalledMethod, CallMeter> calls;

    OutboundMeters(final Meters meters) {
        this.calls = new MeterTable<>(
                meters.dropped(Metric.CALL_DURATION),
                all -> new CalledMethod(Meters.OTHER, Meters.OTHER),
                () -> meters.mayAdd(SINGLE_SERIES),
                target -> new CallMeter(meters, target));
    }

    /** The method of a client; the name is that of the operation, such as {@code GET /articles/{id}}. */
    private record CalledMethod(String client, String name) {

        String method() {
            final int space = name.indexOf(' ');
            return space < 0 ? name : name.substring(0, space);
        }

        String template() {
            return name.substring(name.indexOf(' ') + 1);
        }
    }

    /** The end of a call: class of the status, and class of the exception. */
    private record CallEnd(String status, String error) {

        static CallEnd of(final WorkEvent.Ended event) {
            if (event.error() != null) {
                return new CallEnd(NONE, ErrorType.of(event.error()));
            }
            return event.attribute("http.response.status_code") instanceof final Long status
                    ? new CallEnd(status(status), status >= SERVER_ERROR ? status(status) : "")
                    : new CallEnd(NONE, "");
        }

        private static String status(final long status) {
            return status / 100 + "xx";
        }
    }

    void happened(final WorkEvent event) {
        if (event instanceof final WorkEvent.Ended ended) {
            meter(event).durations.of(CallEnd.of(ended)).record(ended.duration());
        } else if (event instanceof WorkEvent.Retried) {
            meter(event).retries.increment();
        } else if (event instanceof WorkEvent.Rejected) {
            meter(event).rejections.increment();
        }
    }

    private CallMeter meter(final WorkEvent event) {
        return calls.of(new CalledMethod(event.operation().source(), event.name()));
    }

    /** The calls of one method. */
    private static final class CallMeter {

        private final MeterTable<CallEnd, Timer> durations;
        private final Counter retries;
        private final Counter rejections;

        CallMeter(final Meters meters, final CalledMethod target) {
            // Beyond the limit, all methods share one meter.
            this.durations = new MeterTable<>(
                    meters.dropped(Metric.CALL_DURATION),
                    all -> new CallEnd(Meters.OTHER, Meters.OTHER),
                    meters::mayAddTimer,
                    end -> end.status.equals(Meters.OTHER)
                            ? meters.timer(
                                    Metric.CALL_DURATION,
                                    Meters.OTHER,
                                    Meters.OTHER,
                                    Meters.OTHER,
                                    Meters.OTHER,
                                    Meters.OTHER)
                            : meters.timer(
                                    Metric.CALL_DURATION,
                                    target.client,
                                    target.method(),
                                    target.template(),
                                    end.status,
                                    end.error));
            this.retries = meters.counter(Metric.CALL_RETRIES, target.client, target.method(), target.template());
            this.rejections = meters.counter(Metric.CALL_REJECTIONS, target.client, target.method(), target.template());
        }
    }
}

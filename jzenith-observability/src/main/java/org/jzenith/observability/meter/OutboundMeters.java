package org.jzenith.observability.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.jzenith.core.observe.OutboundEvent;

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
                new CalledMethod(Meters.OTHER, Meters.OTHER, Meters.OTHER),
                () -> meters.mayAdd(SINGLE_SERIES),
                target -> new CallMeter(meters, target));
    }

    /** The method of a client. */
    private record CalledMethod(String client, String method, String template) {}

    /** The end of a call: class of the status, and class of the exception. */
    private record CallEnd(String status, String error) {}

    void happened(final OutboundEvent event) {
        if (event instanceof final OutboundEvent.Answered end) {
            record(
                    end.client(),
                    end.method(),
                    end.template(),
                    status(end.status()),
                    error(end.status()),
                    end.duration());
        } else if (event instanceof final OutboundEvent.Failed end) {
            record(end.client(), end.method(), end.template(), NONE, ErrorType.of(end.error()), end.duration());
        } else if (event instanceof final OutboundEvent.Disposed end) {
            record(end.client(), end.method(), end.template(), NONE, "", end.duration());
        } else if (event instanceof final OutboundEvent.Retried retry) {
            calls.of(new CalledMethod(retry.client(), retry.method(), retry.template()))
                    .retries
                    .increment();
        } else if (event instanceof final OutboundEvent.Rejected call) {
            calls.of(new CalledMethod(call.client(), call.method(), call.template()))
                    .rejections
                    .increment();
        }
    }

    private void record(
            final String client,
            final String method,
            final String template,
            final String status,
            final String error,
            final Duration duration) {
        calls.of(new CalledMethod(client, method, template))
                .durations
                .of(new CallEnd(status, error))
                .record(duration);
    }

    private static String status(final int status) {
        return status / 100 + "xx";
    }

    private static String error(final int status) {
        return status >= SERVER_ERROR ? status(status) : "";
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
                    new CallEnd(Meters.OTHER, Meters.OTHER),
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
                                    target.method,
                                    target.template,
                                    end.status,
                                    end.error));
            this.retries = meters.counter(Metric.CALL_RETRIES, target.client, target.method, target.template);
            this.rejections = meters.counter(Metric.CALL_REJECTIONS, target.client, target.method, target.template);
        }
    }
}

package org.jzenith.observability.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The meters of one route, by method and class of the status. Safe for use by many threads. */
final class RouteMeters {

    /** The class of a request whose client has left. */
    static final int NONE = 0;

    /** The class of a response that the server has broken off. */
    static final int BROKEN = 6;

    /** The class of statuses from 600 on. */
    static final int OTHER = 7;

    private static final List<String> CLASSES =
            List.of("none", "1xx", "2xx", "3xx", "4xx", "5xx", "broken", Meters.OTHER);

    private final Meters meters;
    private final String listener;
    private final String route;
    private final Map<String, Integer> methods;
    private final Counter dropped;

    /** The meters of the listener beyond the limit, by class; null where there was no request. */
    private final AtomicReferenceArray<@Nullable Timer> others;

    /** By method, then by class; null where there was no request. */
    private final AtomicReferenceArray<@Nullable Timer> timers;

    /**
     * Creates it without meters.
     *
     * @param route the label; empty if no route was found
     * @param methods the index of each HTTP method
     * @param others made by {@link #others}, the same for all routes of a listener
     */
    RouteMeters(
            final Meters meters,
            final String listener,
            final String route,
            final Map<String, Integer> methods,
            final AtomicReferenceArray<@Nullable Timer> others) {
        this.meters = meters;
        this.listener = listener;
        this.route = route;
        this.methods = methods;
        this.others = others;
        this.dropped = meters.dropped(Metric.REQUEST_DURATION);
        this.timers = new AtomicReferenceArray<>((methods.size() + 1) * CLASSES.size());
    }

    /** Returns a table for the requests of a listener beyond the limit. */
    static AtomicReferenceArray<@Nullable Timer> others() {
        return new AtomicReferenceArray<>(CLASSES.size());
    }

    /** Makes the meter of a method and a class of statuses, at the start. */
    void make(final String method, final int statusClass) {
        timers.set(index(method, statusClass), timer(method, statusClass));
    }

    /** Records a request; {@link #NONE} or {@link #BROKEN} for one without a complete response. */
    void record(final String method, final int statusClass, final Duration duration) {
        final Timer timer = timers.get(index(method, statusClass));
        (timer == null ? add(method, statusClass) : timer).record(duration);
    }

    private int index(final String method, final int statusClass) {
        final Integer known = methods.get(method);
        return (known == null ? methods.size() : known) * CLASSES.size() + statusClass;
    }

    private Timer add(final String method, final int statusClass) {
        if (meters.isFull()) {
            dropped.increment();
            return other(statusClass);
        }
        return tryAdd(method, statusClass);
    }

    private synchronized Timer tryAdd(final String method, final int statusClass) {
        final int index = index(method, statusClass);
        final Timer raced = timers.get(index);
        if (raced != null) {
            return raced;
        }
        if (!meters.mayAddTimer()) {
            dropped.increment();
            return other(statusClass);
        }
        final Timer made = timer(method, statusClass);
        timers.set(index, made);
        return made;
    }

    /** Returns the meter of a class beyond the limit. The class stays, so that no failure is hidden. */
    private Timer other(final int statusClass) {
        final Timer known = others.get(statusClass);
        if (known != null) {
            return known;
        }
        final Timer made =
                meters.timer(Metric.REQUEST_DURATION, listener, Meters.OTHER, Meters.OTHER, CLASSES.get(statusClass));
        others.set(statusClass, made);
        return made;
    }

    private Timer timer(final String method, final int statusClass) {
        return meters.timer(
                Metric.REQUEST_DURATION,
                listener,
                route,
                methods.containsKey(method) ? method : Meters.OTHER,
                CLASSES.get(statusClass));
    }
}

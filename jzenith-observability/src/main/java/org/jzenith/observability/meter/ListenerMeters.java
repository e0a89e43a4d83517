package org.jzenith.observability.meter;

import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The meters of the requests of one listener. Safe for use by many threads, once all routes are added. */
final class ListenerMeters {

    private final Meters meters;
    private final String listener;
    private final Map<String, Integer> methods;
    private final AtomicReferenceArray<@Nullable Timer> others = RouteMeters.others();
    private final Map<String, RouteMeters> known = new HashMap<>();

    /** Routes that are not known at the start: mounts, and sub-resources of any class. */
    private final MeterTable<String, RouteMeters> further;

    /** The requests for which no route was found. */
    private final RouteMeters unknown;

    /**
     * Creates it without routes.
     *
     * @param listener the plugin of the listener
     * @param methods the index of each HTTP method
     */
    ListenerMeters(final Meters meters, final String listener, final Map<String, Integer> methods) {
        this.meters = meters;
        this.listener = listener;
        this.methods = methods;
        this.unknown = route("");
        this.further = new MeterTable<>(
                meters.dropped(Metric.REQUEST_DURATION), Meters.OTHER, () -> meters.mayAdd(1), this::route);
    }

    private RouteMeters route(final String label) {
        return new RouteMeters(meters, listener, label, methods, others);
    }

    /** Adds a route; called before there are requests. */
    RouteMeters add(final String route, final String label) {
        final RouteMeters made = route(label);
        known.put(route, made);
        return made;
    }

    /** Returns the meters of a route; null for requests for which none was found. */
    RouteMeters of(final @Nullable String route) {
        if (route == null) {
            return unknown;
        }
        // The string is the same object for each request, so its hash is known and the comparison is one of references.
        final RouteMeters found = known.get(route);
        return found == null ? further.of(route) : found;
    }
}

package org.jzenith.observability.meter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.rest.pipeline.MethodRoute;

/**
 * The durations of requests. The meters of the resource methods are made at the start, and found by the route that the event
 * carries. Safe for use by many threads.
 */
final class RequestMeters {

    /** The methods of RFC 9110 and RFC 5789, and those that resource methods have besides. */
    private static final Set<String> STANDARD =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");

    private static final int SUCCESS = 2;
    private static final int SERVER_ERROR = 5;

    private final Meters meters;

    /** By the plugin of the listener; replaced before the listeners open. */
    private volatile Map<String, ListenerMeters> listeners = Map.of();

    RequestMeters(final Meters meters) {
        this.meters = meters;
    }

    /**
     * Makes the meters of the resource methods.
     *
     * @param routes the resource methods of each listener, by its plugin
     */
    void prepare(final Map<String, List<MethodRoute>> routes) {
        final Map<String, Integer> methods = methods(routes);
        final Map<String, ListenerMeters> all = new HashMap<>();
        routes.forEach((listener, methodRoutes) -> all.put(listener, listener(listener, methodRoutes, methods)));
        listeners = Map.copyOf(all);
    }

    /** Returns the index of each HTTP method in the tables of meters; others have the next one. */
    private static Map<String, Integer> methods(final Map<String, List<MethodRoute>> routes) {
        final Set<String> names = new TreeSet<>(STANDARD);
        routes.values().stream()
                .flatMap(List::stream)
                .forEach(route -> names.addAll(route.method().httpMethods()));
        final Map<String, Integer> indexes = new LinkedHashMap<>();
        names.forEach(name -> indexes.put(name, indexes.size()));
        return Map.copyOf(indexes);
    }

    private ListenerMeters listener(
            final String listener, final List<MethodRoute> routes, final Map<String, Integer> methods) {
        final ListenerMeters made = new ListenerMeters(meters, listener, methods);
        final Map<String, List<MethodRoute>> byRoute = routes.stream()
                .filter(route -> !route.method().isLocator())
                .collect(Collectors.groupingBy(
                        route -> route.method().route(), LinkedHashMap::new, Collectors.toCollection(ArrayList::new)));
        byRoute.forEach((route, same) -> {
            final RouteMeters ofRoute = made.add(route, label(route, same));
            same.stream()
                    .flatMap(each -> each.method().httpMethods().stream())
                    .forEach(method -> ofRoute.make(method, SUCCESS));
        });
        return made;
    }

    /** Returns the whole path; the path without that of the locators if several lead to it. */
    private static String label(final String route, final List<MethodRoute> same) {
        final List<String> templates =
                same.stream().map(MethodRoute::template).distinct().toList();
        return templates.size() == 1 ? templates.get(0) : route;
    }

    void answered(final RequestEvent.Answered event) {
        final int statusClass = event.status() / 100;
        record(
                event.plugin(),
                event.route(),
                event.method(),
                statusClass <= SERVER_ERROR ? statusClass : RouteMeters.OTHER,
                event.duration());
    }

    void disposed(final RequestEvent.Disposed event) {
        record(
                event.plugin(),
                event.route(),
                event.method(),
                event.error() == null ? RouteMeters.NONE : RouteMeters.BROKEN,
                event.duration());
    }

    private void record(
            final String plugin,
            final @Nullable String route,
            final String method,
            final int statusClass,
            final Duration duration) {
        final ListenerMeters listener = listeners.get(plugin);
        if (listener != null) {
            listener.of(route).record(method, statusClass, duration);
        }
    }
}

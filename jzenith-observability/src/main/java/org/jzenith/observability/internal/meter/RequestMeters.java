package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.rest.pipeline.MethodRoute;

/**
 * The durations of requests. The meters of the resource methods are created at startup, and found by the route that the event
 * carries. Safe for use by many threads.
 */
final class RequestMeters {

    /** The methods of RFC 9110 and RFC 5789. */
    private static final Set<String> STANDARD =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");

    /** By the first digit of the status. */
    private static final List<String> CLASSES = List.of(Meters.OTHER, "1xx", "2xx", "3xx", "4xx", "5xx");

    private static final String SUCCESS = CLASSES.get(2);

    private final MeterTable<Series, Timer> timers;

    /** Those above, and those that resource methods have besides. */
    private volatile Set<String> methods = STANDARD;

    /** The label of each route of resource methods, by the plugin of the listener; replaced before the listeners open. */
    private volatile Map<String, Map<String, String>> labels = Map.of();

    private record Series(String listener, String route, String method, String status) {

        Series other() {
            return new Series(listener, Meters.OTHER, Meters.OTHER, status);
        }
    }

    RequestMeters(final Meters meters) {
        this.timers = new MeterTable<>(
                meters.dropped(Metric.REQUEST_DURATION),
                Series::other,
                meters::mayAddTimer,
                each -> meters.timer(Metric.REQUEST_DURATION, each.listener, each.route, each.method, each.status));
    }

    /**
     * Makes the meters of the resource methods.
     *
     * @param routes the resource methods of each listener, by its plugin
     */
    void prepare(final Map<String, List<MethodRoute>> routes) {
        final Set<String> known = new HashSet<>(STANDARD);
        final Map<String, Map<String, String>> all = new HashMap<>();
        routes.forEach((listener, ofListener) -> {
            final Map<String, String> ofRoutes = new HashMap<>();
            ofListener.stream()
                    .filter(each -> !each.method().isLocator())
                    .forEach(each -> ofRoutes.merge(
                            each.method().route(),
                            each.template(),
                            (one, other) ->
                                    one.equals(other) ? one : each.method().route()));
            all.put(listener, ofRoutes);
            ofListener.forEach(each -> known.addAll(each.method().httpMethods()));
        });
        methods = known;
        labels = all;
        routes.forEach((listener, ofListener) -> ofListener.stream()
                .filter(each -> !each.method().isLocator())
                .forEach(each -> each.method()
                        .httpMethods()
                        .forEach(method ->
                                timers.prepare(series(listener, each.method().route(), method, SUCCESS)))));
    }

    /** Returns the series of a request, with the whole path; without that of the locators if several lead to it. */
    private Series series(
            final String listener, final @Nullable String route, final String method, final String status) {
        final Map<String, String> ofRoutes = labels.getOrDefault(listener, Map.of());
        return new Series(
                listener,
                route == null ? "" : ofRoutes.getOrDefault(route, route),
                methods.contains(method) ? method : Meters.OTHER,
                status);
    }

    void answered(final RequestEvent.Answered event) {
        final int digit = event.status() / 100;
        record(
                event.plugin(),
                event.route(),
                event.method(),
                digit < CLASSES.size() ? CLASSES.get(digit) : Meters.OTHER,
                event.duration());
    }

    void disposed(final RequestEvent.Disposed event) {
        record(
                event.plugin(),
                event.route(),
                event.method(),
                event.error() == null ? "none" : "broken",
                event.duration());
    }

    private void record(
            final String listener,
            final @Nullable String route,
            final String method,
            final String status,
            final Duration duration) {
        if (labels.containsKey(listener)) {
            timers.of(series(listener, route, method, status)).record(duration);
        }
    }
}

package org.jzenith.benchmark.baseline;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures requests by route, method and class of the status. Each timer is looked up once. Belongs to an event loop. */
final class RequestTimers implements Feature {

    private static final int CLASSES = 6;

    private final MeterRegistry registry;
    private final Map<HttpMethod, Map<String, @Nullable Timer[]>> timers = new HashMap<>();

    RequestTimers(final MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public boolean apply(final Exchange exchange) {
        exchange.atEnd(this::record);
        return true;
    }

    private void record(final Exchange exchange) {
        final HttpMethod method = exchange.request().method();
        final String route = exchange.route();
        final int statusClass = exchange.request().response().getStatusCode() / 100;
        final @Nullable Timer[] ofRoute = timers.computeIfAbsent(method, first -> new HashMap<>())
                .computeIfAbsent(route, first -> new Timer[CLASSES]);
        Timer timer = ofRoute[statusClass];
        if (timer == null) {
            timer = Observation.histogram("http.server.request.duration")
                    .tag("http.route", route)
                    .tag("http.request.method", method.name())
                    .tag("http.response.status_code", statusClass + "xx")
                    .register(registry);
            ofRoute[statusClass] = timer;
        }
        timer.record(System.nanoTime() - exchange.begun(), TimeUnit.NANOSECONDS);
    }
}

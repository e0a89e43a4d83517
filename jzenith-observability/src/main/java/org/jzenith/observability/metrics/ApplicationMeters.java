package org.jzenith.observability.metrics;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.Endpoints;
import org.jzenith.core.observe.Gauges;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;

/** All meters of an application. Safe for use by many threads. */
final class ApplicationMeters {

    private static final String REST = "rest";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Meters meters;
    private final RequestMeters requests;
    private final StatementMeters statements;
    private final PoolMeters pools;
    private final JobMeters jobs;
    private final SecurityMeters security;
    private final EventLoopMeters eventLoops;
    private final JvmMeters jvm = new JvmMeters();

    ApplicationMeters(final MetricsConfiguration settings) {
        this.meters = new Meters(registry, settings.buckets(), settings.maxSeries());
        this.requests = new RequestMeters(meters);
        this.statements = new StatementMeters(meters);
        this.pools = new PoolMeters(meters);
        this.jobs = new JobMeters(meters);
        this.security = new SecurityMeters(meters);
        this.eventLoops = new EventLoopMeters(meters);
    }

    /** Makes the meters of the routes, gauges and event loops; called before the listeners open. */
    void prepare(final Injector injector) {
        requests.prepare(routes(injector));
        new GaugeMeters(meters).add(injector.getInstance(Gauges.class).all());
        eventLoops.begin(injector.getInstance(Vertx.class));
        jvm.add(meters);
    }

    private static Map<String, List<MethodRoute>> routes(final Injector injector) {
        final Map<String, List<MethodRoute>> routes = new HashMap<>();
        injector.getInstance(Endpoints.class).listeners().forEach(listener -> {
            final Key<ResourceMethods> key = listener.equals(REST)
                    ? Key.get(ResourceMethods.class)
                    : Key.get(ResourceMethods.class, Names.named(listener.substring(listener.indexOf('.') + 1)));
            final boolean hasResources = listener.equals(REST) || listener.startsWith(REST + ".");
            routes.put(
                    listener,
                    hasResources && injector.getExistingBinding(key) != null
                            ? injector.getInstance(key).all()
                            : List.of());
        });
        return routes;
    }

    void close() {
        eventLoops.close();
        jvm.close();
        registry.close();
    }

    PrometheusMeterRegistry registry() {
        return registry;
    }

    RequestMeters requests() {
        return requests;
    }

    StatementMeters statements() {
        return statements;
    }

    PoolMeters pools() {
        return pools;
    }

    JobMeters jobs() {
        return jobs;
    }

    EventLoopMeters eventLoops() {
        return eventLoops;
    }

    SecurityMeters security() {
        return security;
    }
}

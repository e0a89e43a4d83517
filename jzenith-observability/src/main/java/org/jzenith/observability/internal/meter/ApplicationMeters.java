package org.jzenith.observability.internal.meter;

import com.google.inject.Injector;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.ExemplarSource;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;

/** All meters of an application, with a method for each type of event. Safe for use by many threads. */
public final class ApplicationMeters {

    private final @Nullable ExemplarRecorder exemplars;
    private final PrometheusMeterRegistry exposed;
    private final @Nullable MeterRegistry further;
    private final MeterRegistry all;
    private final Meters meters;
    private final RequestMeters requests;
    private final StatementMeters statements;
    private final PoolMeters pools;
    private final OutboundMeters calls;
    private final JobMeters jobs;
    private final SecurityMeters security;
    private final WorkMeters others;
    private final EventLoopMeters eventLoops;
    private final JvmMeters jvm;

    /**
     * Creates the meters that do not depend on the application.
     *
     * @param bounds the bounds of the buckets of durations
     * @param maxSeries the number of time series that traffic may add
     * @param further a registry that gets the same values; null for none
     * @param source of exemplars; null for none
     */
    public ApplicationMeters(
            final List<Duration> bounds,
            final int maxSeries,
            final @Nullable MeterRegistry further,
            final @Nullable ExemplarSource source) {
        this.exemplars = source == null ? null : new ExemplarRecorder(source);
        this.exposed = new PrometheusMeterRegistry(
                PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, exemplars);
        this.further = further;
        this.all = further == null ? exposed : new CompositeMeterRegistry(Clock.SYSTEM, List.of(exposed, further));
        this.meters = new Meters(all, bounds, maxSeries);
        this.requests = new RequestMeters(meters);
        this.statements = new StatementMeters(meters);
        this.pools = new PoolMeters(meters);
        this.calls = new OutboundMeters(meters);
        this.jobs = new JobMeters(meters);
        this.security = new SecurityMeters(meters);
        this.others = new WorkMeters(meters);
        this.eventLoops = new EventLoopMeters(meters);
        this.jvm = new JvmMeters(meters);
    }

    /**
     * Makes the meters of the routes, gauges, health checks and event loops; called before the listeners open.
     *
     * @param injector the application's injector
     */
    public void prepare(final Injector injector) {
        requests.prepare(routes(injector));
        new GaugeMeters(meters).add(injector.getInstance(Gauges.class).all());
        new HealthMeters(meters).add(injector.getInstance(HealthChecks.class));
        eventLoops.begin(injector.getInstance(Vertx.class));
        jvm.begin();
    }

    private static Map<String, List<MethodRoute>> routes(final Injector injector) {
        final Map<String, List<MethodRoute>> routes = new HashMap<>();
        ListenerName.all(injector.getInstance(Endpoints.class))
                .forEach(listener -> routes.put(
                        listener.plugin(),
                        ResourceMethods.of(injector, listener)
                                .map(ResourceMethods::all)
                                .orElse(List.of())));
        return routes;
    }

    /** Stops what measures on its own, and closes all registries. */
    public void close() {
        eventLoops.close();
        all.close();
        exposed.close();
        if (further != null) {
            further.close();
        }
    }

    /** Returns the registry of all meters, to which the application adds its own. */
    public MeterRegistry registry() {
        return all;
    }

    /** Returns the registry from which Prometheus reads. */
    public PrometheusMeterRegistry exposed() {
        return exposed;
    }

    /** Records a response. */
    public void answered(final RequestEvent.Answered event) {
        if (exemplars == null) {
            requests.answered(event);
        } else {
            exemplars.record(event.request(), () -> requests.answered(event));
        }
    }

    /** Records a request without a complete response. */
    public void disposed(final RequestEvent.Disposed event) {
        requests.disposed(event);
    }

    /** Counts connections. */
    public void connection(final ConnectionEvent event) {
        pools.connection(event);
    }

    /** Records an operation, with the metric of its kind or with that of all other kinds. Transactions have none. */
    public void work(final WorkEvent event) {
        switch (event.kind()) {
            case "statement" -> recordWithExemplar(event, statements::happened);
            case "wait", "connection" -> pools.happened(event);
            case "call" -> calls.happened(event);
            case "job" -> jobs.happened(event);
            case "authentication", "authorization" -> security.happened(event);
            case "transaction" -> {}
            default -> recordWithExemplar(event, others::happened);
        }
    }

    private void recordWithExemplar(final WorkEvent event, final Consumer<WorkEvent> kind) {
        if (exemplars == null || !(event instanceof WorkEvent.Ended)) {
            kind.accept(event);
        } else {
            exemplars.record(event.request(), () -> kind.accept(event));
        }
    }

    /** Counts blocked event loops. */
    public void blocked(final EventLoopEvent.Blocked event) {
        eventLoops.blocked(event);
    }
}

package org.jzenith.core;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.multibindings.Multibinder;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.limit.HeapShares;
import org.jzenith.core.internal.start.BuilderOrigin;
import org.jzenith.core.internal.start.ClaimedAddresses;
import org.jzenith.core.internal.wiring.Wiring;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.LeaseUse;
import org.jzenith.core.limit.NamedRateLimitStore;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedStateStore;

/** The bindings of every application. */
record CoreModule(
        Configuration configuration,
        Collection<Class<?>> configurationTypes,
        ApplicationState state,
        VertxBootstrap vertx,
        HeapShares heap,
        ClaimedAddresses addresses,
        BuilderOrigin origin,
        List<String> listeners)
        implements Module {

    @Override
    public void configure(final Binder binder) {
        Wiring.requireExplicitBindings(binder);
        ContextElements.bindRequestScope(binder);
        binder.bind(Vertx.class).toProvider(vertx::get).in(Singleton.class);
        binder.bind(ApplicationState.class).toInstance(state);
        binder.bind(Endpoints.class).toInstance(new Endpoints(listeners));
        binder.bind(Configuration.class).toInstance(configuration);
        binder.bind(HeapShares.class).toInstance(heap);
        binder.bind(ClaimedAddresses.class).toInstance(addresses);
        binder.bind(BuilderOrigin.class).toInstance(origin);
        configurationTypes.forEach(type -> bindConfiguration(binder, type));
        Multibinder.newSetBinder(binder, HealthCheck.class);
        binder.bind(HealthChecks.class).in(Singleton.class);
        final JZenithConfiguration settings = configuration.get(JZenithConfiguration.class);
        final Blocking blocking = new Blocking(settings.blockingThreads(), settings.blockingQueue());
        binder.bind(Blocking.class).toInstance(blocking);
        Gauge.binder(binder);
        GaugeSource.binder(binder).addBinding().toInstance(() -> gauges(blocking, settings));
        OperatorTable.binder(binder);
        binder.bind(Gauges.class).in(Singleton.class);
        ContextElements.binder(binder);
        binder.bind(ContextElements.class).in(Singleton.class);
        OutboundHeaders.binder(binder);
        NamedRateLimitStore.binder(binder);
        Observers.binder(binder);
        binder.bind(Observers.class).in(Singleton.class);
        Multibinder.newSetBinder(binder, SharedStateStore.class);
        binder.bind(SharedState.class);
        Multibinder.newSetBinder(binder, LeaseStore.class);
        Multibinder.newSetBinder(binder, LeaseUse.class);
    }

    private static List<Gauge> gauges(final Blocking blocking, final JZenithConfiguration settings) {
        return List.of(
                Gauge.of("jzenith.blocking-threads", "threads", blocking::running)
                        .withLimit(settings::blockingThreads),
                Gauge.of("jzenith.blocking-queue", "pieces of work", blocking::waiting)
                        .withLimit(settings::blockingQueue));
    }

    /**
     * Written out, because the JDK generates a record's {@code hashCode} at startup, which is slow. Guice needs it for its map of modules.
     */
    @Override
    public int hashCode() {
        return configuration.hashCode();
    }

    /** Returns the advice for applications that bind a type that is already bound here. */
    Map<Class<?>, String> remedies() {
        final Map<Class<?>, String> remedies = new HashMap<>(Map.of(
                Vertx.class,
                        "Inject the application's Vertx. Adjust it with withVertxOptions(..) or the jzenith.* settings.",
                Endpoints.class,
                        "Inject the application's Endpoints. Endpoints.add(..) adds the address of a listener.",
                ApplicationState.class, "Inject the application's ApplicationState.",
                Configuration.class, "Pass a settings interface to withSettings(..), and inject that interface.",
                HealthChecks.class, "Add a check with Multibinder.newSetBinder(binder(), HealthCheck.class).",
                Blocking.class, "Set jzenith.blocking-threads and jzenith.blocking-queue.",
                ContextElements.class, "Add an element with ContextElements.binder(binder()).",
                Observers.class, "Add an observer with Observers.binder(binder()).",
                Set.class, "Add an element to the set with Multibinder.newSetBinder(..)."));
        remedies.put(Gauges.class, "Add a gauge with Gauge.binder(binder()).");
        remedies.put(
                SharedState.class, "Set jzenith.shared-state, or add a store with SharedStateStore.binder(binder()).");
        remedies.put(BuilderOrigin.class, "Set jzenith.shared-state-name instead.");
        remedies.put(ClaimedAddresses.class, "Set the addresses of listeners, such as rest.host and rest.port.");
        remedies.put(
                HeapShares.class,
                "Set the limits that default to a share of the heap, such as rest.max-buffered-bodies.");
        configurationTypes.forEach(type -> remedies.put(
                type,
                "Its values come from the configuration. Set one with withConfiguration(..), or in a test with"
                        + " withOverridingConfiguration(..)."));
        return remedies;
    }

    private <T> void bindConfiguration(final Binder binder, final Class<T> type) {
        binder.bind(type).toInstance(configuration.get(type));
    }
}

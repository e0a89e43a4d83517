package org.jzenith.core;

import com.google.inject.AbstractModule;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.Collection;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.Observers;

/** What every application can inject. */
final class CoreModule extends AbstractModule {

    private final Configuration configuration;
    private final Collection<Class<?>> configurationTypes;
    private final ApplicationState state;
    private final VertxBootstrap vertx;

    CoreModule(
            final Configuration configuration,
            final Collection<Class<?>> configurationTypes,
            final ApplicationState state,
            final VertxBootstrap vertx) {
        this.configuration = configuration;
        this.configurationTypes = configurationTypes;
        this.state = state;
        this.vertx = vertx;
    }

    @Override
    protected void configure() {
        requireExplicitBindings(binder());
        ContextElements.bindRequestScope(binder());
        bind(Vertx.class).toProvider(vertx::get).in(Singleton.class);
        bind(ApplicationState.class).toInstance(state);
        bind(Endpoints.class).toInstance(new Endpoints());
        bind(Configuration.class).toInstance(configuration);
        configurationTypes.forEach(this::bindConfiguration);
        Multibinder.newSetBinder(binder(), HealthCheck.class);
        bind(HealthChecks.class).asEagerSingleton();
        final JZenithConfiguration settings = configuration.get(JZenithConfiguration.class);
        bind(Blocking.class).toInstance(new Blocking(settings.blockingThreads(), settings.blockingQueue()));
        ContextElements.binder(binder());
        bind(ContextElements.class).in(Singleton.class);
        Observers.binder(binder());
        bind(Observers.class).in(Singleton.class);
    }

    static void requireExplicitBindings(final Binder binder) {
        binder.requireExplicitBindings();
        binder.requireAtInjectOnConstructors();
        binder.requireExactBindingAnnotations();
        binder.disableCircularProxies();
    }

    private <T> void bindConfiguration(final Class<T> type) {
        bind(type).toInstance(configuration.get(type));
    }
}

package org.jzenith.core;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.ListenerOpener;

/** A plugin that an application can have several times. */
final class StorePlugin implements Plugin, ConfigurationProvider, DefaultModules, ListenerOpener {

    @ConfigMapping(prefix = "store")
    interface StoreConfiguration {

        @WithDefault("1")
        @Min(1)
        int shelves();

        Optional<String> place();

        Pool pool();

        interface Pool {

            @WithDefault("8")
            int size();
        }
    }

    /** Knows nothing of qualifiers. */
    static final class Store implements HealthCheck {

        final StoreConfiguration settings;
        final Configuration configuration;
        final Label label;
        boolean prepared;

        @Inject
        Store(
                final StoreConfiguration settings,
                final Configuration configuration,
                final Label label,
                final Vertx vertx) {
            this.settings = settings;
            this.configuration = configuration;
            this.label = label;
        }

        @Override
        public String name() {
            return "store";
        }

        @Override
        public Single<Health> check() {
            return Single.just(settings.shelves() < 100 ? Health.healthy() : Health.unhealthy("too large"));
        }
    }

    /** An element of a set that nobody but the plugin declares. */
    record Delivery(Store from) {}

    private record DeliveryOf(Provider<Store> store) implements Provider<Delivery> {

        @Override
        public Delivery get() {
            return new Delivery(store.get());
        }
    }

    /** A default binding of the plugin. */
    record Label(String text) {}

    private final String qualifier;

    StorePlugin(final String qualifier) {
        this.qualifier = qualifier;
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? "store" : "store." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(StoreConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Store.class).in(Singleton.class);
                Multibinder.newSetBinder(binder(), HealthCheck.class)
                        .addBinding()
                        .to(Store.class);
                final Provider<Store> store = getProvider(Store.class);
                Gauge.binder(binder())
                        .addBinding()
                        .toInstance(Gauge.of(
                                "store.shelves",
                                "shelves",
                                () -> store.get().settings.shelves()));
                Multibinder.newSetBinder(binder(), Delivery.class)
                        .addBinding()
                        .toProvider(new DeliveryOf(getProvider(Store.class)));
            }
        });
    }

    @Override
    public List<Module> defaultModules() {
        return List.of(binder -> binder.bind(Label.class).toInstance(new Label("plain")));
    }

    @Override
    public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
        return Single.just(configuration.isSet("store.place") ? Map.of() : Map.of("store.place", "cellar"));
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> injector.getInstance(Store.class).prepared = true);
    }

    @Override
    public Completable open(final Injector injector) {
        return Completable.fromAction(
                () -> injector.getInstance(Endpoints.class).add(name(), URI.create("store://" + name())));
    }
}

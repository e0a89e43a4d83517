package org.jzenith.restclient;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Scopes;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.name.Names;
import jakarta.ws.rs.client.WebTarget;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.observe.Gauge;

/** Binds a client, the object that users inject, and the gauge of the client. */
final class ClientModule extends AbstractModule {

    private final ClientDescription client;

    ClientModule(final ClientDescription client) {
        this.client = client;
    }

    static Key<BoundClient> key(final ClientDescription client) {
        return Key.get(BoundClient.class, Names.named(client.name()));
    }

    @Override
    protected void configure() {
        install(new AllClientsModule());
        final Class<?> type = client.type();
        final Provider<Injector> injector = getProvider(Injector.class);
        bind(key(client))
                .toProvider(() -> type == null
                        ? new TargetClient(client, injector.get())
                        : new TypedClient(client, type, injector.get()))
                .in(Scopes.SINGLETON);
        final Provider<BoundClient> bound = getProvider(key(client));
        final Provider<?> injected = bindInjected(type == null ? WebTarget.class : type, bound);
        if (type != null) {
            ClientBinding.binder(binder())
                    .addBinding()
                    .toInstance(new ClientBinding(client.name(), type, injected::get));
        }
        client.filterClasses()
                .forEach(each -> binder().withSource(client.line()).bind(each));
        final String health = client.healthPath();
        if (health != null) {
            final Provider<HealthConfiguration> settings = getProvider(HealthConfiguration.class);
            Multibinder.newSetBinder(binder(), HealthCheck.class)
                    .addBinding()
                    .toProvider(() -> new ServiceHealth(
                            client.name(), () -> ((TypedClient) bound.get()).ping(health), settings.get()))
                    .in(Scopes.SINGLETON);
        }
        Gauge.binder(binder())
                .addBinding()
                .toInstance(Gauge.of(
                                "rest-client." + client.name() + ".calls",
                                "calls",
                                () -> bound.get().calls())
                        .withLimit(() -> bound.get().places()));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the proxy implements the interface
    private Provider<?> bindInjected(final Class type, final Provider<BoundClient> bound) {
        final Key key = client.named() ? Key.get(type, Names.named(client.name())) : Key.get(type);
        binder().withSource(client.line())
                .bind(key)
                .toProvider((Provider) () -> bound.get().injected())
                .in(Scopes.SINGLETON);
        return getProvider(key);
    }
}

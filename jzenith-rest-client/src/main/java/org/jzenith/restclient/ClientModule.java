package org.jzenith.restclient;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Scopes;
import com.google.inject.TypeLiteral;
import com.google.inject.name.Names;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import jakarta.ws.rs.client.WebTarget;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.limit.ResponseBudget;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.restclient.call.RemoteService;
import org.jzenith.restclient.configuration.RestClientConfiguration;
import org.jzenith.restclient.method.ClientInterface;
import org.jzenith.restclient.standard.StandardClient;

/** Binds the implementation of a client's interface, and its gauge. */
final class ClientModule extends AbstractModule {

    private final ClientDescription client;
    private volatile @Nullable RemoteService service;
    private volatile @Nullable StandardClient standard;

    ClientModule(final ClientDescription client) {
        this.client = client;
    }

    @Override
    protected void configure() {
        final Class<?> type = client.type();
        install(new AllClientsModule());
        bindClient(type == null ? WebTarget.class : type);
        Gauge.binder(binder())
                .addBinding()
                .toInstance(Gauge.of("rest-client." + client.name() + ".calls", "calls", this::calls)
                        .withLimit(this::places));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the proxy implements the interface
    private void bindClient(final Class type) {
        final Key key = client.named() ? Key.get(type, Names.named(client.name())) : Key.get(type);
        final Provider<Injector> injector = getProvider(Injector.class);
        binder().withSource(client.line())
                .bind(key)
                .toProvider((Provider) () -> implement(injector.get()))
                .in(Scopes.SINGLETON);
    }

    private Object implement(final Injector injector) {
        final RestClientConfiguration settings = injector.getInstance(Configuration.class)
                .qualified(client.name())
                .get(RestClientConfiguration.class);
        final Class<?> type = client.type();
        final ClientMapper mapper = injector.getInstance(ClientMapper.class);
        if (type == null) {
            final StandardClient made = new StandardClient(settings, injector.getInstance(Vertx.class), mapper.get());
            standard = made;
            return made.target();
        }
        final RemoteService made = new RemoteService(
                client.name(),
                settings,
                injector.getInstance(Vertx.class),
                mapper::get,
                injector.getInstance(Observers.class),
                injector.getInstance(Key.get(new TypeLiteral<Set<OutboundHeaders>>() {})),
                injector.getInstance(ResponseBudget.class));
        service = made;
        return ClientInterface.compile(
                        type,
                        new ClientInterface.Parts(
                                client.name(),
                                client.line(),
                                client.converters(),
                                mapper,
                                settings.maxResponseSize().toInt()),
                        new ArrayList<>())
                .implement(made);
    }

    private int calls() {
        final RemoteService known = service;
        return known == null ? 0 : known.placesInUse();
    }

    private int places() {
        final RemoteService known = service;
        return known == null ? 0 : known.places();
    }

    Completable close() {
        final RemoteService known = service;
        final StandardClient other = standard;
        return (known == null ? Completable.complete() : known.close())
                .andThen(other == null ? Completable.complete() : other.close());
    }
}

package org.jzenith.restclient;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.filter.OutboundRequestFilter;
import org.jzenith.restclient.filter.OutboundResponseFilter;
import org.jzenith.restclient.internal.call.CallAdditions;
import org.jzenith.restclient.internal.call.CallRequest;
import org.jzenith.restclient.internal.call.RemoteService;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.internal.method.ClientInterface;

/** A client that is created from an interface. */
final class TypedClient implements BoundClient {

    private final ClientDescription client;
    private final Injector injector;
    private final ClientMapper mapper;
    private final ClientInterface methods;
    private final List<StartProblem> problems = new ArrayList<>();
    private volatile @Nullable RemoteService service;

    TypedClient(final ClientDescription client, final Class<?> type, final Injector injector) {
        this.client = client;
        this.injector = injector;
        this.mapper = injector.getInstance(ClientMapper.class);
        this.methods = ClientInterface.compile(
                type, new ClientInterface.Parts(client.name(), client.line(), client.converters(), mapper), problems);
    }

    @Override
    public Object injected() {
        return methods.implement(() -> BoundClient.opened(service, client));
    }

    @Override
    public List<StartProblem> problems() {
        return problems;
    }

    @Override
    public void open() {
        final RestClientConfiguration settings = BoundClient.settings(client, injector);
        final Map<Class<?>, Object> created = new HashMap<>();
        client.filterClasses().forEach(each -> created.put(each, injector.getInstance(each)));
        service = new RemoteService(
                client.name(),
                settings,
                BoundClient.tls(client, injector),
                injector.getInstance(Vertx.class),
                mapper::get,
                injector.getInstance(Observers.class),
                injector.getInstance(Key.get(new TypeLiteral<Set<OutboundHeaders>>() {})),
                injector.getInstance(ResponseBudget.class),
                new CallAdditions(
                        BoundClient.headers(client, settings),
                        filters(OutboundRequestFilter.class, client.requestFilters(), created),
                        filters(OutboundResponseFilter.class, client.responseFilters(), created)));
    }

    private static <T> List<T> filters(
            final Class<T> type, final List<Object> given, final Map<Class<?>, Object> created) {
        return given.stream()
                .map(each -> type.cast(each instanceof Class<?> ? created.get(each) : each))
                .toList();
    }

    /** Calls a path of the service for its health check. Such a call must not use up retries or open the circuit breaker. */
    Completable ping(final String path) {
        final CallRequest call = new CallRequest(
                client.name() + ": GET " + path, path, HttpMethod.GET, CallRequest.Reading.COLLECTED, path);
        call.addHeader("Accept", "*/*");
        return BoundClient.opened(service, client).sendOnce(call).ignoreElement();
    }

    @Override
    public int calls() {
        final RemoteService known = service;
        return known == null ? 0 : known.placesInUse();
    }

    @Override
    public int places() {
        final RemoteService known = service;
        return known == null ? 0 : known.places();
    }

    @Override
    public Completable close() {
        final RemoteService known = service;
        return known == null ? Completable.complete() : known.close();
    }
}

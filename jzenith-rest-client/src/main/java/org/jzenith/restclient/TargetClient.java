package org.jzenith.restclient;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import jakarta.ws.rs.client.WebTarget;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.internal.standard.StandardClient;

/** A client with the API of Jakarta REST. */
final class TargetClient implements BoundClient {

    private final ClientDescription client;
    private final Injector injector;
    private volatile @Nullable StandardClient standard;
    private volatile @Nullable WebTarget target;

    TargetClient(final ClientDescription client, final Injector injector) {
        this.client = client;
        this.injector = injector;
    }

    /** Returns a target that passes each call to RESTEasy's target, which is created later. */
    @Override
    public Object injected() {
        return Proxy.newProxyInstance(
                WebTarget.class.getClassLoader(), new Class<?>[] {WebTarget.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(BoundClient.opened(target, client), arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Override
    public List<StartProblem> problems() {
        return List.of();
    }

    @Override
    public void open() {
        final RestClientConfiguration settings = BoundClient.settings(client, injector);
        final StandardClient made = new StandardClient(
                settings,
                BoundClient.headers(client, settings),
                BoundClient.tls(client, injector),
                injector.getInstance(Vertx.class),
                injector.getInstance(ClientMapper.class).get());
        standard = made;
        target = made.target();
    }

    @Override
    public int calls() {
        return 0;
    }

    @Override
    public int places() {
        return 0;
    }

    @Override
    public Completable close() {
        final StandardClient known = standard;
        return known == null ? Completable.complete() : known.close();
    }
}

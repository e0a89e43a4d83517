package org.jzenith.test;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.rx.RxFuture;

/** A plugin with a small HTTP listener, which responds with parts of the request. */
final class ListenerPlugin implements Plugin, ListenerOpener {

    private final boolean closes;

    ListenerPlugin() {
        this(true);
    }

    /** Creates a plugin that closes its listener, or leaves it open after the stop, as a faulty one would. */
    ListenerPlugin(final boolean closes) {
        this.closes = closes;
    }

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Listener.class).in(Singleton.class);
                bind(Greeting.class).toInstance(new Greeting("hello"));
            }
        });
    }

    @Override
    public Completable open(final Injector injector) {
        return injector.getInstance(Listener.class).open(closes ? injector.getInstance(Vertx.class) : Vertx.vertx());
    }

    @Override
    public Completable close(final Injector injector) {
        return closes ? injector.getInstance(Listener.class).close() : Completable.complete();
    }

    /** The text of responses; tests replace it. */
    record Greeting(String text) {}

    /** The server of one application. */
    static final class Listener {

        private final Greeting greeting;
        private final Endpoints endpoints;
        private final Configuration configuration;
        private HttpServer server;

        @jakarta.inject.Inject
        Listener(final Greeting greeting, final Endpoints endpoints, final Configuration configuration) {
            this.greeting = greeting;
            this.endpoints = endpoints;
            this.configuration = configuration;
        }

        Completable open(final Vertx vertx) {
            final int port = Integer.parseInt(configuration.value("rest.port").orElse("8080"));
            return RxFuture.single(() -> vertx.createHttpServer()
                            .requestHandler(this::answer)
                            .listen(port, "127.0.0.1"))
                    .doOnSuccess(open -> {
                        server = open;
                        endpoints.add("rest", URI.create("http://127.0.0.1:" + open.actualPort()));
                    })
                    .ignoreElement();
        }

        Completable close() {
            return RxFuture.completable(server::close);
        }

        private void answer(final HttpServerRequest request) {
            request.body()
                    .onSuccess(body -> request.response()
                            .putHeader("X-Type", String.valueOf(request.getHeader("Content-Type")))
                            .putHeader("X-Method", request.method().name())
                            .setStatusCode("/missing".equals(request.path()) ? 404 : 200)
                            .end(
                                    "/echo".equals(request.path())
                                            ? body.toString()
                                            : "{\"text\":\"" + greeting.text() + "\"}"));
        }
    }
}

package org.jzenith.test;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.ServerWebSocketHandshake;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.rx.RxFuture;

/** A plugin with a listener of streams and WebSockets, some of which break. */
final class StreamingPlugin implements Plugin, ListenerOpener {

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Streams.class).in(Singleton.class);
            }
        });
    }

    @Override
    public Completable open(final Injector injector) {
        return injector.getInstance(Streams.class).open();
    }

    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(Streams.class).close();
    }

    /** The server of one application. */
    static final class Streams {

        /** Streams that their clients have not left. */
        final AtomicInteger open = new AtomicInteger();

        final Queue<String> closes = new ConcurrentLinkedQueue<>();

        private final Vertx vertx;
        private final Endpoints endpoints;
        private HttpServer server;

        @Inject
        Streams(final Vertx vertx, final Endpoints endpoints) {
            this.vertx = vertx;
            this.endpoints = endpoints;
        }

        Completable open() {
            return RxFuture.single(() -> {
                        final HttpServer created =
                                vertx.createHttpServer(new HttpServerOptions().addWebSocketSubProtocol("v2"));
                        return created.requestHandler(this::answer)
                                .webSocketHandshakeHandler(Streams::shake)
                                .webSocketHandler(this::answer)
                                .listen(0, "127.0.0.1");
                    })
                    .doOnSuccess(opened -> {
                        server = opened;
                        endpoints.add("rest", URI.create("http://127.0.0.1:" + opened.actualPort()));
                    })
                    .ignoreElement();
        }

        Completable close() {
            return RxFuture.completable(server::close);
        }

        private void answer(final HttpServerRequest request) {
            if (request.path().equals("/echo")) {
                echo(request);
                return;
            }
            final HttpServerResponse response = request.response().setChunked(true);
            response.putHeader("Content-Type", request.getHeader("Accept"));
            switch (request.path()) {
                case "/events" -> {
                    open.incrementAndGet();
                    response.closeHandler(gone -> open.decrementAndGet());
                    response.write(events(request.getHeader("Last-Event-ID")));
                }
                case "/two" -> response.end("data: one\n\ndata: two\n\ndata: not complete\n");
                case "/numbers" -> response.end("1\n\n2\n3");
                case "/texts" -> response.end("1\nx\n");
                case "/broken" ->
                    response.write(
                            "data: one\n\n", written -> request.connection().close());
                default ->
                    response.setStatusCode(404)
                            .putHeader("Content-Type", "application/problem+json")
                            .end("{\"title\":\"Not Found\"}");
            }
        }

        private static String events(final String lastEventId) {
            return ": hello\r\n\r\nretry: 500\nid: " + (lastEventId == null ? "1" : lastEventId + "1")
                    + "\nevent: created\ndata: {\"name\":\r\ndata:  \"Ann\"}\n\ndata\n\nid: 7\n\ndata:x\n\n";
        }

        private static void echo(final HttpServerRequest request) {
            if (request.getHeader("X-Show-Host") != null) {
                request.response().putHeader("X-Host", request.getHeader("Host"));
            }
            request.body()
                    .onSuccess(body -> request.response()
                            .putHeader("X-Type", String.valueOf(request.getHeader("Content-Type")))
                            .setStatusCode(request.getHeader("X-Status") == null ? 200 : 400)
                            .end(body));
        }

        private static void shake(final ServerWebSocketHandshake handshake) {
            if (handshake.path().equals("/refused")) {
                handshake.reject(403);
            } else {
                handshake.accept();
            }
        }

        private void answer(final ServerWebSocket socket) {
            socket.closeHandler(closed -> closes.add(String.valueOf(socket.closeStatusCode())));
            switch (socket.path()) {
                case "/silent" -> {
                    // says nothing
                }
                case "/full" -> {
                    socket.writeTextMessage("one");
                    socket.close((short) 4001, "full");
                }
                default -> {
                    socket.writeTextMessage("origin " + socket.headers().get("Origin"));
                    socket.textMessageHandler(socket::writeTextMessage);
                    socket.binaryMessageHandler(socket::writeBinaryMessage);
                }
            }
        }
    }
}

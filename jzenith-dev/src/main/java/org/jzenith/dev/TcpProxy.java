package org.jzenith.dev;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Listens at a configured address and passes bytes to the application and back, whatever they mean: TLS, HTTP/2 and
 * WebSockets work. Before a request goes on, the application is brought up to date.
 */
final class TcpProxy {

    private static final int ATTEMPTS = 10;
    private static final long ATTEMPT_MILLIS = 20;

    private final Vertx vertx;
    private final NetClient client;
    private final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams;
    private final int asked;
    private final AtomicInteger connections = new AtomicInteger();
    private volatile String host;
    private volatile NetServer server;
    private volatile int bound;

    TcpProxy(
            final Vertx vertx,
            final String host,
            final int port,
            final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams) {
        this.vertx = vertx;
        this.host = host;
        this.asked = port;
        this.upstreams = upstreams;
        this.client = vertx.createNetClient();
        this.server = server();
    }

    private NetServer server() {
        return vertx.createNetServer()
                .connectHandler(socket -> {
                    connections.incrementAndGet();
                    new ProxyConnection(
                                    socket,
                                    client,
                                    vertx.getOrCreateContext(),
                                    this::upstream,
                                    connections::decrementAndGet)
                            .begin();
                })
                .exceptionHandler(error -> {}); // a connection that ended before it began
    }

    /** @param again whether the address may be in use for some milliseconds more, by one that was closed just now */
    Future<Integer> open(final boolean again) {
        return listen(asked, host, again ? ATTEMPTS : 1).map(port -> {
            bound = port;
            return port;
        });
    }

    /** The JDK closes a socket some time after it has said so. */
    private Future<Integer> listen(final int port, final String at, final int attempts) {
        return server.listen(port, at).map(NetServer::actualPort).recover(failure -> {
            if (attempts <= 1) {
                return Future.failedFuture(failure);
            }
            final Promise<Integer> later = Promise.promise();
            vertx.setTimer(ATTEMPT_MILLIS, over -> {
                server = server();
                listen(port, at, attempts - 1).onComplete(later);
            });
            return later.future();
        });
    }

    /** Whether no client is connected. */
    boolean isIdle() {
        return connections.get() == 0;
    }

    String host() {
        return host;
    }

    /** Listens at another address, at the same port; connections end. */
    Future<Integer> move(final String to) {
        return server.close().compose(closed -> {
            host = to;
            server = server();
            return listen(bound, to, ATTEMPTS);
        });
    }

    private void upstream(final Consumer<Upstream> then) {
        upstreams.accept(this, then);
    }

    int port() {
        return bound;
    }

    /** The address for clients, of an application that listens elsewhere. */
    URI address(final URI application) {
        return URI.create(application.getScheme() + "://" + reachable(host) + ":" + bound);
    }

    /** The host for clients of this machine, as it stands in a URI. */
    static String reachable(final String host) {
        final String reachable = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
        return reachable.indexOf(':') < 0 ? reachable : "[" + reachable + "]";
    }

    Future<Void> close() {
        return server.close().compose(closed -> client.close());
    }
}

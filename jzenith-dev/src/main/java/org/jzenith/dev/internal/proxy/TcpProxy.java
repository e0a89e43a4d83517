package org.jzenith.dev.internal.proxy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Listens at a configured address and passes bytes to the application and back, whatever they mean: TLS, HTTP/2 and
 * WebSockets work. Before a request goes on, the application is brought up to date.
 */
public final class TcpProxy {

    private static final int ATTEMPTS = 10;
    private static final long ATTEMPT_MILLIS = 20;

    private final Vertx vertx;
    private final NetClient client;
    private final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams;
    private final int asked;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<NetServer> servers = new CopyOnWriteArrayList<>();
    private volatile AllowedHosts hosts;
    private volatile String host;
    private volatile int bound;

    TcpProxy(
            final Vertx vertx,
            final String host,
            final int port,
            final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams) {
        this.vertx = vertx;
        this.host = host;
        this.hosts = AllowedHosts.of(host);
        this.asked = port;
        this.upstreams = upstreams;
        this.client = vertx.createNetClient();
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
                                    () -> hosts,
                                    connections::decrementAndGet)
                            .begin();
                })
                .exceptionHandler(error -> {}); // a connection that ended before it began
    }

    /** @param again true if the address may be in use for some milliseconds more, because it was closed just now */
    Future<Integer> open(final boolean again) {
        return listen(asked, again ? ATTEMPTS : 1).map(port -> {
            bound = port;
            return port;
        });
    }

    private Future<Integer> listen(final int port, final int attempts) {
        if (!host.equals(AllowedHosts.THIS_MACHINE)) {
            return listen(port, host, attempts);
        }
        // Browsers try both. A machine without IPv6 has the first only.
        return listen(port, "127.0.0.1", attempts)
                .compose(first -> listen(first, "::1", attempts)
                        .recover(failure -> port != 0 && isUsed(failure)
                                ? Future.failedFuture(failure)
                                : Future.succeededFuture(first)));
    }

    /** Returns true if another socket uses the address. */
    static boolean isUsed(final Throwable failure) {
        return String.valueOf(failure.getMessage()).contains("already in use");
    }

    /** The JDK closes a socket some time after it has said so. */
    private Future<Integer> listen(final int port, final String at, final int attempts) {
        final NetServer server = server();
        servers.add(server);
        return server.listen(port, at).map(NetServer::actualPort).recover(failure -> {
            if (attempts <= 1 || !isUsed(failure)) {
                return Future.failedFuture(failure);
            }
            final Promise<Integer> later = Promise.promise();
            vertx.setTimer(
                    ATTEMPT_MILLIS, over -> listen(port, at, attempts - 1).onComplete(later));
            return later.future();
        });
    }

    /** Returns true if no client is connected. */
    boolean isIdle() {
        return connections.get() == 0;
    }

    String host() {
        return host;
    }

    public AllowedHosts hosts() {
        return hosts;
    }

    /** Listens at another address, at the same port; connections end. */
    Future<Integer> move(final String to) {
        return closeServers().compose(closed -> {
            host = to;
            hosts = AllowedHosts.of(to);
            return listen(bound, ATTEMPTS);
        });
    }

    private void upstream(final Consumer<Upstream> then) {
        upstreams.accept(this, then);
    }

    public int port() {
        return bound;
    }

    /** The address for clients, of an application that listens elsewhere. */
    public URI address(final URI application) {
        return URI.create(application.getScheme() + "://" + reachable(host) + ":" + bound);
    }

    /** The host for clients of this machine, as it stands in a URI. */
    static String reachable(final String host) {
        final String reachable = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
        return reachable.indexOf(':') < 0 ? reachable : "[" + reachable + "]";
    }

    Future<Void> close() {
        return closeServers().compose(closed -> client.close());
    }

    private Future<?> closeServers() {
        final List<Future<Void>> closing =
                servers.stream().map(NetServer::close).toList();
        servers.clear();
        return Future.join(closing);
    }
}

package org.jzenith.http.internal.server;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.reactivex.Completable;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.tls.ServerTls;
import org.jzenith.http.internal.vertx.VertxHttp;

/**
 * One address on which an application serves HTTP, with a server on each of several event loops. Safe for use by many
 * threads.
 *
 * <p>The number of connections is limited; a connection is closed if its first headers take too long, if it is idle too
 * long, or if it violates HTTP.
 */
public final class HttpListener {

    /**
     * The address of a listener, with its TLS and proxy settings.
     *
     * @param name in {@code Endpoints}
     * @param keyPrefix the prefix of the keys {@code host} and {@code port} of this listener, for problems
     * @param options for Vert.x, including host and port
     * @param unixSocket instead of host and port; null for none
     * @param unixSocketMode permissions of the Unix socket as octal digits
     * @param tls null for connections in the clear
     * @param proxies the addresses that may connect, if each connection begins with a PROXY protocol header; null if it does not. A null
     *     address stands for a Unix socket
     */
    public record Address(
            String name,
            String keyPrefix,
            HttpServerOptions options,
            @Nullable Path unixSocket,
            String unixSocketMode,
            @Nullable ServerTls tls,
            @Nullable Predicate<@Nullable String> proxies) {}

    /** The TLS mode of a server, and its source of client certificates. */
    public enum Tls {
        /** Plain HTTP. */
        OFF,
        /**
         * Plain HTTP from a load balancer that reports by the PROXY protocol which clients use TLS: their connections
         * have {@link ProxiedTls}.
         */
        BY_PROXY,
        /** TLS, but only the server has a certificate. */
        SERVER_ONLY,
        /** TLS, and clients are asked for their certificates. */
        WITH_CLIENT_CERTIFICATES
    }

    /**
     * The client's TLS data, forwarded by a load balancer.
     *
     * @param subject the subject of the client certificate that the load balancer has verified; null if there is none
     */
    public record ProxiedTls(@Nullable X500Principal subject) {

        /**
         * Returns the data from the PROXY protocol header.
         *
         * @param channel the channel of the client's connection
         * @return null if the client does not use TLS
         */
        public static @Nullable ProxiedTls of(final Channel channel) {
            return channel.attr(PROXIED_TLS).get();
        }
    }

    /** Sets the handlers of a server; implemented by {@code ListenerRequests.attach}. */
    public interface Handlers {

        /**
         * Called on the event loop of the server before it listens.
         *
         * @param server gets the handlers
         * @param vertx the server's Vert.x
         * @param tls the TLS mode of the server
         * @param roomForResponses false while too many bytes of responses wait for clients
         */
        void attach(HttpServer server, Vertx vertx, Tls tls, BooleanSupplier roomForResponses);
    }

    private static final AttributeKey<ProxiedTls> PROXIED_TLS = AttributeKey.valueOf(ProxiedTls.class, "tls");

    private final Vertx vertx;
    private final Address address;
    private final @Nullable ServerTls tls;
    private final ListeningSocket socket;
    private final RefusedPeers refused;
    private final Handlers handlers;
    private final ListenerConnections connections;
    private final List<String> deployments = new CopyOnWriteArrayList<>();
    private volatile Future<?> opening = Future.succeededFuture();

    /**
     * Creates the listener; {@link #open} makes it listen.
     *
     * @param vertx has the event loops
     * @param address the address of the listener
     * @param connections the connections of the listener and of others with the same limits
     * @param handlers sets the handlers of each server, on its event loop
     * @param configuration names the source of the port in problems
     */
    public HttpListener(
            final Vertx vertx,
            final Address address,
            final ListenerConnections connections,
            final Handlers handlers,
            final Configuration configuration) {
        this.vertx = vertx;
        this.address = address;
        this.tls = address.tls();
        this.connections = connections;
        this.handlers = handlers;
        this.socket = new ListeningSocket(address, configuration);
        this.refused = new RefusedPeers(address.keyPrefix(), configuration);
    }

    /**
     * The name of the listener in {@code Endpoints}.
     *
     * @return a value such as {@code rest}
     */
    public String name() {
        return address.name();
    }

    /**
     * Returns the TLS of the listener.
     *
     * @return null for plain HTTP
     */
    public @Nullable ServerTls tls() {
        return tls;
    }

    /**
     * Binds the port and listens. Clients can connect, but nothing of their connections is read before the connections are released.
     *
     * @return completes when every server listens; an error is a {@link StartException} that names port and origin
     */
    public Completable open() {
        return Completable.fromAction(() -> socket.prepare(vertx.isNativeTransportEnabled()))
                .andThen(RxFuture.completable(() -> {
                    final int instances = connections.settings().instances();
                    final Future<String> open = deploy(1)
                            .compose(first -> instances == 1 ? Future.succeededFuture() : deploy(instances - 1));
                    opening = open;
                    if (tls != null) {
                        tls.watch(vertx);
                    }
                    return open.recover(error -> Future.failedFuture(new StartException(socket.problem(error))));
                }))
                .andThen(Completable.fromAction(socket::protect));
    }

    private Future<String> deploy(final int instances) {
        return vertx.deployVerticle(ServerOnEventLoop::new, new DeploymentOptions().setInstances(instances))
                .onSuccess(deployments::add);
    }

    /**
     * The address at which the server can be reached from this machine.
     *
     * @return with the port that is really bound, or {@code unix:/run/app.sock} for a Unix socket
     */
    public URI address() {
        return socket.uri();
    }

    /**
     * Accepts the connections in the accept queue, closes the port, and lets the connections end: idle ones when their
     * clients have been silent for the grace, the others after their last response.
     *
     * @return completes when no connection is open
     */
    public Completable drain() {
        // A start that was cancelled may still be opening the port, and only an open port can be closed.
        return RxFuture.completable(() -> opening.otherwiseEmpty()).andThen(Completable.defer(connections::drain));
    }

    /**
     * Closes the port and all connections.
     *
     * @return completes when they are closed
     */
    public Completable close() {
        return RxFuture.completable(() -> {
            if (tls != null) {
                tls.close();
            }
            Future<Void> closed = opening.otherwiseEmpty().mapEmpty();
            for (final String id : deployments) {
                closed = closed.compose(before -> vertx.undeploy(id));
            }
            deployments.clear();
            return closed;
        });
    }

    private @Nullable Predicate<Channel> proxies() {
        final Predicate<@Nullable String> trusted = address.proxies();
        return trusted == null
                ? null
                : channel -> trusted.test(
                        channel.remoteAddress() instanceof InetSocketAddress peer && peer.getAddress() != null
                                ? peer.getAddress().getHostAddress()
                                : null);
    }

    static void setProxiedTls(final Channel channel, final ProxiedTls tls) {
        channel.attr(PROXIED_TLS).set(tls);
    }

    private Tls kindOfTls() {
        if (tls == null) {
            return address.proxies() == null ? Tls.OFF : Tls.BY_PROXY;
        }
        return tls.asksClients() ? Tls.WITH_CLIENT_CERTIFICATES : Tls.SERVER_ONLY;
    }

    /** Half as many threads as processors, for all listeners, so that a flood of handshakes leaves processors to open connections. */
    private Executor handshakes() {
        return tls == null
                ? Runnable::run
                : VertxHttp.threads(
                        vertx,
                        "jzenith-handshakes",
                        Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    private final class ServerOnEventLoop extends AbstractVerticle {

        @Override
        public void start(final Promise<Void> started) {
            final HttpServer server = VertxHttp.server(
                    vertx,
                    address.options(),
                    loop -> new ConnectionSetup(
                            address.options(),
                            tls,
                            handshakes(),
                            proxies(),
                            refused,
                            connections,
                            connections.newSweeper(loop)));
            handlers.attach(server, vertx, kindOfTls(), connections::hasRoomForResponses);
            socket.listen(server)
                    .compose(bound -> connections.findListeningChannel(bound, vertx))
                    .onComplete(started);
        }
    }
}

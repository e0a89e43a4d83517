package org.jzenith.http.server;

import io.reactivex.Completable;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.tls.ServerTls;
import org.jzenith.http.vertx.VertxHttp;

/**
 * One address on which an application answers HTTP, with a server on each of several event loops. Safe for use by many
 * threads.
 *
 * <p>The number of connections is limited; a connection is closed if its first headers take too long, if it is idle too
 * long, or if it violates HTTP.
 */
public final class HttpListener {

    /**
     * The limits of connections, and the header {@code Server}.
     *
     * @param instances the number of servers
     * @param maxConnections more are closed at once
     * @param headerTimeout from the connection to the end of its first headers
     * @param idleTimeout without a request in flight, or with a response of which the client takes nothing
     * @param maxBufferedResponses bytes of responses that may wait for clients, on all connections together
     * @param idleGrace how long a client must have been silent before a stop closes its connection
     * @param serverHeader what the header {@code Server} says
     * @param keyPrefix what stands before the keys {@code host} and {@code port} of this listener, for problems
     */
    public record Settings(
            int instances,
            int maxConnections,
            Duration headerTimeout,
            Duration idleTimeout,
            long maxBufferedResponses,
            Duration idleGrace,
            Optional<String> serverHeader,
            String keyPrefix) {}

    /** Whether the connections of a server use TLS, and whether their clients may have certificates. */
    public enum Tls {
        /** In the clear. */
        OFF,
        /** TLS, but only the server has a certificate. */
        SERVER_ONLY,
        /** TLS, and clients are asked for their certificates. */
        WITH_CLIENT_CERTIFICATES
    }

    /** Sets the handlers of a server. */
    public interface Handlers {

        /**
         * Called on the event loop of the server before it listens.
         *
         * @param server gets the handlers
         * @param vertx what the server belongs to
         * @param tls how the clients of the server are known
         * @param hasRoom false while too many bytes of responses wait for clients
         */
        void attach(HttpServer server, Vertx vertx, Tls tls, BooleanSupplier hasRoom);
    }

    /** To Vert.x a negative port is any free port that the servers of one Vert.x share; each listener has its own number. */
    private final int anyPortShared = -1 - System.identityHashCode(this);

    private final Vertx vertx;
    private final HttpServerOptions options;
    private final Settings settings;
    private final @Nullable ServerTls tls;
    private final Handlers handlers;
    private final Configuration configuration;
    private final ServerConnections connections;
    private final ExitOnEventLoopTermination eventLoops = new ExitOnEventLoopTermination();
    private final List<String> deployments = new CopyOnWriteArrayList<>();
    private volatile int actualPort;
    private volatile Future<?> opening = Future.succeededFuture();

    /**
     * Creates the listener; {@link #open} makes it listen.
     *
     * @param vertx has the event loops
     * @param options options for Vert.x, including host and port
     * @param settings the limits of connections
     * @param tls null for connections in the clear
     * @param handlers sets the handlers of each server, on its event loop
     * @param configuration names the source of the port in problems
     */
    public HttpListener(
            final Vertx vertx,
            final HttpServerOptions options,
            final Settings settings,
            final @Nullable ServerTls tls,
            final Handlers handlers,
            final Configuration configuration) {
        this.vertx = vertx;
        this.options = options;
        this.settings = settings;
        this.tls = tls;
        this.handlers = handlers;
        this.configuration = configuration;
        this.connections = new ServerConnections(settings);
        VertxHttp.beforeClose(vertx, eventLoops::close);
    }

    /**
     * Binds the port and listens.
     *
     * @return completes when every server listens; an error is a {@link StartException} that names port and origin
     */
    public Completable open() {
        return RxFuture.completable(() -> {
            final Future<String> open = deploy(1)
                    .compose(first ->
                            settings.instances() == 1 ? Future.succeededFuture() : deploy(settings.instances() - 1));
            opening = open;
            if (tls != null) {
                tls.watch(vertx);
            }
            return open.recover(error -> Future.failedFuture(new StartException(problem(error))));
        });
    }

    private Future<String> deploy(final int instances) {
        return vertx.deployVerticle(ServerOnEventLoop::new, new DeploymentOptions().setInstances(instances))
                .onSuccess(deployments::add);
    }

    /**
     * The address at which the server can be reached from this machine.
     *
     * @return with the port that is really bound
     */
    public URI address() {
        final String host = options.getHost();
        final String reachable = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
        return URI.create((tls == null ? "http://" : "https://")
                + (reachable.indexOf(':') < 0 ? reachable : "[" + reachable + "]") + ":" + actualPort);
    }

    /**
     * Announces the stop to clients: from now on each response closes its connection, HTTP/2 connections get a GOAWAY,
     * and connections with silent clients are closed one after another. Does not wait.
     *
     * @param delay until the port closes; idle connections are closed evenly within it
     */
    public void announceStop(final Duration delay) {
        connections.announceStop(delay);
    }

    /**
     * Accepts the connections in the accept queue, closes the port, and lets the connections end: idle ones when their
     * clients have been silent for the grace, the others after their last response.
     *
     * @return completes when no connection is open
     */
    public Completable drain() {
        return opened().andThen(Completable.defer(connections::drain));
    }

    /** A start that was cancelled may still be opening the port, and only an open port can be closed. */
    private Completable opened() {
        return RxFuture.completable(() -> opening.otherwiseEmpty());
    }

    /**
     * Closes the port and all connections.
     *
     * @return completes when they are closed
     */
    public Completable close() {
        return RxFuture.completable(() -> {
            eventLoops.close();
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

    private StartProblem problem(final Throwable error) {
        final String portKey = settings.keyPrefix() + ".port";
        final String hostKey = settings.keyPrefix() + ".host";
        if (isInUse(error)) {
            return StartProblem.of("Port " + options.getPort() + " is already in use on "
                            + address().getHost() + ".")
                    .from(configuration.origin(portKey).orElse("the default of " + portKey))
                    .remedy("Stop the other process or set " + portKey + ".")
                    .causedBy(error);
        }
        return StartProblem.of("The server cannot listen on " + options.getHost() + ":" + options.getPort() + ": "
                        + error.getMessage() + ".")
                .from(configuration.origin(hostKey).orElse("the default of " + hostKey))
                .remedy("Set " + hostKey + " to an address of this machine.")
                .causedBy(error);
    }

    /** The native transport has an exception of its own for it. */
    private static boolean isInUse(final Throwable error) {
        return error instanceof BindException
                || (error instanceof IOException
                        && String.valueOf(error.getMessage()).contains("already in use"));
    }

    private Tls kindOfTls() {
        return tls == null ? Tls.OFF : tls.asksClients() ? Tls.WITH_CLIENT_CERTIFICATES : Tls.SERVER_ONLY;
    }

    private final class ServerOnEventLoop extends AbstractVerticle {

        @Override
        public void start(final Promise<Void> started) {
            final int port = options.getPort() == 0 ? anyPortShared : options.getPort();
            final HttpServer server = VertxHttp.server(
                    vertx,
                    options,
                    loop -> new GuardInitializer(options, tls, connections, connections.newSweeper(loop)));
            handlers.attach(server, vertx, kindOfTls(), connections::hasRoomForResponses);
            eventLoops.add(EventLoopContext.eventLoopOf(context));
            server.listen(port, options.getHost())
                    .onSuccess(bound -> actualPort = bound.actualPort())
                    .compose(bound -> connections.findListeningChannel(bound.actualPort(), vertx))
                    .onComplete(started);
        }
    }
}

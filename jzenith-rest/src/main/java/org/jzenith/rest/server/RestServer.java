package org.jzenith.rest.server;

import io.reactivex.Completable;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.BindException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.Problem;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxFuture;

/** Listens on one port with a server on each of several event loops, and hands every request to one handler. */
public final class RestServer {

    /** To Vert.x a negative port is any free port that the servers of one Vert.x share. */
    private static final int ANY_PORT_SHARED = -1;

    private final Vertx vertx;
    private final HttpServerOptions options;
    private final int instances;
    private final Handler<HttpServerRequest> handler;
    private final Configuration configuration;
    private final Endpoints endpoints;
    private volatile @Nullable String deployment;
    private volatile int actualPort;

    public RestServer(
            final Vertx vertx,
            final HttpServerOptions options,
            final int instances,
            final Handler<HttpServerRequest> handler,
            final Configuration configuration,
            final Endpoints endpoints) {
        this.vertx = vertx;
        this.options = options;
        this.instances = instances;
        this.handler = handler;
        this.configuration = configuration;
        this.endpoints = endpoints;
    }

    /** Binds the port and listens. An error is a {@link StartException} that names port and origin. */
    public Completable open() {
        return RxFuture.completable(
                () -> vertx.deployVerticle(Listener::new, new DeploymentOptions().setInstances(instances))
                        .onSuccess(id -> {
                            deployment = id;
                            endpoints.add("rest", address());
                        })
                        .recover(error -> Future.failedFuture(new StartException(problem(error)))));
    }

    /** Closes the port and all connections. */
    public Completable close() {
        return Completable.defer(() -> {
            final String id = deployment;
            deployment = null;
            return id == null ? Completable.complete() : RxFuture.completable(() -> vertx.undeploy(id));
        });
    }

    private URI address() {
        final String host = options.getHost();
        final String reachable = host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
        return URI.create(
                "http://" + (reachable.indexOf(':') < 0 ? reachable : "[" + reachable + "]") + ":" + actualPort);
    }

    private Problem problem(final Throwable error) {
        if (error instanceof BindException) {
            return Problem.of("Port " + options.getPort() + " is already in use on " + options.getHost() + ".")
                    .from(configuration.origin("rest.port").orElse("the default of rest.port"))
                    .remedy("Stop the other process or set rest.port.")
                    .causedBy(error);
        }
        return Problem.of("The server cannot listen on " + options.getHost() + ":" + options.getPort() + ": "
                        + error.getMessage() + ".")
                .from(configuration.origin("rest.host").orElse("the default of rest.host"))
                .remedy("Set rest.host to an address of this machine.")
                .causedBy(error);
    }

    private final class Listener extends AbstractVerticle {

        @Override
        public void start(final Promise<Void> started) {
            final int port = options.getPort() == 0 ? ANY_PORT_SHARED : options.getPort();
            final HttpServer server = vertx.createHttpServer(options).requestHandler(handler);
            server.listen(port, options.getHost())
                    .onSuccess(bound -> actualPort = bound.actualPort())
                    .<Void>mapEmpty()
                    .onComplete(started);
        }
    }
}

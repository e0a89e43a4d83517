package org.jzenith.benchmark.stock;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import org.jboss.resteasy.plugins.server.vertx.VertxRequestHandler;
import org.jboss.resteasy.spi.ResteasyDeployment;

/** One HTTP server on its own event loop; all of them share the port. */
final class HttpVerticle extends AbstractVerticle {

    private final ResteasyDeployment deployment;
    private final int port;

    HttpVerticle(final ResteasyDeployment deployment, final int port) {
        this.deployment = deployment;
        this.port = port;
    }

    @Override
    @SuppressWarnings("removal") // The handler that is to be measured is the deprecated one; there is no other.
    public void start(final Promise<Void> started) {
        vertx.createHttpServer()
                .requestHandler(new VertxRequestHandler(vertx, deployment))
                .listen(port)
                .<Void>mapEmpty()
                .onComplete(started);
    }
}

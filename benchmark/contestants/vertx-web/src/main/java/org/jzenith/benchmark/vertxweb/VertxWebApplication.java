package org.jzenith.benchmark.vertxweb;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Starts the peer with one verticle for each event loop. */
public final class VertxWebApplication {

    private static final Logger LOGGER = System.getLogger(VertxWebApplication.class.getName());

    private VertxWebApplication() {}

    /**
     * The program.
     *
     * @param arguments none; the settings come from the environment
     */
    public static void main(final String... arguments) {
        final int eventLoops = Runtime.getRuntime().availableProcessors();
        final Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(eventLoops));
        vertx.deployVerticle(WebVerticle::new, new DeploymentOptions().setInstances(eventLoops))
                .onFailure(error -> {
                    LOGGER.log(Level.ERROR, "The peer cannot start.", error);
                    vertx.close().onComplete(closed -> System.exit(1));
                });
    }
}

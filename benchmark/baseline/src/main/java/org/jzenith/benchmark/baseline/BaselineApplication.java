package org.jzenith.benchmark.baseline;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Starts the baseline: {@code java -jar baseline.jar}. */
public final class BaselineApplication {

    private static final Logger LOGGER = System.getLogger(BaselineApplication.class.getName());

    /** The number of concurrent row streams: jZenith's default. */
    private static final int STREAMS = 6;

    private BaselineApplication() {}

    /**
     * The program.
     *
     * @param arguments settings such as {@code --rest.port=9090}
     */
    public static void main(final String... arguments) {
        final Settings settings = new Settings(arguments);
        final int eventLoops = Runtime.getRuntime().availableProcessors();
        final Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(eventLoops));
        final EventBroadcast events = new EventBroadcast();
        final AccessLines accessLines = AccessLines.of(settings);
        final BearerTokens tokens = BearerTokens.of(settings);
        final Observation observation = Observation.of(settings);
        vertx.deployVerticle(
                        () -> {
                            final Feature features = Feature.of(settings, accessLines, observation, tokens);
                            return tokens != null && settings.isSecured()
                                    ? new SecuredVerticle(settings, features, tokens)
                                    : verticle(settings, eventLoops, features, events, observation);
                        },
                        new DeploymentOptions().setInstances(eventLoops))
                .compose(id -> observation == null
                        ? Future.succeededFuture()
                        : observation.serve(vertx, settings.adminPort()).mapEmpty())
                .onSuccess(id -> LOGGER.log(
                        Level.INFO,
                        "Open at port {0} with {1} event loops, {2} connections to the database each, native transport: {3}.",
                        String.valueOf(settings.port()),
                        eventLoops,
                        settings.connections(),
                        vertx.isNativeTransportEnabled()))
                .onFailure(error -> {
                    LOGGER.log(Level.ERROR, "The baseline cannot start.", error);
                    vertx.close().onComplete(closed -> System.exit(1));
                });
    }

    private static Verticle verticle(
            final Settings settings,
            final int eventLoops,
            final Feature features,
            final EventBroadcast events,
            final @Nullable Observation observation) {
        if (!settings.folder().isEmpty()) {
            return new TransportVerticle(settings, Math.max(1, STREAMS / eventLoops), features);
        }
        return settings.service()
                ? new ServiceVerticle(settings, Math.max(1, STREAMS / eventLoops), features, events, observation)
                : new EndpointsVerticle(settings, features);
    }
}

package org.jzenith.core;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.log.ApplicationLog;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.log.StartLog;
import org.jzenith.core.problem.StartException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts Vert.x on its own thread while Guice reads the modules, because both spend most of that time loading classes. */
final class VertxBootstrap {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationLog.NAME);

    private final CompletableFuture<Started> task;

    private VertxBootstrap(final CompletableFuture<Started> task) {
        this.task = task;
    }

    /** @param builder creates Vert.x with the given options, and can change the options first */
    static VertxBootstrap begin(
            final JZenithConfiguration settings, final Function<VertxOptions, Vertx> builder, final StartLog log) {
        return new VertxBootstrap(CompletableFuture.supplyAsync(
                () -> vertx(settings, builder, log), task -> new Thread(task, "jzenith-vertx").start()));
    }

    private record Started(Vertx vertx, BlockedEventLoopDetector detector) {}

    private static Started vertx(
            final JZenithConfiguration settings, final Function<VertxOptions, Vertx> builder, final StartLog log) {
        final long begin = System.nanoTime();
        final VertxOptions options = new VertxOptions()
                .setPreferNativeTransport(true)
                .setWorkerPoolSize(settings.workerThreads())
                .setBlockedThreadCheckInterval(BlockedEventLoopDetector.checkMillis(settings))
                .setMaxEventLoopExecuteTime(BlockedEventLoopDetector.firstReportMillis(settings))
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
        options.setEventLoopPoolSize(
                settings.eventLoops().orElse(Runtime.getRuntime().availableProcessors()));
        final Vertx vertx = builder.apply(options);
        vertx.exceptionHandler(
                error -> LOGGER.error("A handler on an event loop threw an exception.", LogText.escape(error)));
        final BlockedEventLoopDetector detector = BlockedEventLoopDetector.install(vertx, settings);
        log.step(
                "Vert.x",
                begin,
                (vertx.isNativeTransportEnabled() ? "native" : "NIO") + " transport"
                        + (vertx.isClustered() ? ", clustered" : ""));
        return new Started(vertx, detector);
    }

    /** Waits until Vert.x has started, even if the thread is interrupted, so that the stop can close Vert.x. */
    Vertx get() {
        return started().vertx();
    }

    /** Waits as {@link #get()} does. */
    BlockedEventLoopDetector detector() {
        return started().detector();
    }

    /** Lets the stop close Vert.x, if Vert.x has started. If it has not, {@link #get()} and {@link #detector()} throw the error. */
    void useIn(final Lifecycle lifecycle) {
        final Started known;
        try {
            known = started();
        } catch (final StartException e) {
            LOGGER.debug("Vert.x has not started.", e);
            return;
        }
        lifecycle.setVertx(known.vertx(), known.detector());
    }

    private Started started() {
        try {
            return task.join();
        } catch (final CompletionException e) {
            if (e.getCause() instanceof final StartException refused) {
                throw refused;
            }
            if (e.getCause() instanceof final Error error) {
                throw error;
            }
            throw new IllegalStateException("Vert.x does not start.", e.getCause());
        }
    }
}

package org.jzenith.core;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Vert.x, which starts on a thread of its own while Guice reads the modules; each takes its time to load. */
final class VertxStart {

    private static final Logger LOGGER = LoggerFactory.getLogger(JZenith.class);

    private final FutureTask<Started> task;

    private VertxStart(final FutureTask<Started> task) {
        this.task = task;
    }

    static VertxStart begin(final JZenithConfiguration settings) {
        final VertxStart start = new VertxStart(new FutureTask<>(() -> vertx(settings)));
        new Thread(start.task, "jzenith-vertx").start();
        return start;
    }

    private record Started(Vertx vertx, EventLoopWatch watch) {}

    private static Started vertx(final JZenithConfiguration settings) {
        final long begin = System.nanoTime();
        final VertxOptions options = new VertxOptions()
                .setPreferNativeTransport(true)
                .setWorkerPoolSize(settings.workerThreads())
                .setBlockedThreadCheckInterval(EventLoopWatch.checkMillis(settings))
                .setMaxEventLoopExecuteTime(EventLoopWatch.firstLookMillis(settings))
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
        options.setEventLoopPoolSize(
                settings.eventLoops().orElse(Runtime.getRuntime().availableProcessors()));
        final Vertx vertx = Vertx.vertx(options);
        vertx.exceptionHandler(
                error -> LOGGER.error("An error left a handler on an event loop.", LogText.escape(error)));
        final EventLoopWatch watch = EventLoopWatch.over(vertx, settings);
        LOGGER.info(
                "Vert.x on the {} transport took {} ms.",
                vertx.isNativeTransportEnabled() ? "native" : "NIO",
                (System.nanoTime() - begin) / 1_000_000);
        return new Started(vertx, watch);
    }

    /** Waits for it, also when interrupted: what was begun must be known to be closed. The interrupt is kept. */
    Vertx get() {
        return started().vertx();
    }

    /** Waits as {@link #get()} does. */
    EventLoopWatch watch() {
        return started().watch();
    }

    private Started started() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (final InterruptedException e) {
                    interrupted = true;
                } catch (final ExecutionException e) {
                    if (e.getCause() instanceof final Error error) {
                        throw error;
                    }
                    throw new IllegalStateException("Vert.x does not start.", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

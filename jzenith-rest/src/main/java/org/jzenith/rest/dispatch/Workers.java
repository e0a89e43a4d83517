package org.jzenith.rest.dispatch;

import io.vertx.core.Vertx;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work that blocks: on virtual threads where the JVM has them, otherwise on worker threads of Vert.x. */
final class Workers {

    private static final Logger LOGGER = LoggerFactory.getLogger(Workers.class);
    private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();

    private Workers() {}

    /**
     * Runs work on a thread of its own.
     *
     * @param failed is called if there is no thread for it, or if the work fails in a thread of Vert.x
     */
    static void run(final Vertx vertx, final Runnable work, final Consumer<Throwable> failed) {
        final MethodHandle start = START_VIRTUAL;
        try {
            if (start == null) {
                vertx.executeBlocking(
                                () -> {
                                    work.run();
                                    return true;
                                },
                                false)
                        .onFailure(failed::accept);
            } else {
                final Thread started = (Thread) start.invokeExact(work);
                LOGGER.trace("{} has started.", started);
            }
        } catch (final Throwable e) {
            failed.accept(new IllegalStateException("No thread can be started for work that may block.", e));
        }
    }

    private static @Nullable MethodHandle startVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (final NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }
}

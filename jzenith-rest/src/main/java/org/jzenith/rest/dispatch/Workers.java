package org.jzenith.rest.dispatch;

import io.vertx.core.Vertx;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads for work that blocks: virtual ones where the JVM has them, else those of Vert.x. */
final class Workers {

    private static final Logger LOGGER = LoggerFactory.getLogger(Workers.class);
    private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();

    private Workers() {}

    static void run(final Vertx vertx, final Runnable work) {
        final MethodHandle start = START_VIRTUAL;
        if (start == null) {
            vertx.executeBlocking(
                            () -> {
                                work.run();
                                return true;
                            },
                            false)
                    .onFailure(error -> LOGGER.error("Work that may block failed.", LogText.escape(error)));
            return;
        }
        try {
            final Thread started = (Thread) start.invokeExact(work);
            LOGGER.trace("{} works.", started);
        } catch (final Throwable e) {
            throw new IllegalStateException("No virtual thread can be started.", e);
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

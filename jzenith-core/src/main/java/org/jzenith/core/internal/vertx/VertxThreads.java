package org.jzenith.core.internal.vertx;

import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.VertxThread;

/** The threads of Vert.x, for the detector of blocked event loops. Safe for use by many threads. */
public final class VertxThreads {

    private VertxThreads() {}

    /** Sees threads of Vert.x that have worked on one task for too long. */
    public interface BlockedThreadListener {

        /**
         * Called on the thread that checks the others. Must not throw, because an exception would end that thread.
         *
         * @param thread works on the task
         * @param nanos the duration of the task so far, in nanoseconds
         * @param limit the time that a task of this thread may take, in nanoseconds
         */
        void blocked(Thread thread, long nanos, long limit);
    }

    /** Replaces what Vert.x does with a thread that is blocked. */
    public static void listenToBlocked(final Vertx vertx, final BlockedThreadListener listener) {
        ((VertxInternal) vertx)
                .blockedThreadChecker()
                .setThreadBlockedHandler(
                        event -> listener.blocked(event.thread(), event.duration(), event.maxExecTime()));
    }

    /** Returns the start of a thread's current task, as a time of {@link System#nanoTime}; 0 if it has none. */
    public static long workBegin(final Thread thread) {
        return thread instanceof final VertxThread ofVertx ? ofVertx.startTime() : 0;
    }

    /** Runs an action when Vert.x closes, before its event loops end. */
    public static void beforeClose(final Vertx vertx, final Runnable action) {
        ((VertxInternal) vertx).addCloseHook(closed -> {
            action.run();
            closed.complete();
        });
    }
}

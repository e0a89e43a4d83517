package org.jzenith.core.vertx;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.VertxThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A context of Vert.x with its event loop, which the public types do not show. Safe for use by many threads. */
public final class EventLoopContext {

    private static final Logger LOGGER = LoggerFactory.getLogger(EventLoopContext.class);

    private final ContextInternal context;

    private EventLoopContext(final ContextInternal context) {
        this.context = context;
    }

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

    /** A context that exists. */
    public static EventLoopContext of(final Context context) {
        return new EventLoopContext((ContextInternal) context);
    }

    /** New contexts, one on each event loop. */
    public static List<EventLoopContext> onEach(final Vertx vertx) {
        final VertxInternal internal = (VertxInternal) vertx;
        final ClassLoader loader = Thread.currentThread().getContextClassLoader();
        final List<EventLoopContext> contexts = new ArrayList<>();
        for (final EventExecutor loop : internal.getEventLoopGroup()) {
            contexts.add(new EventLoopContext(internal.createEventLoopContext((EventLoop) loop, null, loader)));
        }
        return contexts;
    }

    /** The event loop of a context. */
    public static EventLoop eventLoopOf(final Context context) {
        return ((ContextInternal) context).nettyEventLoop();
    }

    /** Replaces what Vert.x does with a thread that is blocked. */
    public static void listenToBlockedThreads(final Vertx vertx, final BlockedThreadListener listener) {
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

    /** The context as the public types have it. */
    public Context context() {
        return context;
    }

    /** The event loop of this context. */
    public EventLoop eventLoop() {
        return context.nettyEventLoop();
    }

    /** Returns true if this thread runs the tasks of this context. */
    public boolean isInThread() {
        return context.inThread();
    }

    /** Runs an action now if this thread runs the tasks of this context, otherwise later. */
    public void run(final Runnable action) {
        if (context.inThread()) {
            action.run();
        } else {
            runLater(action);
        }
    }

    /** Runs an action as a task of this context. */
    public void runLater(final Runnable action) {
        context.runOnContext(inContext -> action.run());
    }

    /** Runs an action as a task of this context; not if its event loop has terminated. */
    public void runUnlessTerminated(final Runnable action) {
        try {
            runLater(action);
        } catch (final RejectedExecutionException e) {
            LOGGER.debug("An event loop has terminated.", e);
        }
    }

    /** Runs an action once, when the event loop has run all pending tasks, or has terminated. */
    public void afterPendingTasks(final Runnable action) {
        final AtomicBoolean done = new AtomicBoolean();
        final Runnable once = () -> {
            if (done.compareAndSet(false, true)) {
                action.run();
            }
        };
        eventLoop().terminationFuture().addListener(ended -> once.run());
        runUnlessTerminated(() -> runUnlessTerminated(once));
    }

    /** A promise whose listeners are called in this context. */
    public <T> Promise<T> promise() {
        return context.promise();
    }

    /** Runs an action in this context after a time; returns the number of the timer. */
    public long setTimer(final long millis, final Runnable action) {
        return context.setTimer(millis, timer -> action.run());
    }

    /** Runs an action in this context again and again; returns the number of the timer. */
    public long setPeriodic(final long millis, final Runnable action) {
        return context.setPeriodic(millis, timer -> action.run());
    }

    /** Ends a timer; returns false if its action has run. */
    public boolean cancelTimer(final long timer) {
        return context.owner().cancelTimer(timer);
    }
}

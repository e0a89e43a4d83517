package org.jzenith.core.vertx;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: a context of Vert.x on an event loop. Use state that belongs to one event loop only in tasks of its context.
 *
 * <pre>{@code
 * Executor caller = EventLoopContext.caller();
 * client.ask(question, answer -> caller.execute(() -> promise.complete(answer)));
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public final class EventLoopContext {

    private static final Logger LOGGER = LoggerFactory.getLogger(EventLoopContext.class);

    private final ContextInternal context;

    private EventLoopContext(final ContextInternal context) {
        this.context = context;
    }

    /**
     * Wraps a context that exists.
     *
     * @param context the context of an event loop
     * @return the same context
     */
    public static EventLoopContext of(final Context context) {
        return new EventLoopContext((ContextInternal) context);
    }

    /**
     * Returns the event loop that the current thread works for.
     *
     * @return null if the thread works for none, such as a thread of another library
     */
    public static @Nullable EventLoopContext current() {
        final Context context = Vertx.currentContext();
        return context != null && context.isEventLoopContext() ? of(context) : null;
    }

    /**
     * Returns an executor for results that arrive on a foreign thread.
     *
     * @return an executor that runs tasks later on the calling event loop; if the caller is not on an event loop, it runs tasks at once on
     *     the thread that has the result
     */
    public static Executor caller() {
        final EventLoopContext current = current();
        return current == null ? Runnable::run : current::runLater;
    }

    /**
     * Creates contexts, one on each event loop of the application.
     *
     * @param vertx the application's Vert.x
     * @return new contexts, always in the same order of event loops
     */
    public static List<EventLoopContext> onEach(final Vertx vertx) {
        final VertxInternal internal = (VertxInternal) vertx;
        final ClassLoader loader = Thread.currentThread().getContextClassLoader();
        final List<EventLoopContext> contexts = new ArrayList<>();
        for (final EventExecutor loop : internal.getEventLoopGroup()) {
            contexts.add(new EventLoopContext(internal.createEventLoopContext((EventLoop) loop, null, loader)));
        }
        return contexts;
    }

    /**
     * Returns the event loop of a context.
     *
     * @param context a context of Vert.x
     * @return Netty's event loop
     */
    public static EventLoop eventLoopOf(final Context context) {
        return ((ContextInternal) context).nettyEventLoop();
    }

    /**
     * Returns the context as a public type of Vert.x.
     *
     * @return Vert.x's context
     */
    public Context context() {
        return context;
    }

    /**
     * Returns the event loop of this context.
     *
     * @return Netty's event loop, the same for all contexts on it
     */
    public EventLoop eventLoop() {
        return context.nettyEventLoop();
    }

    /**
     * Returns true if this thread runs the tasks of this context.
     *
     * @return true on the thread of its event loop
     */
    public boolean isInThread() {
        return context.inThread();
    }

    /**
     * Runs an action now if this thread runs the tasks of this context, otherwise later.
     *
     * @param action must not block
     */
    public void run(final Runnable action) {
        if (context.inThread()) {
            action.run();
        } else {
            runLater(action);
        }
    }

    /**
     * Runs an action as a task of this context.
     *
     * @param action must not block
     */
    public void runLater(final Runnable action) {
        context.runOnContext(inContext -> action.run());
    }

    /**
     * Runs an action as a task of this context. If its event loop has terminated, the action does not run.
     *
     * @param action must not block
     */
    public void runUnlessTerminated(final Runnable action) {
        try {
            runLater(action);
        } catch (final RejectedExecutionException e) {
            LOGGER.debug("An event loop has terminated.", e);
        }
    }

    /**
     * Runs an action once, when the event loop has run all pending tasks, or has terminated.
     *
     * @param action must not block
     */
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

    /**
     * Creates a promise whose listeners are called in this context.
     *
     * @param <T> the type of its value
     * @return a new promise, which any thread may complete
     */
    public <T> Promise<T> promise() {
        return context.promise();
    }

    /**
     * Runs an action in this context after a time.
     *
     * @param millis at least 1
     * @param action must not block
     * @return the number of the timer
     */
    @CanIgnoreReturnValue
    public long setTimer(final long millis, final Runnable action) {
        return context.setTimer(millis, timer -> action.run());
    }

    /**
     * Runs an action in this context again and again.
     *
     * @param millis at least 1
     * @param action must not block
     * @return the number of the timer
     */
    public long setPeriodic(final long millis, final Runnable action) {
        return context.setPeriodic(millis, timer -> action.run());
    }

    /**
     * Ends a timer.
     *
     * @param timer the number of the timer
     * @return false if its action has already run
     */
    @CanIgnoreReturnValue
    public boolean cancelTimer(final long timer) {
        return context.owner().cancelTimer(timer);
    }
}

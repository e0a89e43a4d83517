package org.jzenith.core.context;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of an event loop of an application. Other threads read which request it works for, and interrupt that work without
 * interrupting later work. Safe for use by many threads.
 *
 * <p>An interrupt that arrives too late, after its work has ended, would close connections, because JDK channels close when their thread is
 * interrupted. So {@link #arm()} announces an interrupt before {@link #interruptIf} sends it. If an interrupt is announced when the thread
 * ends work for a request, the thread waits until no interrupt is being sent, and clears it. Without an announcement, this costs one read
 * of a volatile field.
 */
public final class EventLoopThread {

    private final Thread thread;
    private final RequestContext.ThreadContext current;
    private volatile boolean armed;

    private EventLoopThread(final Thread thread, final RequestContext.ThreadContext current) {
        this.thread = thread;
        this.current = current;
    }

    /**
     * Declares the current thread to be an event loop of an application.
     *
     * @return the thread
     */
    public static EventLoopThread attach() {
        final RequestContext.ThreadContext current = RequestContext.thread();
        final EventLoopThread attached = new EventLoopThread(Thread.currentThread(), current);
        current.eventLoop = attached;
        return attached;
    }

    /**
     * Returns true if the current thread is an event loop of an application, so that it must not block.
     *
     * @return false on every other thread, including event loops of others
     */
    public static boolean isCurrent() {
        return RequestContext.thread().eventLoop != null;
    }

    /**
     * The thread itself.
     *
     * @return a thread that is alive until Vert.x is closed
     */
    public Thread thread() {
        return thread;
    }

    /**
     * The request that the thread works for.
     *
     * @return null if there is none; the result can change at any time
     */
    public @Nullable RequestContext context() {
        return current.context;
    }

    /** Announces an interrupt. */
    public void arm() {
        armed = true;
    }

    boolean isArmed() {
        return armed;
    }

    /**
     * Interrupts the thread if the interrupt was announced and the thread has not ended work for a request since then.
     *
     * @param condition must still be true; tested while the thread cannot start its next request
     * @return true if it was interrupted
     */
    public synchronized boolean interruptIf(final BooleanSupplier condition) {
        if (!armed || !condition.getAsBoolean()) {
            return false;
        }
        thread.interrupt();
        return true;
    }

    /**
     * Clears an interrupt that was announced or sent.
     *
     * @throws IllegalStateException if called on another thread
     */
    public synchronized void disarm() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("Only " + thread.getName() + " may clear its interrupt.");
        }
        if (armed) {
            armed = false;
            Thread.interrupted();
        }
    }
}

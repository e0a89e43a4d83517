package org.jzenith.core.context;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of an event loop of an application: what it works for, as other threads see it, and how they interrupt it
 * without harm to what it does next. Safe for use by many threads.
 *
 * <p>An interrupt that arrives after the work for which it was meant would close connections, as channels of the JDK
 * close when their thread is interrupted. So an interrupt is announced first, by {@link #arm()}, well before it is sent.
 * When the thread ends work for a request it sees the announcement; then it waits for an interrupt that is being sent,
 * and forgets it. A thread that was not announced anything pays for one read of a field.
 */
public final class EventLoopThread {

    private final Thread thread;
    private final RequestContext.Place place;
    private volatile boolean armed;

    private EventLoopThread(final Thread thread, final RequestContext.Place place) {
        this.thread = thread;
        this.place = place;
    }

    /**
     * Declares the current thread to be an event loop of an application.
     *
     * @return the thread
     */
    public static EventLoopThread attach() {
        final RequestContext.Place place = RequestContext.place();
        final EventLoopThread attached = new EventLoopThread(Thread.currentThread(), place);
        place.eventLoop = attached;
        return attached;
    }

    /**
     * Whether the current thread is an event loop of an application, so that it must not block.
     *
     * @return false on every other thread, also on event loops of others
     */
    public static boolean isCurrent() {
        return RequestContext.place().eventLoop != null;
    }

    /**
     * The thread itself.
     *
     * @return alive until Vert.x is closed
     */
    public Thread thread() {
        return thread;
    }

    /**
     * The request that the thread works for.
     *
     * @return null if it is none; a moment later it may be another one
     */
    public @Nullable RequestContext context() {
        return place.context;
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
     * @param condition must still hold; asked while the thread cannot go on to its next request
     * @return whether it was interrupted
     */
    public synchronized boolean interruptIf(final BooleanSupplier condition) {
        if (!armed || !condition.getAsBoolean()) {
            return false;
        }
        thread.interrupt();
        return true;
    }

    /**
     * Forgets an interrupt that was announced or has come.
     *
     * @throws IllegalStateException if called on another thread
     */
    public synchronized void disarm() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("Only " + thread.getName() + " may do that.");
        }
        if (armed) {
            armed = false;
            Thread.interrupted();
        }
    }
}

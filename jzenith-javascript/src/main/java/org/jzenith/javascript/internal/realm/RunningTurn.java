package org.jzenith.javascript.internal.realm;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;

/** The turn of a realm. Its thread begins and ends it, and the watch may interrupt it. */
final class RunningTurn {

    /** The time that a turn has to react to an interrupt. */
    private static final Duration REACTION = Duration.ofSeconds(1);

    /** A turn may wait, or lack a processor, for this many times its CPU time. */
    private static final int WALL_TIMES = 10;

    private final Context context;
    private final Runnable unresponsive;
    private final Object lock = new Object();

    /** The start of the turn as a time of {@link System#nanoTime}. */
    private volatile long begun;

    /** The thread of the turn. */
    private volatile long threadId;

    /** The turn may take this many times as long as others. */
    private volatile int times = 1;

    private volatile boolean running;

    /** The start of the turn that the watch has seen last, and the CPU time of its thread then. On the thread of the watch. */
    private long seen;

    private long cpuNanosSeen;

    @GuardedBy("lock")
    private boolean interrupting;

    /** The thread of the turn may have been interrupted, too. */
    @GuardedBy("lock")
    private boolean interrupted;

    /** @param unresponsive runs before the end of a turn that has not reacted to an interrupt */
    RunningTurn(final Context context, final Runnable unresponsive) {
        this.context = context;
        this.unresponsive = unresponsive;
    }

    /** @param allowed how many times as long as others the turn may take */
    void begin(final int allowed) {
        threadId = Thread.currentThread().getId();
        times = allowed;
        begun = System.nanoTime();
        running = true;
    }

    /** Ends the turn. The watch may be interrupting it at this moment; it ends as soon as this thread has left the context. */
    void end() {
        synchronized (lock) {
            running = false;
            while (interrupting) {
                try {
                    lock.wait();
                } catch (final InterruptedException e) {
                    // the interrupt of the turn
                }
            }
            if (interrupted) {
                interrupted = false;
                Thread.interrupted();
            }
        }
    }

    boolean isInterrupted() {
        synchronized (lock) {
            return interrupted;
        }
    }

    /**
     * Interrupts the turn if it has used more CPU time, or has taken ten times as long. On the thread of the watch.
     *
     * @return false if it has not reacted
     */
    boolean interruptIfTooLong(final long maxNanos, final ThreadMXBean threads) {
        final long turn = begun;
        if (!running || !isTooLong(turn, maxNanos * times, threads)) {
            return true;
        }
        synchronized (lock) {
            if (!running || begun != turn) {
                return true;
            }
            interrupting = true;
            interrupted = true;
        }
        boolean reacted = true;
        try {
            context.interrupt(REACTION);
        } catch (final TimeoutException e) {
            reacted = false;
        } finally {
            synchronized (lock) {
                interrupting = false;
                if (!reacted) {
                    unresponsive.run();
                }
                lock.notifyAll();
            }
        }
        return reacted;
    }

    private boolean isTooLong(final long turn, final long maxNanos, final ThreadMXBean threads) {
        final long cpuNanos = threads.getThreadCpuTime(threadId);
        if (turn != seen) {
            seen = turn;
            cpuNanosSeen = cpuNanos;
        }
        return cpuNanos - cpuNanosSeen >= maxNanos || System.nanoTime() - turn >= WALL_TIMES * maxNanos;
    }
}

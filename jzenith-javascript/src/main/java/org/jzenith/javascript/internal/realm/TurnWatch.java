package org.jzenith.javascript.internal.realm;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts turns of JavaScript that take too long, on a thread of its own. A turn that does not react delays the look at the others by up
 * to a second. Safe for use by many threads.
 */
final class TurnWatch {

    private static final Logger LOGGER = LoggerFactory.getLogger(TurnWatch.class);

    private static final int LOOKS_PER_TURN = 4;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long maxNanos;
    private final List<ScriptRealm> realms = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "jzenith-javascript-watch");
    private volatile boolean closed;

    /** @param maxTurn the CPU time for a turn */
    TurnWatch(final Duration maxTurn) {
        this.maxNanos = maxTurn.toNanos();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void add(final ScriptRealm realm) {
        realms.add(realm);
    }

    void remove(final ScriptRealm realm) {
        realms.remove(realm);
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(maxNanos / LOOKS_PER_TURN);
            for (final ScriptRealm realm : realms) {
                try {
                    realm.interruptIfTooLong(maxNanos, threads);
                } catch (final RuntimeException e) {
                    LOGGER.error("JavaScript could not be interrupted. jZenith tries again.", e);
                }
            }
        }
    }

    /** Ends the thread. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

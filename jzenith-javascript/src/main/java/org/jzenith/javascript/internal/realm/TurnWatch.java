package org.jzenith.javascript.internal.realm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** Interrupts turns of JavaScript that take too long, on a thread of its own. Safe for use by many threads. */
final class TurnWatch {

    private static final int LOOKS_PER_TURN = 4;

    private final long maxNanos;
    private final List<ScriptRealm> realms = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "jzenith-javascript-watch");
    private volatile boolean closed;

    /** @param maxTurn the time for a turn */
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
            final long now = System.nanoTime();
            for (final ScriptRealm realm : realms) {
                realm.interruptIfOlder(now, maxNanos);
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

package org.jzenith.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A limit for things that nobody announces, looked at every few milliseconds. */
final class Waiting {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final long end;

    Waiting(final Duration limit) {
        end = System.nanoTime() + limit.toNanos();
    }

    boolean isOver() {
        return System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
    }

    void pause() {
        LockSupport.parkNanos(PAUSE);
    }
}

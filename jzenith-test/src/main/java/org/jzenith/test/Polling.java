package org.jzenith.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A time limit for a condition that is checked every 20 ms. */
final class Polling {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final long end;

    Polling(final Duration limit) {
        end = System.nanoTime() + limit.toNanos();
    }

    boolean isOver() {
        return System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
    }

    void pause() {
        LockSupport.parkNanos(PAUSE);
    }
}

package org.jzenith.test.leak;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A time limit for a condition that is checked every 20 ms. */
public final class Polling {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final long end;

    public Polling(final Duration limit) {
        end = System.nanoTime() + limit.toNanos();
    }

    public boolean isOver() {
        return System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
    }

    public void pause() {
        LockSupport.parkNanos(PAUSE);
    }
}

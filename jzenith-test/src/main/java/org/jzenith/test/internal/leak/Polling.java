package org.jzenith.test.internal.leak;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A time limit for a condition that is checked every 5 ms. */
public final class Polling {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

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

    /** Waits for a condition; fails when the time limit of the test interrupts the thread. */
    public static void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("The time limit of the test has passed.");
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /**
     * Waits until nothing is left.
     *
     * @param found returns what is left now
     * @return what is left at the time limit
     */
    public List<String> remaining(final Supplier<List<String>> found) {
        List<String> left = found.get();
        while (!left.isEmpty() && !isOver()) {
            pause();
            left = found.get();
        }
        return left;
    }
}

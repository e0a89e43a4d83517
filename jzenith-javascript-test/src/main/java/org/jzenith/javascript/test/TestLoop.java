package org.jzenith.javascript.test;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The event loop of a test file: runs timers and handles awaited responses, on the thread of the test. */
final class TestLoop {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final BlockingQueue<Runnable> arrived = new LinkedBlockingQueue<>();
    private final Map<Integer, ScriptTimer> timers = new HashMap<>();
    private int awaited;
    private int last;

    /**
     * A running timer.
     *
     * @param due the time of the next run, on the clock of {@link System#nanoTime}
     * @param period the nanoseconds between two runs; 0 for a single run
     * @param owner the test that set the timer
     */
    private record ScriptTimer(int number, long due, long period, Object owner, Runnable work) {

        ScriptTimer next() {
            return new ScriptTimer(number, System.nanoTime() + period, period, owner, work);
        }
    }

    int set(final Object owner, final Runnable work, final long millis, final boolean repeats) {
        final int number = ++last;
        final long nanos = TimeUnit.MILLISECONDS.toNanos(Math.max(1, Math.min(millis, Integer.MAX_VALUE)));
        timers.put(number, new ScriptTimer(number, System.nanoTime() + nanos, repeats ? nanos : 0, owner, work));
        return number;
    }

    void clear(final int number) {
        timers.remove(number);
    }

    /** Cancels the timers of a test. */
    void end(final Object owner) {
        timers.values().removeIf(timer -> timer.owner() == owner);
    }

    /**
     * Awaits a result, which may arrive on any thread.
     *
     * @param take receives the result or the failure, on the thread of this loop
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the queue takes what arrives
    <T> void await(
            final CompletableFuture<T> result,
            final BiConsumer<? super @Nullable T, ? super @Nullable Throwable> take) {
        awaited++;
        result.whenComplete((value, failure) -> arrived.add(
                () -> take.accept(value, failure instanceof CompletionException ? failure.getCause() : failure)));
    }

    /**
     * Runs timers and callbacks.
     *
     * @param isOver true ends the loop
     * @return null if {@code isOver} returned true; otherwise the reason why it did not
     */
    @Nullable
    String runUntil(final BooleanSupplier isOver) throws InterruptedException {
        final long end = System.nanoTime() + LIMIT.toNanos();
        while (!isOver.getAsBoolean()) {
            final ScriptTimer next = timers.values().stream()
                    .min(Comparator.comparingLong(ScriptTimer::due).thenComparingInt(ScriptTimer::number))
                    .orElse(null);
            final long now = System.nanoTime();
            if (next == null && awaited == 0) {
                return "The awaited promise cannot be settled: no timer is running, and no response is outstanding.";
            }
            if (now >= end) {
                return "Not finished within " + LIMIT.toSeconds() + " s.";
            }
            final long wait = (next == null ? end : Math.min(next.due(), end)) - now;
            final Runnable result = arrived.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
            if (result != null) {
                awaited--;
                result.run();
            } else if (next != null && System.nanoTime() >= next.due()) {
                run(next);
            }
        }
        return null;
    }

    private void run(final ScriptTimer timer) {
        if (timer.period() == 0) {
            timers.remove(timer.number());
        } else {
            timers.put(timer.number(), timer.next());
        }
        timer.work().run();
    }
}

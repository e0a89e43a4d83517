package org.jzenith.benchmark.database;

import com.sun.management.ThreadMXBean;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.Supplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * A table of the CPU time and the memory that the event loop takes for uses of a database, each beside the same by hand; both take turns. The
 * compiler and the garbage collector are not part of it, so that builds beside it and the order of the rounds matter less.
 */
final class CostTable {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 5;

    private final int rounds;

    /**
     * Prints the head.
     *
     * @param rounds how often each use is measured, after five times that do not count
     */
    CostTable(final int rounds) {
        this.rounds = rounds;
        System.out.println("| a use | by hand, ms | jZenith, ms | x by hand | x allocated bytes | x elapsed time |\n"
                + "|---|--:|--:|--:|--:|--:|");
    }

    /**
     * Measures a use and prints its row.
     *
     * @param vertx its only event loop runs the use
     * @param use the text of the row
     * @param expected the result of each run
     */
    void row(
            final Vertx vertx,
            final String use,
            final long expected,
            final Supplier<Single<Long>> byHand,
            final Supplier<Single<Long>> ours) {
        final EventLoopContext context = EventLoopContext.onEach(vertx).get(0);
        final Spread handMillis = new Spread();
        final Spread ourMillis = new Spread();
        final Spread ratio = new Spread();
        final Spread ratioOfBytes = new Spread();
        final Spread ratioOfElapsed = new Spread();
        for (int round = -WARM_UP; round < rounds; round++) {
            final Cost hand = run(context, expected, byHand);
            final Cost our = run(context, expected, ours);
            if (round >= 0) {
                handMillis.add(hand.nanos() / 1e6);
                ourMillis.add(our.nanos() / 1e6);
                ratio.add((double) our.nanos() / hand.nanos());
                ratioOfBytes.add((double) our.bytes() / hand.bytes());
                ratioOfElapsed.add((double) our.elapsedNanos() / hand.elapsedNanos());
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f | %s |%n",
                use,
                handMillis.text(1),
                ourMillis.text(1),
                ratio.text(2),
                ratioOfBytes.median(),
                ratioOfElapsed.text(2));
    }

    /** The CPU time and memory of the event loop, and the elapsed time, which includes the server's. */
    record Cost(long nanos, long bytes, long elapsedNanos) {

        /** Called on the event loop. */
        static Cost now() {
            return new Cost(
                    THREADS.getCurrentThreadCpuTime(),
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()),
                    System.nanoTime());
        }

        Cost minus(final Cost before) {
            return new Cost(nanos - before.nanos, bytes - before.bytes, elapsedNanos - before.elapsedNanos);
        }
    }

    /**
     * Runs a use on the event loop.
     *
     * @param expected the result
     */
    static Cost run(final EventLoopContext context, final long expected, final Supplier<Single<Long>> work) {
        System.gc();
        final Cost begin = onLoop(context, Single.fromCallable(Cost::now));
        final long count = onLoop(context, Single.defer(work::get));
        final Cost cost = onLoop(context, Single.fromCallable(Cost::now)).minus(begin);
        if (count != expected) {
            throw new BenchmarkException(count + " instead of " + expected + " rows were read or written.");
        }
        return cost;
    }

    private static <T> T onLoop(final EventLoopContext context, final Single<T> work) {
        return Single.<T>create(emitter -> context.runLater(
                        () -> emitter.setDisposable(work.subscribe(emitter::onSuccess, emitter::onError))))
                .blockingGet();
    }
}

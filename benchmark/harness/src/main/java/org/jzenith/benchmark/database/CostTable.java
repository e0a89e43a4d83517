package org.jzenith.benchmark.database;

import com.sun.management.OperatingSystemMXBean;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.Supplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.core.vertx.EventLoopContext;

/** A table of the CPU time that this process takes for uses of a database, each beside the same by hand; both take turns. */
final class CostTable {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int WARM_UP = 5;

    private final int rounds;

    /**
     * Prints the head.
     *
     * @param rounds how often each use is measured, after five times that do not count
     */
    CostTable(final int rounds) {
        this.rounds = rounds;
        System.out.println("| a use | by hand, ms | jZenith, ms | x by hand |\n|---|--:|--:|--:|");
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
        for (int round = -WARM_UP; round < rounds; round++) {
            final double hand = run(context, expected, byHand);
            final double our = run(context, expected, ours);
            if (round >= 0) {
                handMillis.add(hand);
                ourMillis.add(our);
                ratio.add(our / hand);
            }
        }
        System.out.printf(
                Locale.ROOT, "| %s | %s | %s | %s |%n", use, handMillis.text(0), ourMillis.text(0), ratio.text(2));
    }

    /** Returns the milliseconds of CPU time. */
    private static double run(final EventLoopContext context, final long expected, final Supplier<Single<Long>> work) {
        System.gc();
        final long begin = PROCESS.getProcessCpuTime();
        final long count = Single.<Long>create(emitter -> context.runLater(
                        () -> emitter.setDisposable(work.get().subscribe(emitter::onSuccess, emitter::onError))))
                .blockingGet();
        final double millis = (PROCESS.getProcessCpuTime() - begin) / 1e6;
        if (count != expected) {
            throw new BenchmarkException(count + " instead of " + expected + " rows were read or written.");
        }
        return millis;
    }
}

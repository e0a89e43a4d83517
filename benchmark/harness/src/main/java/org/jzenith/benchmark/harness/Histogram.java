package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.Locale;

/** A load as a text to look at: summary, bars, distribution. */
final class Histogram {

    private static final int BUCKETS = 10;
    private static final int WIDEST = 40;
    private static final double[] PERCENTS = {10, 25, 50, 75, 90, 95, 99};
    private static final double SECOND = 1e9;

    private Histogram() {}

    static String of(final LoadLoop.Found found) {
        final long[] nanos = found.nanos();
        final StringBuilder text = new StringBuilder();
        if (nanos.length == 0) {
            return String.format(Locale.ROOT, "No answer, %d errors.%n", found.errors());
        }
        text.append(String.format(
                Locale.ROOT,
                "Summary:%n  Total:        %.4f secs%n  Slowest:      %.4f secs%n  Fastest:      %.4f secs%n"
                        + "  Average:      %.4f secs%n  Requests/sec: %.2f%n%n",
                found.seconds(),
                nanos[nanos.length - 1] / SECOND,
                nanos[0] / SECOND,
                Arrays.stream(nanos).average().orElseThrow() / SECOND,
                nanos.length / found.seconds()));
        bars(text, nanos);
        text.append(String.format(Locale.ROOT, "%nLatency distribution:%n"));
        for (final double percent : PERCENTS) {
            text.append(String.format(
                    Locale.ROOT, "  %.0f%% in %.4f secs%n", percent, Statistics.percentile(nanos, percent) / SECOND));
        }
        text.append(String.format(Locale.ROOT, "%nStatus code distribution:%n"));
        found.statuses()
                .forEach((status, count) ->
                        text.append(String.format(Locale.ROOT, "  [%d] %d responses%n", status, count)));
        if (found.errors() > 0) {
            text.append(String.format(Locale.ROOT, "%nErrors: %d%n", found.errors()));
        }
        return text.toString();
    }

    private static void bars(final StringBuilder text, final long[] nanos) {
        final int[] counts = counts(nanos);
        final int most = Arrays.stream(counts).max().orElseThrow();
        text.append(String.format(Locale.ROOT, "Response time histogram:%n"));
        for (int i = 0; i < counts.length; i++) {
            text.append(String.format(
                    Locale.ROOT, "  %.4f [%d]\t|%s%n", upper(nanos, i) / SECOND, counts[i], "■".repeat((int)
                                    ((long) counts[i] * WIDEST / most))));
        }
    }

    /** The first bar is the fastest alone, the others are equally wide. */
    static int[] counts(final long[] sorted) {
        final int[] counts = new int[BUCKETS + 1];
        int bucket = 0;
        for (final long value : sorted) {
            while (bucket < BUCKETS && value > upper(sorted, bucket)) {
                bucket++;
            }
            counts[bucket]++;
        }
        return counts;
    }

    private static long upper(final long[] sorted, final int bucket) {
        final long fastest = sorted[0];
        final long slowest = sorted[sorted.length - 1];
        return bucket == BUCKETS ? slowest : fastest + (slowest - fastest) * bucket / BUCKETS;
    }
}

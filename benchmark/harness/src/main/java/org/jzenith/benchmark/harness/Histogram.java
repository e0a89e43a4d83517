package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.Locale;

/** A load as a text to look at, in the manner of {@code hey}: summary, bars, distribution. */
final class Histogram {

    /** The bars are equally wide up to this percentile; what is slower stands in one more, or it would flatten them. */
    private static final double WIDTH_PERCENT = 99;

    private static final int BARS = 10;
    private static final int WIDEST = 40;
    private static final double[] PERCENTS = {10, 25, 50, 75, 90, 95, 99, 99.9};
    private static final double MILLISECOND = 1e6;

    private final LoadLoop.Found found;
    private final long[] nanos;
    private final StringBuilder text = new StringBuilder();

    private Histogram(final LoadLoop.Found found) {
        this.found = found;
        this.nanos = found.nanos();
    }

    /** Draws the histogram of at least one response. */
    static String of(final LoadLoop.Found found) {
        return new Histogram(found).draw();
    }

    private String draw() {
        line("Summary:");
        line("  Total:        %.2f secs", found.seconds());
        line("  Slowest:      %.3f ms", nanos[nanos.length - 1] / MILLISECOND);
        line("  Fastest:      %.3f ms", nanos[0] / MILLISECOND);
        line("  Average:      %.3f ms", Arrays.stream(nanos).average().orElseThrow() / MILLISECOND);
        line("  Requests/sec: %.0f", nanos.length / found.seconds());
        bars();
        line("%nLatency distribution:");
        for (final double percent : PERCENTS) {
            line("  %4s%% in %.3f ms", percent(percent), Statistics.percentile(nanos, percent) / MILLISECOND);
        }
        line("%nStatus code distribution:");
        found.statuses().forEach((status, count) -> line("  [%d] %d responses", status, count));
        if (found.errors() > 0) {
            line("%nErrors: %d", found.errors());
        }
        return text.toString();
    }

    private void bars() {
        final int[] counts = counts(nanos);
        final int most = Arrays.stream(counts).max().orElseThrow();
        line("%nResponse time histogram (ms, up to):");
        for (int i = 0; i < counts.length; i++) {
            final String bar = "■".repeat((int) ((long) counts[i] * WIDEST / most));
            final String rest = i == BARS ? " slower than " + percent(WIDTH_PERCENT) + "%" : "";
            line("  %8.3f [%7d] |%s%s", upper(nanos, i) / MILLISECOND, counts[i], bar, rest);
        }
    }

    /** Counts the responses of each bar. */
    static int[] counts(final long[] sorted) {
        final int[] counts = new int[BARS + 1];
        int bar = 0;
        for (final long value : sorted) {
            while (value > upper(sorted, bar)) {
                bar++;
            }
            counts[bar]++;
        }
        return counts;
    }

    private static long upper(final long[] sorted, final int bar) {
        if (bar == BARS) {
            return sorted[sorted.length - 1];
        }
        final long fastest = sorted[0];
        return fastest + (Statistics.percentile(sorted, WIDTH_PERCENT) - fastest) * (bar + 1) / BARS;
    }

    private static String percent(final double percent) {
        return String.valueOf(percent).replaceFirst("\\.0$", "");
    }

    private void line(final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format + "%n", values));
    }
}

package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Medians, and how far apart rounds are. */
final class Statistics {

    /** A ratio of two medians, with the least and the largest ratio of a single round. */
    record Ratio(double ofMedians, double least, double largest) {}

    private Statistics() {}

    static double median(final double... values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static <T> double median(final List<T> samples, final ToDoubleFunction<T> figure) {
        return median(figures(samples, figure));
    }

    /** The median of each process, of whose samples so many follow each other. */
    static <T> double[] perProcess(final List<T> samples, final int rounds, final ToDoubleFunction<T> figure) {
        final double[] medians = new double[samples.size() / rounds];
        for (int i = 0; i < medians.length; i++) {
            medians[i] = median(samples.subList(i * rounds, (i + 1) * rounds), figure);
        }
        return medians;
    }

    /** Compares what was measured in the same rounds; the lists are equally long. */
    static <T> Ratio ratio(final List<T> samples, final List<T> baseline, final ToDoubleFunction<T> figure) {
        return ratio(figures(samples, figure), figures(baseline, figure));
    }

    static Ratio ratio(final double[] ours, final double[] theirs) {
        double least = Double.POSITIVE_INFINITY;
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < Math.min(ours.length, theirs.length); i++) {
            least = Math.min(least, ours[i] / theirs[i]);
            largest = Math.max(largest, ours[i] / theirs[i]);
        }
        return new Ratio(median(ours) / median(theirs), least, largest);
    }

    private static <T> double[] figures(final List<T> samples, final ToDoubleFunction<T> figure) {
        return samples.stream().mapToDouble(figure).toArray();
    }

    /** The value below which a part of the sorted values lies. */
    static long percentile(final long[] sorted, final double percent) {
        final int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)];
    }
}

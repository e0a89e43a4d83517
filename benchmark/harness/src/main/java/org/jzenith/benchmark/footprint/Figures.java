package org.jzenith.benchmark.footprint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One figure, measured several times. */
final class Figures {

    private final List<Double> values = new ArrayList<>();

    void add(final double value) {
        values.add(value);
    }

    double median() {
        final List<Double> sorted = values.stream().sorted().toList();
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The median, and the least and the largest. */
    String spread(final int decimals) {
        final String number = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                number + " (" + number + " to " + number + ")",
                median(),
                values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
    }
}

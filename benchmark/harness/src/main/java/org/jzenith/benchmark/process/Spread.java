package org.jzenith.benchmark.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A figure that was measured several times. */
final class Spread {

    private final List<Double> values = new ArrayList<>();

    void add(final double value) {
        values.add(value);
    }

    /** Returns not-a-number if there is no value. */
    double median() {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        final List<Double> sorted = values.stream().sorted().toList();
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Returns the median, and the least and the largest value. */
    String text(final int decimals) {
        final String number = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                number + " (" + number + " to " + number + ")",
                median(),
                values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
    }
}

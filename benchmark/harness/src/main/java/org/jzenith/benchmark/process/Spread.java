package org.jzenith.benchmark.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A figure that was measured several times. */
public final class Spread {

    private final List<Double> values = new ArrayList<>();

    /** Creates a figure without values. */
    public Spread() {}

    /**
     * Adds a value.
     *
     * @param value of one measurement
     */
    public void add(final double value) {
        values.add(value);
    }

    /**
     * Returns the median.
     *
     * @return not-a-number if there is no value
     */
    public double median() {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        final List<Double> sorted = values.stream().sorted().toList();
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * Returns the median, and the least and the largest value.
     *
     * @param decimals of each
     * @return for a table
     */
    public String text(final int decimals) {
        final String number = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                number + " (" + number + " to " + number + ")",
                median(),
                values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
    }
}

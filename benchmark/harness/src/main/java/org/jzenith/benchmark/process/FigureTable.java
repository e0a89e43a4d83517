package org.jzenith.benchmark.process;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of results: each figure beside its aim. */
public final class FigureTable {

    private static final String NONE = "";

    private final List<String> rows = new ArrayList<>();

    /** Creates a table without rows. */
    public FigureTable() {}

    /**
     * Adds a figure that may not be larger than an aim.
     *
     * @param name of the row
     * @param figure measured
     * @param aim the largest
     */
    public void atMost(final String name, final Spread figure, final double aim) {
        add(name, figure, "at most " + number(aim), figure.median() <= aim);
    }

    /**
     * Adds a figure that may not be less than an aim.
     *
     * @param name of the row
     * @param figure measured
     * @param aim the least
     */
    public void atLeast(final String name, final Spread figure, final double aim) {
        add(name, figure, "at least " + number(aim), figure.median() >= aim);
    }

    private void add(final String name, final Spread figure, final String aim, final boolean met) {
        rows.add("| " + name + " | " + figure.text(2) + " | " + aim + " | " + (met ? "yes" : "**no**") + " |");
    }

    /**
     * Adds a figure without an aim.
     *
     * @param name of the row
     * @param figure measured
     * @param decimals of its values
     */
    public void add(final String name, final Spread figure, final int decimals) {
        rows.add("| " + name + " | " + figure.text(decimals) + " | " + NONE + " | " + NONE + " |");
    }

    private static String number(final double aim) {
        return String.format(Locale.ROOT, "%.2f", aim);
    }

    /**
     * Prints the table.
     *
     * @param out gets it in Markdown
     */
    public void print(final PrintStream out) {
        out.println("\n| figure | median (least to largest) | aim | met |\n|---|--:|---|---|");
        rows.forEach(out::println);
    }
}

package org.jzenith.benchmark.harness;

import java.util.List;
import java.util.Locale;

/** A bar chart in SVG: what each contestant reaches of the baseline, with the spread between rounds. */
final class Chart {

    private static final int LEFT = 160;
    private static final int WIDTH = 480;
    private static final int RIGHT = 150;
    private static final int TOP = 104;
    private static final int BAR = 16;
    private static final int GAP = 12;
    private static final double STEP = 0.2;
    private static final double LEAST_SCALE = 1.2;

    /** Strong enough on white, light enough on black. */
    private static final List<String> COLOURS = List.of("#3b82b8", "#d07a3e", "#5f9e5d", "#9a6bb0", "#a8963a");

    private static final String STYLE = """
            <style>
            .ground { fill: #ffffff }
            text { fill: #1f2328 }
            .note { fill: #59636e }
            .number { text-anchor: end; font-weight: bold }
            .grid { stroke: #d1d9e0 }
            .baseline { stroke: #1f2328; stroke-width: 1.5 }
            .spread { stroke: #1f2328; stroke-width: 1.5 }
            @media (prefers-color-scheme: dark) {
            .ground { fill: #0d1117 }
            text { fill: #f0f6fc }
            .note { fill: #9198a1 }
            .grid { stroke: #3d444d }
            .baseline, .spread { stroke: #f0f6fc }
            }
            </style>
            """;

    private final Results results;
    private final List<LoadTest> tests;
    private final List<String> names;
    private final double most;
    private final StringBuilder svg = new StringBuilder();

    private Chart(final Results results) {
        this.results = results;
        this.tests = results.tests().stream()
                .filter(test -> results.of(test).containsKey(Contestant.BASELINE))
                .toList();
        this.names = tests.stream()
                .flatMap(test -> results.of(test).keySet().stream())
                .filter(name -> !name.equals(Contestant.BASELINE))
                .distinct()
                .toList();
        this.most = Math.max(LEAST_SCALE, Math.ceil(largest() / STEP) * STEP);
    }

    static String of(final Results results) {
        return new Chart(results).draw();
    }

    private double largest() {
        return tests.stream()
                .flatMap(test -> names(test).stream().map(name -> ratio(test, name)))
                .mapToDouble(Statistics.Ratio::largest)
                .max()
                .orElse(1);
    }

    private List<String> names(final LoadTest test) {
        return names.stream().filter(results.of(test)::containsKey).toList();
    }

    private Statistics.Ratio ratio(final LoadTest test, final String name) {
        final var samples = results.of(test);
        return Statistics.ratio(
                samples.getOrDefault(name, List.of()),
                samples.getOrDefault(Contestant.BASELINE, List.of()),
                Sample::requestsPerCpuSecond);
    }

    private String draw() {
        final int bottom = TOP + tests.stream().mapToInt(test -> heightOf(test)).sum();
        axis(bottom);
        int y = TOP + GAP / 2;
        for (final LoadTest test : tests) {
            test(test, y);
            y += heightOf(test);
        }
        line("baseline", x(1), TOP, x(1), bottom);
        text("text-anchor=\"middle\"", x(1), TOP - 6, Contestant.BASELINE);
        title();
        legend();
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"13\">%n%s<rect class=\"ground\" width=\"100%%\" height=\"100%%\"/>%n%s</svg>%n",
                LEFT + WIDTH + RIGHT,
                bottom + 30,
                STYLE,
                svg);
    }

    private int heightOf(final LoadTest test) {
        return names(test).size() * BAR + GAP;
    }

    private double x(final double ratio) {
        return LEFT + ratio / most * WIDTH;
    }

    private void title() {
        text("font-size=\"16\" font-weight=\"bold\"", 16, 26, "Requests per CPU second of the server");
        text(
                "class=\"note\"",
                16,
                46,
                "Hand-written Vert.x = 1.0, more is better. Medians of the rounds, and the least and the largest ratio of"
                        + " a round.");
    }

    private void legend() {
        final int y = 76;
        double x = LEFT;
        for (final String name : names) {
            bar(name, x, y - 10, 12, 12);
            text("", x + 18, y, name);
            x += 44 + 8 * name.length();
        }
        line("spread", x, y - 4, x + 22, y - 4);
        text("", x + 28, y, "spread of the rounds");
    }

    private void axis(final int bottom) {
        for (int i = 0; i * STEP <= most + STEP / 2; i++) {
            final double x = x(i * STEP);
            line("grid", x, TOP, x, bottom);
            text("class=\"note\" text-anchor=\"middle\"", x, bottom + 18, format("%.1f", i * STEP));
        }
    }

    private void test(final LoadTest test, final int top) {
        final List<String> here = names(test);
        text("text-anchor=\"end\"", LEFT - 10, top + here.size() * BAR / 2 + 4, test.title());
        int y = top;
        for (final String name : here) {
            final Statistics.Ratio ratio = ratio(test, name);
            final double middle = y + BAR / 2.0;
            bar(name, LEFT, y + 1, x(ratio.ofMedians()) - LEFT, BAR - 2);
            line("spread", x(ratio.least()), middle, x(ratio.largest()), middle);
            text("class=\"number\"", LEFT + WIDTH + 46, y + 13, format("%.2f", ratio.ofMedians()));
            text("class=\"note\"", LEFT + WIDTH + 54, y + 13, format("%.2f to %.2f", ratio.least(), ratio.largest()));
            y += BAR;
        }
    }

    private void bar(final String name, final double x, final double y, final double width, final double height) {
        svg.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x, y, width, height, COLOURS.get(names.indexOf(name) % COLOURS.size())));
    }

    private void line(final String kind, final double x1, final double y1, final double x2, final double y2) {
        svg.append(
                format("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", kind, x1, y1, x2, y2));
    }

    private void text(final String attributes, final double x, final double y, final String text) {
        svg.append(format(
                "<text %s x=\"%.1f\" y=\"%.1f\">%s</text>%n",
                attributes,
                x,
                y,
                text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

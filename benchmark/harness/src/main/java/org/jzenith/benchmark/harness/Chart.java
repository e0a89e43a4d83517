package org.jzenith.benchmark.harness;

import java.util.List;
import java.util.Locale;

/** A bar chart in SVG: what each contestant reaches of the baseline, with the spread between rounds as whiskers. */
final class Chart {

    private static final int LEFT = 190;
    private static final int WIDTH = 560;
    private static final int BAR = 14;
    private static final int TOP = 64;
    private static final double LEAST_SCALE = 1.2;
    private static final List<String> COLOURS = List.of("#2f6f9f", "#c2703d", "#5b8c5a", "#8a5a8c", "#8c8c3d");

    private final Results results;
    private final StringBuilder svg = new StringBuilder();
    private final List<String> names;
    private final double scale;
    private int y = TOP;

    private Chart(final Results results) {
        this.results = results;
        this.names = results.tests().stream()
                .flatMap(test -> results.of(test).keySet().stream())
                .filter(name -> !name.equals(Contestant.BASELINE))
                .distinct()
                .toList();
        this.scale = WIDTH / Math.max(LEAST_SCALE, largest() * 1.05);
    }

    static String of(final Results results) {
        return new Chart(results).draw();
    }

    private double largest() {
        return results.tests().stream()
                .flatMap(test ->
                        names.stream().filter(results.of(test)::containsKey).map(name -> ratio(test, name)))
                .mapToDouble(Statistics.Ratio::largest)
                .max()
                .orElse(1);
    }

    private Statistics.Ratio ratio(final Test test, final String name) {
        final List<Sample> baseline = results.of(test).getOrDefault(Contestant.BASELINE, List.of());
        return Statistics.ratio(results.of(test).getOrDefault(name, List.of()), baseline, Sample::requestsPerCpuSecond);
    }

    private String draw() {
        for (final Test test : results.tests()) {
            text(LEFT - 10, y + BAR - 3, "end", test.title());
            for (final String name : names) {
                if (results.of(test).containsKey(name) && results.of(test).containsKey(Contestant.BASELINE)) {
                    bar(name, ratio(test, name));
                }
            }
            y += BAR;
        }
        final int height = y + 30;
        axis(height);
        legend();
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n%s</svg>%n",
                LEFT + WIDTH + 60,
                height,
                svg);
    }

    private void bar(final String name, final Statistics.Ratio ratio) {
        final String colour = COLOURS.get(names.indexOf(name) % COLOURS.size());
        rectangle(LEFT, y, ratio.ofMedians() * scale, BAR - 2, colour);
        final double middle = y + (BAR - 2) / 2.0;
        line(LEFT + ratio.least() * scale, middle, LEFT + ratio.largest() * scale, middle, "#222", "");
        text(
                (int) (LEFT + ratio.largest() * scale) + 6,
                y + BAR - 4,
                "start",
                String.format(Locale.ROOT, "%.2f", ratio.ofMedians()));
        y += BAR;
    }

    private void axis(final int height) {
        line(LEFT, TOP - 8, LEFT, height - 24, "#222", "");
        line(LEFT + scale, TOP - 8, LEFT + scale, height - 24, "#222", "4 3");
        text((int) (LEFT + scale), height - 10, "middle", "baseline");
        text(LEFT, 20, "start", "Requests per CPU second of the server, as a part of the baseline's");
    }

    private void legend() {
        int x = LEFT;
        for (final String name : names) {
            rectangle(x, 32, BAR - 2, BAR - 2, COLOURS.get(names.indexOf(name) % COLOURS.size()));
            text(x + BAR + 2, 42, "start", name);
            x += 40 + 8 * name.length();
        }
    }

    private void rectangle(
            final double x, final double top, final double width, final double height, final String fill) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x,
                top,
                width,
                height,
                fill));
    }

    private void line(
            final double x1,
            final double y1,
            final double x2,
            final double y2,
            final String colour,
            final String dash) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"%s\"/>%n",
                x1,
                y1,
                x2,
                y2,
                colour,
                dash));
    }

    private void text(final int x, final int bottom, final String anchor, final String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
                x,
                bottom,
                anchor,
                text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
    }
}

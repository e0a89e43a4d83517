package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * The tables and the chart of {@code docs/performance.md}, and the figures of {@code README.md}. Each stands between two comments and is of
 * one run.
 */
final class PublishedTables {

    private static final String PAGE = "docs/performance.md";
    private static final String CHART = "docs/performance.svg";
    private static final String README = "README.md";
    private static final String END = "<!-- end of measured -->";

    private final SampleFile run;
    private final Results results;

    /** The sum of features, without authentication, metrics and traces and with them. */
    private final Results sum;

    private final Results observed;

    private PublishedTables(final SampleFile run) {
        this.run = run;
        this.results = run.results(test -> true);
        this.observed = run.results(test -> test.level() == Contestant.Level.OBSERVED);
        this.sum = run.results(test -> test.suite() == Suite.SUM && test.level() != Contestant.Level.OBSERVED);
    }

    /** Updates the page below the root of the sources, and for the sum of features also the chart and the figures of the README. */
    static void write(final Path root, final List<Path> files) {
        final PublishedTables tables = new PublishedTables(
                SampleFile.joined(files.stream().map(SampleFile::read).toList()));
        final Path page = root.resolve(PAGE);
        try {
            Files.writeString(page, tables.filled(Files.readString(page)));
            if (!tables.sum.tests().isEmpty()) {
                Files.writeString(root.resolve(CHART), Chart.of(tables.sum));
                final Path readme = root.resolve(README);
                Files.writeString(readme, filled(README, Files.readString(readme), "sum", tables.figures()));
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The tables cannot be written below " + root + ".", e);
        }
    }

    private String filled(final String page) {
        final Suite suite = results.tests().iterator().next().suite();
        if (suite != Suite.SUM) {
            return filled(PAGE, page, "growth of the " + suite.title(), growth());
        }
        String text = page;
        if (!sum.tests().isEmpty()) {
            text = filled(PAGE, text, "sum", costs(sum, measuredPeers()));
        }
        if (!observed.tests().isEmpty()) {
            // The peers verify the token of each request, so only two programs do the same work.
            text = filled(PAGE, text, "observed", costs(observed, List.of()));
        }
        return text;
    }

    /** Replaces what is between the comments of a table. */
    private static String filled(final String file, final String page, final String name, final String table) {
        final String start = "<!-- measured: " + name + " -->\n";
        final int from = page.indexOf(start);
        final int to = page.indexOf(END, Math.max(0, from));
        if (from < 0 || to < 0) {
            throw new BenchmarkException(file + " has no place for the table '" + name + "'. Add the comments "
                    + start.strip() + " and " + END + " where it belongs.");
        }
        return page.substring(0, from + start.length()) + '\n' + table + '\n' + page.substring(to);
    }

    private List<Peer> measuredPeers() {
        return Arrays.stream(Peer.values())
                .filter(peer ->
                        sum.tests().stream().anyMatch(test -> sum.of(test).containsKey(peer.title())))
                .toList();
    }

    /** Microseconds of CPU time that the server takes for a request; a row for each test that all programs answered. */
    private String costs(final Results tests, final List<Peer> peers) {
        final StringBuilder text = new StringBuilder("| a request | by hand | jZenith | x by hand |");
        peers.forEach(peer -> text.append(' ').append(peer.product()).append(" |"));
        text.append("\n|---|--:|--:|--:|").append("--:|".repeat(peers.size())).append('\n');
        for (final LoadTest test : tests.tests()) {
            if (hasAll(tests, test, peers)) {
                final double[] theirs = costs(test, Contestant.BASELINE);
                final double[] ours = costs(test, Contestant.JZENITH);
                text.append(format(
                        "| %s | %.1f | %.1f | %s |",
                        label(test), Statistics.median(theirs), Statistics.median(ours), ratio(ours, theirs)));
                peers.forEach(peer -> text.append(format(" %.1f |", Statistics.median(costs(test, peer.title())))));
                text.append('\n');
            }
        }
        return text.append(facts()).toString();
    }

    /** Returns true if all programs have answered the requests of the test. */
    private static boolean hasAll(final Results tests, final LoadTest test, final List<Peer> peers) {
        final List<String> names = new ArrayList<>(List.of(Contestant.BASELINE, Contestant.JZENITH));
        peers.forEach(peer -> names.add(peer.title()));
        return tests.of(test).keySet().containsAll(names);
    }

    /** The CPU time of two requests, as multiples of that of the program written by hand. */
    private String figures() {
        return figure(LoadTest.SUM_GET, "a `GET` of JSON")
                + figure(LoadTest.SUM_INSERT, "a validated `POST` with an `INSERT`")
                + format("\nMeasured on %s with %s.\n", run.fact("date"), run.fact("versions"));
    }

    private String figure(final LoadTest test, final String what) {
        final List<Peer> measured = measuredPeers();
        if (!hasAll(sum, test, measured)) {
            return "";
        }
        final double[] byHand = costs(test, Contestant.BASELINE);
        final String peers = measured.stream()
                .map(peer -> format("%s: %.2f times", peer.product(), times(test, peer.title(), byHand)))
                .collect(Collectors.joining(", "));
        return format(
                "- **%.2f times** for %s%s\n",
                times(test, Contestant.JZENITH, byHand), what, peers.isEmpty() ? "" : " (" + peers + ")");
    }

    private double times(final LoadTest test, final String name, final double[] byHand) {
        return Statistics.ratio(costs(test, name), byHand).ofMedians();
    }

    /** How much more a request takes when something grows, as a ratio of two tests. */
    private String growth() {
        final StringBuilder text = new StringBuilder("| what grows | jZenith | by hand |\n|---|--:|--:|\n");
        for (final Growth growth : Growth.ALL) {
            if (results.tests().containsAll(List.of(growth.few(), growth.many()))) {
                text.append(format(
                        "| %s | %s | %s |%n",
                        growth.what(), ratio(growth, Contestant.JZENITH), ratio(growth, Contestant.BASELINE)));
            }
        }
        return text.append(facts()).toString();
    }

    private String ratio(final Growth growth, final String name) {
        return ratio(costs(growth.many(), name), costs(growth.few(), name));
    }

    private static String ratio(final double[] these, final double[] others) {
        final Statistics.Ratio ratio = Statistics.ratio(these, others);
        return format("%.2f (%.2f to %.2f)", ratio.ofMedians(), ratio.least(), ratio.largest());
    }

    /** The median of each process, or the rounds if there was only one process, in microseconds. */
    private double[] costs(final LoadTest test, final String name) {
        final List<Sample> samples = results.of(test).getOrDefault(name, List.of());
        final int rounds = Integer.parseInt(run.fact("rounds"));
        return Statistics.perProcess(
                samples, samples.size() == rounds ? 1 : rounds, sample -> sample.cpuPerThousand() * 1000);
    }

    private static String label(final LoadTest test) {
        return switch (test) {
            case BARE_GET -> "`GET`, JSON, with nothing on";
            case SUM_GET, OBSERVED_GET -> "`GET`, JSON";
            case SUM_POST, OBSERVED_POST -> "`POST`, validated";
            case SUM_INSERT, OBSERVED_INSERT -> "the same with `INSERT .. RETURNING`";
            default -> test.title();
        };
    }

    private String facts() {
        return """

                Measured on %s at commit %s:

                ```sh
                benchmark/run %s
                ```

                - Machine: %s
                - Versions: %s
                - Data: %s
                """.formatted(
                        run.fact("date"),
                        run.fact("commit"),
                        run.fact("settings"),
                        run.fact("machine"),
                        run.fact("versions"),
                        run.fact("data"));
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

package org.jzenith.benchmark.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The results as tables in Markdown, and as comma separated values. */
final class Report {

    private final Options options;
    private final Results results;

    Report(final Options options, final Results results) {
        this.options = options;
        this.results = results;
    }

    String markdown(final Map<String, String> machine, final List<String> commands) {
        final StringBuilder text = new StringBuilder("# Benchmark\n\n");
        text.append(String.format(
                Locale.ROOT,
                "Medians of %d rounds of %d s in each of %d processes with %d connections, after %s.%n%n",
                options.rounds(),
                options.seconds(),
                options.processes(),
                options.connections(),
                options.suite().isService()
                        ? "passes of " + options.warmUp() + " s a test until no contestant got faster in any"
                        : "warm-ups of " + options.warmUp() + " s until each contestant got no faster"));
        text.append(
                options.bare()
                        ? "Bare: security headers and the access log are off on both sides."
                        : "As configured: security headers and the access log are on, on both sides.");
        text.append("\n\n");
        new Targets(results, options.rounds(), options.bare()).write(text);
        figures(text);
        if (results.tests().stream().anyMatch(test -> test.depth() > 1)) {
            text.append(
                    "\nwrk's latencies mean nothing where requests are pipelined, and those of h2load are those of streams that wait for each other, so there are none.\n");
        }
        latencies(text);
        ratios(text);
        peers(text);
        allocations(text);
        memory(text);
        connections(text);
        text.append("## Machine\n\n");
        machine.forEach((name, fact) ->
                text.append("- ").append(name).append(": ").append(fact).append('\n'));
        text.append("\n## Commands\n\n```\n");
        commands.forEach(command -> text.append(command).append('\n'));
        return text.append("```\n").toString();
    }

    private void figures(final StringBuilder text) {
        text.append(
                "## Figures\n\n| test | contestant | requests/s | requests per CPU second | p50 ms | p99 ms | p99.9 ms"
                        + " | errors | CPU s per 1000 requests | peak memory MiB |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
        for (final LoadTest test : results.tests()) {
            results.of(test)
                    .forEach((name, samples) -> text.append(String.format(
                            Locale.ROOT,
                            "| %s | %s | %,.0f | %,.0f | %s | %s | %s | %.0f | %.5f | %.0f |%n",
                            test.title(),
                            name,
                            Statistics.median(samples, Sample::rate),
                            Statistics.median(samples, Sample::requestsPerCpuSecond),
                            figure("%.2f", Statistics.median(samples, Sample::p50)),
                            figure("%.2f", Statistics.median(samples, Sample::p99)),
                            figure("%.2f", Statistics.median(samples, Sample::p999)),
                            samples.stream().mapToDouble(Sample::errors).sum(),
                            Statistics.median(samples, Sample::cpuPerThousand),
                            Statistics.median(samples, Sample::peakMebibytes))));
        }
    }

    /** Medians of the rounds; the maximum is that of all rounds, and errors are added up. */
    private void latencies(final StringBuilder text) {
        text.append("\n## Latency\n\nIn milliseconds: medians of the rounds, but the largest maximum of all.\n\n"
                        + "| test | contestant | ")
                .append(String.join(" | ", Latencies.figures().keySet()))
                .append(" | errors |\n|---|---|")
                .append("--:|".repeat(Latencies.figures().size() + 1))
                .append('\n');
        for (final LoadTest test : results.tests()) {
            results.of(test).forEach((name, samples) -> {
                text.append("| ").append(test.title()).append(" | ").append(name);
                Latencies.figures()
                        .forEach((title, figure) -> text.append(" | ").append(latency(samples, title, figure)));
                text.append(String.format(
                        Locale.ROOT,
                        " | %.0f |%n",
                        samples.stream().mapToDouble(Sample::errors).sum()));
            });
        }
    }

    private static String latency(
            final List<Sample> samples, final String title, final ToDoubleFunction<Latencies> figure) {
        final ToDoubleFunction<Sample> ofSample =
                sample -> figure.applyAsDouble(sample.load().latencies());
        return figure(
                "%.2f",
                title.equals("max")
                        ? samples.stream().mapToDouble(ofSample).max().orElse(Double.NaN)
                        : Statistics.median(samples, ofSample));
    }

    private void ratios(final StringBuilder text) {
        text.append("\n## Ratio to the baseline\n\nRatio of the medians (least to largest ratio of a round). More"
                + " requests are better; less CPU time, latency and memory are better.\n\n"
                + "| test | contestant | requests/s | CPU time a request | p99 | peak memory |\n"
                + "|---|---|--:|--:|--:|--:|\n");
        for (final LoadTest test : results.tests()) {
            final List<Sample> baseline = results.of(test).get(Contestant.BASELINE);
            results.of(test).forEach((name, samples) -> {
                if (baseline != null && !name.equals(Contestant.BASELINE)) {
                    text.append("| ").append(test.title()).append(" | ").append(name);
                    final List<ToDoubleFunction<Sample>> all =
                            List.of(Sample::rate, Sample::cpuPerThousand, Sample::p99, Sample::peakMebibytes);
                    all.forEach(figure -> text.append(" | ").append(ratio(samples, baseline, figure)));
                    text.append(" |\n");
                }
            });
        }
    }

    /** One line for each test, and one column for each other contestant. */
    private void peers(final StringBuilder text) {
        final List<String> others = results.tests().stream()
                .flatMap(test -> results.of(test).keySet().stream())
                .filter(name -> !name.equals(Contestant.JZENITH))
                .distinct()
                .toList();
        text.append("\n## jZenith beside the others\n\nRequests per CPU second of jZenith, as a ratio to those of each"
                + " (least to largest ratio of a round). More is better.\n\n| test | " + String.join(" | ", others)
                + " |\n|---|" + "--:|".repeat(others.size()) + "\n");
        for (final LoadTest test : results.tests()) {
            final List<Sample> ours = results.of(test).getOrDefault(Contestant.JZENITH, List.of());
            text.append("| ").append(test.title());
            others.forEach(name -> text.append(" | ")
                    .append(ratio(ours, results.of(test).getOrDefault(name, List.of()), Sample::requestsPerCpuSecond)));
            text.append(" |\n");
        }
    }

    private static String ratio(
            final List<Sample> samples, final List<Sample> baseline, final ToDoubleFunction<Sample> figure) {
        final Statistics.Ratio ratio = Statistics.ratio(samples, baseline, figure);
        if (Double.isNaN(ratio.ofMedians())) {
            return "-";
        }
        return String.format(Locale.ROOT, "**%.2f** (%.2f to %.2f)", ratio.ofMedians(), ratio.least(), ratio.largest());
    }

    private void allocations(final StringBuilder text) {
        text.append("\n## Allocation\n\n| test | contestant | bytes a request | x baseline |\n|---|---|--:|--:|\n");
        for (final LoadTest test : results.tests()) {
            final double baseline = results.allocation(test, Contestant.BASELINE);
            for (final String name : results.of(test).keySet()) {
                final double bytes = results.allocation(test, name);
                text.append(
                        Double.isNaN(bytes)
                                ? String.format(Locale.ROOT, "| %s | %s | not counted | |%n", test.title(), name)
                                : String.format(
                                        Locale.ROOT,
                                        "| %s | %s | %,.0f | %.2f |%n",
                                        test.title(),
                                        name,
                                        bytes,
                                        bytes / baseline));
            }
        }
    }

    /** A stream that collects its elements holds more in the end. */
    private void memory(final StringBuilder text) {
        final List<String> rows = new ArrayList<>();
        for (final LoadTest test : results.tests()) {
            results.held(test)
                    .forEach((name, samples) -> rows.add(String.format(
                            Locale.ROOT,
                            "| %s | %s | %s | %s |%n",
                            test.title(),
                            name,
                            firstAndLast(samples, Results.Held::liveHeap),
                            firstAndLast(samples, Results.Held::resident))));
        }
        if (!rows.isEmpty()) {
            text.append("""

                    ## Memory under load

                    MiB, the most in the first and in the last third of a load.

                    | test | contestant | live heap, first | last | resident, first | last |
                    |---|---|--:|--:|--:|--:|
                    """);
            rows.forEach(text::append);
        }
    }

    private static String firstAndLast(final List<Results.Held> samples, final ToDoubleFunction<Results.Held> figure) {
        final int third = (samples.size() + 2) / 3;
        return String.format(
                Locale.ROOT,
                "%.1f | %.1f",
                most(samples.subList(0, third), figure),
                most(samples.subList(samples.size() - third, samples.size()), figure));
    }

    private static double most(final List<Results.Held> samples, final ToDoubleFunction<Results.Held> figure) {
        return samples.stream().mapToDouble(figure).max().orElse(Double.NaN);
    }

    private void connections(final StringBuilder text) {
        final List<String> chosen = new ArrayList<>();
        results.tests()
                .forEach(test -> results.connections(test)
                        .ifPresent(connections -> chosen.add(test.title() + " " + connections)));
        text.append("\nConnections per event loop that the baseline used"
                + (options.baselineConnections() == 0 ? ", the best of 1, 2, 4 and 8 for each test: " : ": ")
                + (chosen.isEmpty() ? "no test needed any" : String.join(", ", chosen))
                + ". The others used their defaults.\n\n");
    }

    String csv() {
        final StringBuilder text = new StringBuilder(
                "test,contestant,round,seconds,requests,requests_per_second,mean_ms,sigma_ms,"
                        + "p50_ms,p90_ms,p99_ms,p999_ms,max_ms,errors,cpu_seconds,cpu_seconds_per_1000_requests,peak_memory_mib\n");
        for (final LoadTest test : results.tests()) {
            results.of(test).forEach((name, samples) -> {
                for (int i = 0; i < samples.size(); i++) {
                    text.append(row(test, name, i + 1, samples.get(i)));
                }
            });
        }
        return text.toString();
    }

    private static String row(final LoadTest test, final String name, final int round, final Sample sample) {
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%.3f,%d,%.1f,%s,%d,%.3f,%.6f,%.1f%n",
                test.title(),
                name.replace(',', ' '),
                round,
                sample.load().seconds(),
                sample.load().requests(),
                sample.rate(),
                Latencies.figures().values().stream()
                        .map(figure -> value(figure.applyAsDouble(sample.load().latencies())))
                        .collect(Collectors.joining(",")),
                sample.load().errors(),
                sample.cpuSeconds(),
                sample.cpuPerThousand(),
                sample.peakMebibytes());
    }

    /** An empty field where there is no value. */
    private static String value(final double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }

    /** A dash where there is no figure. */
    static String figure(final String format, final double figure) {
        return Double.isNaN(figure) ? "-" : String.format(Locale.ROOT, format, figure);
    }
}

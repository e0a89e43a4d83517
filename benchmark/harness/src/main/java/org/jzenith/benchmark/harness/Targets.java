package org.jzenith.benchmark.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * One line for each test: what a request costs jZenith and the baseline, and whether the targets are met. Each figure is
 * the median of a process, and of those the median is shown, in brackets the least and the largest.
 */
final class Targets {

    private static final double MOST_P99 = 1.25;
    private static final double MOST_ALLOCATION = 1.5;

    private final Results results;
    private final int rounds;
    private final boolean bare;

    /**
     * @param results the results of all processes
     * @param rounds the number of rounds of each test in each process
     * @param bare true if access log and security headers were off
     */
    Targets(final Results results, final int rounds, final boolean bare) {
        this.results = results;
        this.rounds = rounds;
        this.bare = bare;
    }

    void write(final StringBuilder text) {
        text.append("## Targets\n\nCPU time of the server's process for a request, in microseconds, and ratios to the"
                        + " baseline and to another test of jZenith; medians of the processes (least to largest). Every test is"
                        + " also to have a p99 of at most ")
                .append(format("%.2f, at most %.2f of the allocation", MOST_P99, MOST_ALLOCATION))
                .append(format(
                        " and at least %s of the requests of the baseline.%n%n",
                        results.tests().stream()
                                .map(test -> format("%.2f", test.leastRequests()))
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(" or "))))
                .append(
                        "| test | baseline | jZenith | x baseline | x another test | allocated bytes | x baseline | p99 x"
                                + " baseline | requests/s x baseline | target of CPU time | met |\n"
                                + "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|---|\n");
        results.tests().stream()
                .filter(test -> results.of(test).containsKey(Contestant.JZENITH)
                        && results.of(test).containsKey(Contestant.BASELINE))
                .forEach(test -> row(text, test));
        text.append('\n');
        peers(text, "jZenith", Contestant.JZENITH, LoadTest::leastOf);
        peers(text, "JavaScript", Peer.JAVASCRIPT.title(), (test, peer) -> peer.leastOfJavaScript(test));
    }

    /** Requests per CPU second beside the peers that were measured; those of a contestant that was not have no table. */
    private void peers(
            final StringBuilder text,
            final String title,
            final String contestant,
            final ToDoubleBiFunction<LoadTest, Peer> target) {
        final StringBuilder rows = new StringBuilder();
        for (final LoadTest test : results.tests()) {
            for (final Peer peer : Peer.values()) {
                final double least = target.applyAsDouble(test, peer);
                if (!samples(test, contestant).isEmpty()
                        && !samples(test, peer.title()).isEmpty()
                        && !contestant.equals(peer.title())) {
                    final Statistics.Ratio ratio =
                            ratio(samples(test, contestant), samples(test, peer.title()), Sample::requestsPerCpuSecond);
                    rows.append(format("| %s | %s | %s | ", test.title(), peer.title(), text(ratio)))
                            .append(
                                    Double.isNaN(least)
                                            ? " | |\n"
                                            : format(
                                                    ">= %.1f | %s |%n",
                                                    least, ratio.ofMedians() >= least ? "yes" : "**no**"));
                }
            }
        }
        if (!rows.isEmpty()) {
            text.append("Requests per CPU second of ")
                    .append(title)
                    .append("""
                            , as a multiple of a peer's:

                            | test | peer | x peer | target | met |
                            |---|---|--:|---|---|
                            """)
                    .append(rows)
                    .append('\n');
        }
    }

    private void row(final StringBuilder text, final LoadTest test) {
        final List<Sample> ours = samples(test, Contestant.JZENITH);
        final List<Sample> theirs = samples(test, Contestant.BASELINE);
        final LoadTest reference = test.reference();
        final List<Sample> others = reference == null ? List.of() : samples(reference, Contestant.JZENITH);
        final Statistics.Ratio cpu = ratio(ours, theirs, Sample::cpuPerThousand);
        final Statistics.Ratio other = ratio(ours, others, Sample::cpuPerThousand);
        final Statistics.Ratio p99 = ratio(ours, theirs, Sample::p99);
        final Statistics.Ratio rate = ratio(ours, theirs, Sample::rate);
        final double bytes = results.allocation(test, Contestant.JZENITH);
        final double allocation = bytes / results.allocation(test, Contestant.BASELINE);
        text.append("| ").append(test.title());
        final List<String> cells = List.of(
                microseconds(theirs),
                microseconds(ours),
                text(cpu),
                reference == null ? "" : text(other) + " " + reference.title(),
                Report.figure("%,.0f", bytes),
                Report.figure("%.2f", allocation),
                text(p99),
                text(rate),
                target(test),
                verdict(
                        test,
                        test.isTargetOfReference() ? other.ofMedians() : cpu.ofMedians(),
                        bytes,
                        allocation,
                        p99,
                        rate));
        cells.forEach(cell -> text.append(" | ").append(cell));
        text.append(" |\n");
    }

    private String target(final LoadTest test) {
        final LoadTest reference = test.isTargetOfReference() ? test.reference() : null;
        final double most = test.mostCpuTime(bare);
        final String cpu =
                Double.isNaN(most) ? "" : format("%.2f x %s", most, reference == null ? "baseline" : reference.title());
        return bare || Double.isNaN(test.mostBytes()) ? cpu : cpu + format(", %,.0f bytes", test.mostBytes());
    }

    /** Empty if there is no target of the CPU time and nothing else was missed. */
    private String verdict(
            final LoadTest test,
            final double cpu,
            final double bytes,
            final double allocation,
            final Statistics.Ratio p99,
            final Statistics.Ratio rate) {
        final List<String> missed = new ArrayList<>();
        if (cpu > test.mostCpuTime(bare)) {
            missed.add("CPU time");
        }
        if (!bare && bytes > test.mostBytes()) {
            missed.add("bytes");
        }
        if (allocation > MOST_ALLOCATION) {
            missed.add("allocation");
        }
        if (p99.ofMedians() > MOST_P99) {
            missed.add("p99");
        }
        if (rate.ofMedians() < test.leastRequests()) {
            missed.add("requests");
        }
        if (!missed.isEmpty()) {
            return "**no:** " + String.join(", ", missed);
        }
        return !Double.isNaN(test.mostCpuTime(bare)) && Double.isNaN(cpu) ? "not measured" : "yes";
    }

    private String microseconds(final List<Sample> samples) {
        return format("%.1f", Statistics.median(perProcess(samples, Sample::cpuPerThousand)) * 1000);
    }

    private Statistics.Ratio ratio(
            final List<Sample> samples, final List<Sample> others, final ToDoubleFunction<Sample> figure) {
        return Statistics.ratio(perProcess(samples, figure), perProcess(others, figure));
    }

    private List<Sample> samples(final LoadTest test, final String name) {
        return results.of(test).getOrDefault(name, List.of());
    }

    private double[] perProcess(final List<Sample> samples, final ToDoubleFunction<Sample> figure) {
        return Statistics.perProcess(samples, rounds, figure);
    }

    private static String text(final Statistics.Ratio ratio) {
        return Double.isNaN(ratio.ofMedians())
                ? "-"
                : format("**%.2f** (%.2f to %.2f)", ratio.ofMedians(), ratio.least(), ratio.largest());
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

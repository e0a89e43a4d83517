package org.jzenith.benchmark.scale;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.benchmark.scale.ConsumerSimulation.Change;
import org.jzenith.benchmark.scale.ConsumerSimulation.Rebalance;

/** Prints the tables of the simulations in Markdown, and fails if something has happened that must not. */
final class SimulationReport {

    private static final List<Integer> SIZES = List.of(1, 10, 50, 100, 150, 199);

    private final PrintStream out;

    SimulationReport(final PrintStream out) {
        this.out = out;
    }

    private void row(final String text, final Object... values) {
        out.println(String.format(Locale.ROOT, text, values));
    }

    void consumers(final ConsumerSimulation simulation) {
        final List<Rebalance> all = simulation.rebalances();
        out.println("\nConsumers on a simulated engine: what one change costs\n");
        out.println(
                "| change | instances before | changes | partitions that move | calls `assigned` and `revoked` | calls for"
                        + " other partitions | commits | messages delivered again | ms |");
        out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (final int size : SIZES) {
            rows(
                    "an instance joins",
                    all,
                    each -> !each.busy() && each.change() == Change.JOIN && each.before() == size,
                    size);
        }
        final int most = all.stream().mapToInt(Rebalance::before).max().orElse(0);
        rows("an instance leaves", all, each -> !each.busy() && each.change() == Change.LEAVE, most);
        rows("an instance is lost", all, each -> !each.busy() && each.change() == Change.LOSS, most);
        row(
                "\nUnder load: %d rebalances after one to five changes each moved %d partitions with %d calls; %d commits, and %d"
                        + " messages that were delivered again. %d instances started. %d messages were published, %d were handled"
                        + " again, %d runs were interrupted, %d were lost, and there were %d violations.",
                all.stream().filter(Rebalance::busy).count(),
                sum(all, Rebalance::moved),
                sum(all, SimulationReport::calls),
                sum(all, each -> each.work().commits),
                sum(all, each -> each.work().redelivered),
                simulation.started(),
                simulation.published(),
                simulation.keys().handled() - simulation.published(),
                simulation.keys().interrupted(),
                simulation.missing(),
                simulation.keys().violations().size());
        if (simulation.missing() != 0 || !simulation.keys().violations().isEmpty()) {
            throw new BenchmarkException(
                    "The simulation has found errors: " + simulation.missing() + " messages are missing. "
                            + String.join(" ", simulation.keys().violations()));
        }
    }

    private static int sum(final List<Rebalance> all, final ToIntFunction<Rebalance> figure) {
        return all.stream().filter(Rebalance::busy).mapToInt(figure).sum();
    }

    /** Returns the calls of the listeners. */
    static int calls(final Rebalance each) {
        return each.work().assigned + each.work().revoked + each.work().lost;
    }

    private void rows(
            final String title, final List<Rebalance> all, final Predicate<Rebalance> which, final int before) {
        final List<Rebalance> found = all.stream().filter(which).toList();
        if (!found.isEmpty()) {
            row(
                    "| %s | %d | %d | %s | %s | %s | %s | %s | %s |",
                    title,
                    before,
                    found.size(),
                    range(found, Rebalance::moved),
                    range(found, SimulationReport::calls),
                    range(found, each -> each.work().callsForOthers),
                    range(found, each -> each.work().commits),
                    range(found, each -> each.work().redelivered),
                    millis(found));
        }
    }

    private static String range(final List<Rebalance> all, final ToIntFunction<Rebalance> figure) {
        final int[] values = all.stream().mapToInt(figure).sorted().toArray();
        final int least = values[0];
        final int largest = values[values.length - 1];
        return least == largest ? String.valueOf(least) : least + " to " + largest;
    }

    private static String millis(final List<Rebalance> all) {
        final Spread spread = new Spread();
        all.forEach(each -> spread.add(each.millis()));
        return spread.text(1);
    }

    void leases(final LeaseSimulation simulation, final int partitions) {
        out.println("\nLeases of " + partitions + " partitions: what one change costs the store\n");
        out.println(
                "| change | instances before | partitions that move | fewest possible | claims | of them in vain | releases |"
                        + " reads of positions | renewals of all instances | rows of a renewal | seconds |");
        out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        simulation
                .turnovers()
                .forEach(each -> row(
                        "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.0f | %.1f |",
                        each.change(),
                        each.instances(),
                        each.moved(),
                        each.fewest(),
                        each.calls().claims(),
                        each.calls().claims() - each.calls().granted(),
                        each.calls().releases(),
                        each.calls().positions(),
                        each.calls().renewals(),
                        (double) each.calls().renewedRows()
                                / Math.max(1, each.calls().renewals()),
                        each.seconds()));
        if (!simulation.violations().isEmpty()) {
            throw new BenchmarkException(
                    "The simulation has found errors: " + String.join(" ", simulation.violations()));
        }
    }
}

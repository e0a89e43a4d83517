package org.jzenith.benchmark.scale;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.benchmark.scale.ServiceLoads.Setup;

/** Prints the tables of the page {@code docs/scale.md} in Markdown. */
final class ScaleReport {

    private static final int[] RATES = {10_000, 100_000, 1_000_000};
    private static final int MOST_PARTITIONS = 256;

    private final PrintStream out;

    ScaleReport(final PrintStream out) {
        this.out = out;
    }

    private void row(final String text, final Object... values) {
        out.println(String.format(Locale.ROOT, text, values));
    }

    private void head(final String title, final String columns) {
        out.println("\n" + title + "\n\n" + columns);
        out.println("|---"
                + "|--:".repeat((int) columns.chars().filter(c -> c == '|').count() - 2) + "|");
    }

    /** Prints what an instance with two event loops does with each second of processor time. */
    void instance(final ServiceLoads loads) {
        final Setup one = new Setup(1, 2, true);
        head(
                "One instance with two event loops under full load",
                "| request | requests a second | requests per CPU second of the instance | CPU of the instance, µs | CPU of"
                        + " PostgreSQL, µs | PostgreSQL's share |");
        for (final RequestKind kind : RequestKind.values()) {
            final double instance =
                    loads.spread(one, kind, false, LoadFigures::instanceMicros).median();
            final double database =
                    loads.spread(one, kind, false, LoadFigures::databaseMicros).median();
            row(
                    "| %s | %s | %,.0f | %.1f | %.1f | %.0f %% |",
                    kind.title(),
                    text(loads.spread(one, kind, false, LoadFigures::perSecond)),
                    1e6 / instance,
                    instance,
                    database,
                    100 * database / (instance + database));
        }
    }

    private static String text(final Spread spread) {
        return spread.text(0);
    }

    /** Prints what each setup does. */
    void setups(final ServiceLoads loads) {
        head(
                "Instances beside each other",
                "| request | instances x event loops | full load: requests a second | bounded load: requests a second | requests"
                        + " per CPU second of the instances | CPU of PostgreSQL, µs |");
        for (final RequestKind kind : RequestKind.values()) {
            for (final Setup setup : Setup.ALL) {
                row(
                        "| %s | %d x %d | %s | %.0f | %s | %.1f |",
                        kind.title(),
                        setup.instances(),
                        setup.loops(),
                        text(loads.spread(setup, kind, false, LoadFigures::perSecond)),
                        loads.spread(setup, kind, true, LoadFigures::perSecond).median(),
                        text(loads.spread(setup, kind, true, LoadFigures::perInstanceSecond)),
                        loads.spread(setup, kind, true, LoadFigures::databaseMicros)
                                .median());
            }
        }
    }

    /** Prints the fitted laws, and how far their predictions are from what was measured. */
    void laws(final ServiceLoads loads, final boolean paused) {
        head(
                paused
                        ? "The law, fitted to bounded load: each event loop has a processor"
                        : "The law, fitted to full load: all share the processors of this machine",
                "| request | λ | σ | κ | 3 x 1: predicted | measured | error | 3 x 2: predicted | measured | error |");
        for (final RequestKind kind : RequestKind.values()) {
            final UniversalScalability law = UniversalScalability.fit(loads.points(kind, paused, true));
            final StringBuilder line = new StringBuilder(String.format(
                    Locale.ROOT, "| %s | %.0f | %.4f | %.5f |", kind.title(), law.lambda(), law.sigma(), law.kappa()));
            loads.points(kind, paused, false)
                    .forEach(point -> line.append(String.format(
                            Locale.ROOT,
                            " %.0f | %.0f | %+.1f %% |",
                            law.at(point.loops()),
                            point.perSecond(),
                            100 * law.error(point))));
            out.println(line);
        }
    }

    void statements(final List<StatementLimits.Found> statements) {
        head(
                "Statements of one PostgreSQL",
                "| statement | a second, 64 in flight | processors that PostgreSQL uses | CPU of PostgreSQL, µs | a second and"
                        + " processor of PostgreSQL | CPU of the client, µs | alone, ms |");
        statements.forEach(each -> row(
                "| %s | %,.0f | %.2f | %.1f | %,.0f | %.1f | %.2f |",
                each.title(),
                each.perSecond(),
                each.processors(),
                each.databaseMicros(),
                1e6 / each.databaseMicros(),
                each.clientMicros(),
                each.aloneMillis()));
    }

    void messages(final MessageLimits.Found found) {
        head(
                "Messages in PostgreSQL, one partition, an update for each",
                "| messages | a second | CPU of the consumer, µs | CPU of PostgreSQL, µs | to store one, µs |");
        row(
                "| one partition | %,.0f | %.0f | %.0f | %.0f |",
                found.perSecond(), found.instanceMicros(), found.databaseMicros(), found.appendMicros());
    }

    void plans(final PlanFigures figures) {
        head(
                String.format(
                        Locale.ROOT,
                        "The plan: %.0f %% of the requests read and %.0f %% write, processors are used to %.0f %%, an instance has %d, a"
                                + " PostgreSQL %d",
                        100 * figures.reads(),
                        100 * figures.writes(),
                        100 * figures.utilization(),
                        figures.instanceCores(),
                        figures.databaseCores()),
                "| requests a second | instances | groups | replicas of each | pool of an instance | connections to a primary |"
                        + " partitions | instances of consumers | processors of PostgreSQL for messages | processors in all |"
                        + (Double.isNaN(figures.price()) ? "" : " price |") + " event loops of a group, x measured |");
        for (final int rate : RATES) {
            final CapacityPlan plan = CapacityPlan.of(rate, figures);
            row(
                    "| %,d | %d | %d | %d | %d | %d | %s | %d | %.1f | %,d |%s %.1f |",
                    rate,
                    plan.allInstances(),
                    plan.groups(),
                    plan.replicas(),
                    plan.pool(),
                    plan.connections(),
                    partitions(plan.partitions()),
                    plan.consumers(),
                    plan.messageCores(),
                    plan.cores(figures),
                    Double.isNaN(figures.price())
                            ? ""
                            : String.format(Locale.ROOT, " %,.0f |", plan.cores(figures) * figures.price()),
                    (double) plan.loops() / figures.largest());
        }
        out.println("\nThe same plan without a measurement: `benchmark/scale --plan " + figures.options() + "`");
    }

    private static String partitions(final int count) {
        return count <= MOST_PARTITIONS
                ? String.valueOf(count)
                : count + ", in " + (count + MOST_PARTITIONS - 1) / MOST_PARTITIONS + " topics";
    }
}

package org.jzenith.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.LoadOptions;

final class CapacityPlanTest {

    /** An event loop does 10,000 requests a second, without a limit. */
    private static PlanFigures figures(final String... more) {
        final List<String> options = new ArrayList<>(List.of(
                "--points", "1:10000,2:20000,4:40000",
                "--reads", "0.5",
                "--writes", "0.1",
                "--read-micros", "100",
                "--write-micros", "200",
                "--write-millis", "5",
                "--messages", "0.1",
                "--partition-rate", "1000",
                "--message-micros", "100",
                "--message-database-micros", "200",
                "--utilization", "0.5",
                "--instance-cores", "2",
                "--database-cores", "10",
                "--database-connections", "100000",
                "--replicas", "100"));
        for (int i = 0; i < more.length; i += 2) {
            options.set(options.indexOf(more[i]) + 1, more[i + 1]);
        }
        return PlanFigures.of(
                LoadOptions.parse(PlanFigures.OPTIONS, options.toArray(String[]::new)), PlanFigures.Measured.NONE);
    }

    @Test
    void oneDatabaseIsEnoughForFewRequests() {
        // Reads take 0.5 and writes 0.2 processors of 10, half of which may be used.
        final CapacityPlan plan = CapacityPlan.of(10_000, figures());
        assertThat(plan.groups()).isEqualTo(1);
        assertThat(plan.replicas()).isZero();
        assertThat(plan.loops()).isEqualTo(2);
        assertThat(plan.instances()).isEqualTo(1);
        // 1,000 messages a second, of which a partition may have half of 1,000.
        assertThat(plan.partitions()).isEqualTo(2);
        assertThat(plan.consumers()).isEqualTo(1);
        assertThat(plan.messageCores()).isEqualTo(0.4);
        assertThat(plan.cores(figures())).isEqualTo(2 + 10 + 2);
    }

    @Test
    void thePoolFollowsLittlesLaw() {
        // 1,000 writes a second on one instance, of 5 ms each: 5 in use, twice as many with half of the pool in use.
        assertThat(CapacityPlan.of(10_000, figures()).pool()).isEqualTo(10);
        assertThat(CapacityPlan.of(10_000, figures()).connections()).isEqualTo(12);
        assertThat(CapacityPlan.of(10_000, figures("--write-millis", "0.1")).pool())
                .isEqualTo(2);
    }

    @Test
    void replicasTakeTheReadsThatThePrimaryCannot() {
        // Writes need 2 of the 5 processors that may be used. Reads need 5: 3 at the primary, 2 at a replica, which
        // repeats the writes.
        final CapacityPlan plan = CapacityPlan.of(100_000, figures());
        assertThat(plan.groups()).isEqualTo(1);
        assertThat(plan.replicas()).isEqualTo(1);
        assertThat(plan.instances()).isEqualTo(10);
        assertThat(plan.allDatabases()).isEqualTo(2);
    }

    @Test
    void dataIsPartitionedWhenThePrimaryCannotWriteMore() {
        // Writes need 20 processors, of which a primary may use 5. With four groups no primary would have time for
        // reads.
        final CapacityPlan plan = CapacityPlan.of(1_000_000, figures());
        assertThat(plan.groups()).isEqualTo(5);
        assertThat(plan.replicas()).isEqualTo(9);
        assertThat(plan.allInstances()).isEqualTo(100);
        assertThat(CapacityPlan.of(1_000_000, figures("--replicas", "1")).groups())
                .isEqualTo(9);
    }

    @Test
    void aGroupHasNoMoreConnectionsThanItsPrimaryAccepts() {
        assertThat(CapacityPlan.of(100_000, figures("--database-connections", "59"))
                        .groups())
                .isEqualTo(3);
        assertThatThrownBy(() -> CapacityPlan.of(100_000, figures("--database-connections", "3")))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("An instance needs more connections than a PostgreSQL has");
    }

    @Test
    void aGroupStaysBelowThePeakOfTheLaw() {
        // At most 16,364 requests a second, of which half are used.
        final PlanFigures figures = figures("--points", "1:10000,2:15000,4:16000");
        assertThat(figures.law().peak()).isEqualTo(3);
        assertThat(CapacityPlan.of(100_000, figures).groups()).isEqualTo(13);
    }

    @Test
    void theTableHasARowForEachRateAndThePriceOnlyIfItIsGiven() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ScaleReport(new PrintStream(bytes, true, StandardCharsets.UTF_8)).plans(figures());
        final String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(text).contains("| 10,000 |", "| 100,000 |", "| 1,000,000 |").doesNotContain("price");
        assertThat(text.lines()
                        .filter(line -> line.startsWith("|"))
                        .map(line -> line.chars().filter(c -> c == '|').count())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void aMissingFigureIsNamed() {
        final LoadOptions options = LoadOptions.parse(PlanFigures.OPTIONS, "--points", "1:10,2:20,4:40");
        assertThatThrownBy(() -> PlanFigures.of(options, PlanFigures.Measured.NONE))
                .hasMessage("There is no figure for --read-micros. Measure it, or give it.");
    }
}

package org.jzenith.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.scale.ConsumerSimulation.Change;
import org.jzenith.benchmark.scale.ConsumerSimulation.Rebalance;

/** {@code benchmark/scale --simulate} is the same with ten times as many partitions and instances. */
@Tag("full")
@Timeout(120)
final class ConsumerSimulationTest {

    private static final int PARTITIONS = 100;
    private static final int INSTANCES = 20;

    @Test
    void consumersThatComeAndGoHandleEachKeyOnceAtATimeAndMoveOnlyWhatTheyMust() throws InterruptedException {
        try (Cleanup cleanup = new Cleanup()) {
            final ConsumerSimulation simulation = new ConsumerSimulation(cleanup, PARTITIONS, INSTANCES, 1);
            simulation.run(10_000, 500);

            assertThat(simulation.keys().violations()).isEmpty();
            assertThat(simulation.missing()).isZero();
            assertThat(simulation.published()).isEqualTo(10_000);
            assertThat(simulation.started()).isGreaterThan(INSTANCES);

            final List<Rebalance> quiet = simulation.rebalances().stream()
                    .filter(each -> !each.busy())
                    .toList();
            assertThat(quiet).hasSize(INSTANCES + INSTANCES / 10 * 4).allSatisfy(each -> {
                assertThat(each.moved()).isEqualTo(moved(each));
                assertThat(each.work().revoked + each.work().lost).isEqualTo(each.before() == 0 ? 0 : each.moved());
                assertThat(each.work().commits).isZero();
                assertThat(each.work().callsForOthers).isZero();
            });
            final List<Rebalance> busy =
                    simulation.rebalances().stream().filter(Rebalance::busy).toList();
            assertThat(busy).isNotEmpty();
            assertThat(busy.stream().mapToInt(Rebalance::moved).sum()).isPositive();
            assertThat(busy.stream().mapToInt(each -> each.work().redelivered).sum())
                    .isPositive();
        }
        for (final Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("simulated-engine")) {
                thread.join();
            }
        }
    }

    /** Returns the partitions that must move so that all instances have the same number, or one more. */
    private static int moved(final Rebalance rebalance) {
        final int before = rebalance.before();
        if (rebalance.change() == Change.JOIN) {
            return PARTITIONS / (before + 1);
        }
        // 100 partitions of 20 instances
        return PARTITIONS / before;
    }
}

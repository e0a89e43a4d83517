package org.jzenith.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.benchmark.process.Cleanup;

/** {@code benchmark/scale --simulate} is the same with ten times as many partitions and instances. */
@Tag("full")
@Timeout(120)
final class LeaseSimulationTest {

    private static final int PARTITIONS = 100;
    private static final int INSTANCES = 20;

    @Test
    void leasesMoveNoMorePartitionsThanTheyMust() {
        try (Cleanup cleanup = new Cleanup()) {
            final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
            cleanup.add(
                    vertx,
                    () -> vertx.close()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join());
            final LeaseSimulation simulation = new LeaseSimulation(cleanup, vertx, PARTITIONS, 1);
            simulation.run(INSTANCES, 1);
            assertThat(simulation.violations()).isEmpty();
            assertThat(simulation.turnovers()).hasSize(5);
            assertThat(simulation.turnovers().subList(1, 5)).allSatisfy(each -> {
                // One more may move, because the number of a member decides whether it has the odd partition.
                assertThat(each.moved()).isBetween(each.fewest(), each.fewest() + 1);
                assertThat(each.fewest()).isLessThanOrEqualTo(PARTITIONS / INSTANCES);
                assertThat(each.calls().granted()).isBetween((long) each.moved(), each.moved() + 1L);
            });
        }
    }
}

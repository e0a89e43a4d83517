package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RoundsTest {

    private static List<Sample> samples(final double p99, final long... rates) {
        return Arrays.stream(rates)
                .mapToObj(
                        rate -> new Sample(new Wrk.Result(1, rate, 0, new Latencies(1, 1, 1, 1, p99, p99, p99)), 1, 64))
                .toList();
    }

    @Test
    void theFastestBaselineIsTheOneToCompareWith() {
        assertThat(Rounds.best(Map.of(1, samples(1, 900), 2, samples(9, 1000), 4, samples(2, 960))))
                .isEqualTo(2);
    }

    @Test
    void ofThoseAsFastTheOneWhoseClientsWaitLeastIs() {
        assertThat(Rounds.best(Map.of(1, samples(14, 980), 2, samples(50, 975), 4, samples(108, 1000))))
                .isEqualTo(1);
    }

    @Test
    void oneGoodRoundDoesNotDecide() {
        assertThat(Rounds.best(Map.of(1, samples(5, 900, 901, 902), 4, samples(5, 2000, 800, 801))))
                .isEqualTo(1);
    }
}

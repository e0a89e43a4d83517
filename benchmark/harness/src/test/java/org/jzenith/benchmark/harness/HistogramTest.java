package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class HistogramTest {

    private static final long MILLI = 1_000_000;

    @Test
    void everyAnswerStandsInOneBar() {
        assertThat(Histogram.counts(LongStream.rangeClosed(0, 99).toArray()))
                .containsExactly(10, 10, 10, 10, 10, 9, 10, 10, 10, 10, 1);
        assertThat(Histogram.counts(new long[] {5, 5, 5})).containsExactly(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void oneSlowAnswerDoesNotFlattenTheBars() {
        final LongStream fast = LongStream.rangeClosed(1, 1_000);

        assertThat(Histogram.counts(
                        LongStream.concat(fast, LongStream.of(1_000_000)).toArray()))
                .containsExactly(100, 99, 99, 99, 99, 99, 99, 99, 99, 99, 10);
    }

    @Test
    void reportTellsSummaryBarsDistributionAndStatuses() {
        final long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * MILLI).toArray();

        final String report = Histogram.of(new LoadLoop.Found(2, nanos, Map.of(200, 98, 503, 2), 1));

        assertThat(report)
                .contains("Slowest:      100.000 ms", "Fastest:      1.000 ms", "Average:      50.500 ms")
                .contains("Requests/sec: 50")
                .contains("   100.000 [      1] |■■■■ slower than 99%", "    99% in 99.000 ms", "  99.9% in 100.000 ms")
                .contains("[200] 98 responses", "[503] 2 responses", "Errors: 1");
    }
}

package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class HistogramTest {

    private static final long MILLI = 1_000_000;

    @Test
    void everyAnswerStandsInOneBar() {
        assertThat(Histogram.counts(LongStream.rangeClosed(0, 100).toArray()))
                .containsExactly(1, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10);
        assertThat(Histogram.counts(new long[] {5, 5, 5})).containsExactly(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void reportTellsSummaryBarsDistributionAndStatuses() {
        final long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * MILLI).toArray();

        final String report = Histogram.of(new LoadLoop.Found(2, nanos, Map.of(200, 98, 503, 2), 1));

        assertThat(report)
                .contains("Slowest:      0.1000 secs", "Fastest:      0.0010 secs", "Average:      0.0505 secs")
                .contains("Requests/sec: 50.00", "■", "  99% in 0.0990 secs")
                .contains("[200] 98 responses", "[503] 2 responses", "Errors: 1");
    }
}

package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StatisticsTest {

    @Test
    void medianIsTheMiddleOfTheSortedValues() {
        assertThat(Statistics.median(9, 1, 4)).isEqualTo(4);
        assertThat(Statistics.median(9, 1, 4, 2)).isEqualTo(3);
        assertThat(Statistics.median(7)).isEqualTo(7);
    }

    @Test
    void medianOfNothingIsNotANumber() {
        assertThat(Statistics.median()).isNaN();
    }

    @Test
    void ratioComparesMediansAndSpreadComparesRounds() {
        final Statistics.Ratio ratio =
                Statistics.ratio(List.of(90, 100, 80), List.of(100, 80, 160), Integer::doubleValue);

        assertThat(ratio.ofMedians()).isEqualTo(0.9);
        assertThat(ratio.least()).isEqualTo(0.5);
        assertThat(ratio.largest()).isEqualTo(1.25);
    }

    @Test
    void percentileIsTheValueThatSoManyDoNotExceed() {
        final long[] sorted = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

        assertThat(Statistics.percentile(sorted, 10)).isEqualTo(1);
        assertThat(Statistics.percentile(sorted, 50)).isEqualTo(5);
        assertThat(Statistics.percentile(sorted, 99)).isEqualTo(10);
    }
}

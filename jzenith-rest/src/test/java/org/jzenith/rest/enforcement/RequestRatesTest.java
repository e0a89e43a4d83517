package org.jzenith.rest.enforcement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Token buckets at times of our choice. */
final class RequestRatesTest {

    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -5 * SECOND, Long.MAX_VALUE - SECOND / 2, Long.MIN_VALUE})
    void aBucketIsExactWhereverTheClockStands(final long start) {
        final RequestRates rates = new RequestRates(3, SECOND, 10);
        for (int left = 2; left >= 0; left--) {
            assertThat(rates.take("a", start).remaining()).isEqualTo(left);
        }
        final RequestRates.Taken refused = rates.take("a", start);
        assertThat(refused.isRefused()).isTrue();
        assertThat(rates.take("a", start + refused.retryNanos() - 1).isRefused())
                .isTrue();
        assertThat(rates.take("a", start + refused.retryNanos()).remaining()).isZero();
        assertThat(rates.take("a", start + 3 * SECOND).remaining()).isEqualTo(2);
    }

    @Test
    void aClockThatGoesBackGivesNoPermitsAndLocksNobodyOut() {
        final RequestRates rates = new RequestRates(2, SECOND, 10);
        assertThat(rates.take("a", SECOND).remaining()).isEqualTo(1);
        assertThat(rates.take("a", 0).isRefused()).isTrue();
        assertThat(rates.take("a", 3 * SECOND).remaining()).isEqualTo(1);
    }

    @Test
    void aMillionPermitsAreExact() {
        final RequestRates rates = new RequestRates(999_999, SECOND, 10);
        for (int i = 0; i < 999_999; i++) {
            assertThat(rates.take("a", 0).isRefused()).isFalse();
        }
        assertThat(rates.take("a", 0).isRefused()).isTrue();
    }

    @Test
    void manyKeysTakeNoMoreMemoryThanAllowed() {
        final RequestRates rates = new RequestRates(1, SECOND, 1_000);
        rates.take("first", 0);
        for (int i = 0; i < 100_000; i++) {
            assertThat(rates.take("key" + i, 0).isRefused()).isFalse();
            assertThat(rates.size()).isLessThanOrEqualTo(1_000);
            assertThat(rates.take("key" + i, 0).isRefused()).isTrue();
        }
        assertThat(rates.take("key99999", 0).isRefused()).isTrue();
        assertThat(rates.take("first", 0).isRefused()).isFalse(); // it was forgotten
    }

    @Test
    void fullBucketsAreRemoved() {
        final RequestRates rates = new RequestRates(1, SECOND, 1_000_000);
        for (int i = 0; i < 10_000; i++) {
            rates.take("key" + i, 0);
        }
        for (int i = 0; i < 5_000; i++) {
            rates.take("other", 2 * SECOND);
        }
        assertThat(rates.size()).isEqualTo(1);
    }
}

package org.jzenith.rest.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.limit.RateLimitStore;

/** Token buckets at times of our choice. */
final class RequestRatesTest {

    private static final long SECOND = 1_000_000_000;

    private final AtomicLong now = new AtomicLong();

    private RequestRates rates(final long permits, final int maxKeys) {
        return new RequestRates(permits, Duration.ofNanos(SECOND), maxKeys, now::get);
    }

    private RateLimitStore.Taken takeAt(final RequestRates rates, final long time) {
        now.set(time);
        return rates.takeNow("a");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -5 * SECOND, Long.MAX_VALUE - SECOND / 2, Long.MIN_VALUE})
    void aBucketIsExactWhereverTheClockStands(final long start) {
        now.set(start);
        final RequestRates rates = rates(3, 10);
        for (int left = 2; left >= 0; left--) {
            assertThat(takeAt(rates, start).remaining()).isEqualTo(left);
        }
        final RateLimitStore.Taken refused = takeAt(rates, start);
        assertThat(refused.isRefused()).isTrue();
        assertThat(takeAt(rates, start + refused.retryNanos() - 1).isRefused()).isTrue();
        assertThat(takeAt(rates, start + refused.retryNanos()).remaining()).isZero();
        assertThat(takeAt(rates, start + 3 * SECOND).remaining()).isEqualTo(2);
    }

    @Test
    void aClockThatGoesBackGivesNoPermitsAndLocksNobodyOut() {
        final RequestRates rates = rates(2, 10);
        assertThat(takeAt(rates, SECOND).remaining()).isEqualTo(1);
        assertThat(takeAt(rates, 0).isRefused()).isTrue();
        assertThat(takeAt(rates, 3 * SECOND).remaining()).isEqualTo(1);
    }

    @Test
    void eachOfSeveralInstancesGrantsItsShare() {
        final RequestRates rates = rates(6, 10);
        assertThat(rates.takeShare("a", 3).remaining()).isEqualTo(1);
        assertThat(rates.takeShare("a", 3).remaining()).isZero();
        assertThat(rates.takeShare("a", 3).retryNanos()).isBetween(SECOND / 2 - 10, SECOND / 2);
        assertThat(rates.takeShare("b", 100).remaining()).as("at least one").isZero();
        assertThat(rates.takeShare("b", 100).isRefused()).isTrue();
    }

    @Test
    void aMillionPermitsAreExact() {
        final RequestRates rates = rates(999_999, 10);
        for (int i = 0; i < 999_999; i++) {
            assertThat(takeAt(rates, 0).isRefused()).isFalse();
        }
        assertThat(takeAt(rates, 0).isRefused()).isTrue();
    }

    @Test
    void manyKeysTakeNoMoreMemoryThanAllowed() {
        final RequestRates rates = rates(1, 1_000);
        rates.takeNow("first");
        for (int i = 0; i < 100_000; i++) {
            assertThat(rates.takeNow("key" + i).isRefused()).isFalse();
            assertThat(rates.size()).isLessThanOrEqualTo(1_000);
            assertThat(rates.takeNow("key" + i).isRefused()).isTrue();
        }
        assertThat(rates.takeNow("key99999").isRefused()).isTrue();
        assertThat(rates.takeNow("first").isRefused()).isFalse(); // it was forgotten
    }

    @Test
    void fullBucketsAreRemoved() {
        final RequestRates rates = rates(1, 1_000_000);
        for (int i = 0; i < 10_000; i++) {
            rates.takeNow("key" + i);
        }
        takeAt(rates, 2 * SECOND);
        takeAt(rates, 3 * SECOND);
        assertThat(rates.size()).isEqualTo(1);
    }
}

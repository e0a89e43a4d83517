package org.jzenith.core.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bounded cache, at times of our choice. */
final class BoundedCacheTest {

    private static final Duration LIFETIME = Duration.ofNanos(100);

    private final AtomicLong now = new AtomicLong();
    private final BoundedCache<String, Integer> cache = new BoundedCache<>(10, LIFETIME, now::get);

    @ParameterizedTest
    @ValueSource(longs = {0, -50, Long.MAX_VALUE - 50, Long.MIN_VALUE})
    void anEntryIsNotFoundAfterItsTime(final long start) {
        now.set(start);
        final BoundedCache<String, Integer> begun = new BoundedCache<>(10, LIFETIME, now::get);
        begun.put("a", 1);
        now.set(start + 99);
        assertThat(begun.get("a")).isEqualTo(1);
        now.set(start + 100);
        assertThat(begun.get("a")).isNull();
        now.set(start + 150);
        begun.put("a", 2);
        now.set(start + 249);
        assertThat(begun.get("a")).isEqualTo(2);
    }

    @Test
    void anEntryThatIsReadDoesNotLiveLonger() {
        now.set(50);
        cache.put("a", 1);
        now.set(100);
        cache.put("b", 2); // a new generation
        now.set(149);
        assertThat(cache.get("a")).isEqualTo(1);
        now.set(150);
        assertThat(cache.get("a")).isNull();
        assertThat(cache.get("b")).isEqualTo(2);
    }

    @Test
    void expiredEntriesMakeRoom() {
        final BoundedCache<Integer, Integer> large = new BoundedCache<>(1_000_000, LIFETIME, now::get);
        for (int i = 0; i < 10_000; i++) {
            large.put(i, i);
        }
        now.set(100);
        large.put(-1, 1);
        now.set(200);
        large.put(-1, 2);
        assertThat(large.size()).isEqualTo(1);
        assertThat(large.get(-1)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 999, 1_000})
    void aMillionEntriesLeaveTheNewestAndThoseInUse(final int limit) {
        final BoundedCache<Integer, String> small = new BoundedCache<>(limit);
        small.put(-1, "in use");
        for (int i = 0; i < 1_000_000; i++) {
            small.put(i, "entry");
            if (limit > 500 && i % 100 == 0) {
                assertThat(small.get(-1)).isEqualTo("in use");
            }
            if (small.size() > limit) {
                assertThat(small.size()).as("after " + i).isLessThanOrEqualTo(limit);
            }
        }
        assertThat(small.get(1_000_000 - (limit + 1) / 2)).isEqualTo("entry");
        assertThat(small.get(0)).isNull();
    }

    @Test
    void aCacheForNothingKeepsNothing() {
        final BoundedCache<String, Integer> none = new BoundedCache<>(0);
        none.put("a", 1);
        assertThat(none.get("a")).isNull();
        assertThat(none.size()).isZero();
    }

    @Test
    void aNewValueReplacesThatOfAnOlderGeneration() {
        cache.put("a", 1);
        now.set(100);
        cache.put("b", 2);
        cache.put("a", 3);
        assertThat(cache.get("a")).isEqualTo(3);
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void removedEntriesAreGoneFromBothGenerations() {
        cache.put("a", 1);
        now.set(50);
        for (final String each : List.of("b", "c", "d", "e", "f")) {
            cache.put(each, 2);
        }
        cache.remove("a");
        cache.remove("f");
        assertThat(cache.get("a")).isNull();
        assertThat(cache.get("f")).isNull();
        assertThat(cache.get("e")).isEqualTo(2);
        cache.clear();
        assertThat(cache.get("e")).isNull();
        assertThat(cache.size()).isZero();
    }

    @Test
    void oneThreadAddsTheValueThatAllWouldAdd() {
        final BoundedCache<Integer, Boolean> many = new BoundedCache<>(1_000_000);
        final AtomicInteger added = new AtomicInteger();
        IntStream.range(0, 400_000).parallel().forEach(i -> {
            if (many.putIfAbsent(i % 1_000, true)) {
                added.incrementAndGet();
            }
        });
        assertThat(added).hasValue(1_000);
        assertThat(many.putIfAbsent(0, true)).isFalse();
        now.set(99);
        assertThat(cache.putIfAbsent("a", 1)).isTrue();
        now.set(198);
        assertThat(cache.putIfAbsent("a", 1)).isFalse();
        now.set(199);
        assertThat(cache.putIfAbsent("a", 1)).isTrue();
    }

    @Test
    void noReaderMissesAnEntryThatBecomesYoung() {
        final BoundedCache<Integer, Boolean> busy = new BoundedCache<>(1_000);
        busy.put(-1, true);
        final AtomicInteger next = new AtomicInteger();
        final long missed = IntStream.range(0, 400_000)
                .parallel()
                .filter(i -> {
                    if (i % 8 == 0) {
                        busy.put(next.incrementAndGet(), true);
                    }
                    return busy.get(-1) == null;
                })
                .count();
        assertThat(missed).isZero();
    }
}

package org.jzenith.docs.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.schedulers.Schedulers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.core.state.SharedCounts;
import org.jzenith.core.state.SharedCounts.Count;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedValues;
import org.jzenith.core.state.ValueFormat;
import org.jzenith.test.internal.leak.Polling;

/** The rules that hold for each place of shared state. */
abstract class SharedStateContract {

    private static final AtomicInteger KINDS = new AtomicInteger();
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(30);

    /** Text that another release has written is not known. */
    static final ValueFormat<String> TEXT = new ValueFormat<>() {
        @Override
        public byte[] write(final String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public @Nullable String read(final byte[] bytes) {
            return bytes.length > 0 && bytes[0] == '?' ? null : new String(bytes, StandardCharsets.UTF_8);
        }
    };

    private final String kind = "contract-" + KINDS.incrementAndGet();

    /** The state as one instance sees it. */
    abstract SharedState one();

    /** The state as another instance sees it; the same in memory. */
    abstract SharedState other();

    private final class Values {

        private final SharedValues<String> ofOne;
        private final SharedValues<String> ofOther;

        Values(final Duration lifetime) {
            ofOne = one().values(kind, 1_000, lifetime, TEXT);
            ofOther = other() == one() ? ofOne : other().values(kind, 1_000, lifetime, TEXT);
        }
    }

    private final class Counts {

        private final SharedCounts ofOne;
        private final SharedCounts ofOther;

        Counts(final Duration window) {
            ofOne = one().counts(kind, 1_000, window);
            ofOther = other() == one() ? ofOne : other().counts(kind, 1_000, window);
        }
    }

    private static List<Long> added(final SharedCounts counts, final String... keys) {
        return counts.add(List.of(keys)).blockingGet().stream()
                .map(Count::value)
                .toList();
    }

    @Test
    void anotherInstanceReadsWhatOneHasWritten() {
        final Values values = new Values(LONG);
        values.ofOne.put("a", "Zoë\0").blockingAwait();
        values.ofOne.put("line\nbreak \0", "2").blockingAwait();
        values.ofOne.put("x".repeat(10_000), "3").blockingAwait();
        assertThat(values.ofOther
                        .get(List.of("a", "none", "line\nbreak \0", "x".repeat(10_000)))
                        .blockingGet())
                .isEqualTo(Map.of("a", "Zoë\0", "line\nbreak \0", "2", "x".repeat(10_000), "3"));
        values.ofOther.put("a", "4").blockingAwait();
        assertThat(values.ofOne.get(List.of("a")).blockingGet()).isEqualTo(Map.of("a", "4"));
    }

    @Test
    void kindsDoNotMeet() {
        final Values values = new Values(LONG);
        values.ofOne.put("a", "1").blockingAwait();
        final SharedValues<String> another = other().values(kind + "-b", 1_000, LONG, TEXT);
        assertThat(another.get(List.of("a")).blockingGet()).isEmpty();
        assertThat(added(one().counts(kind + "-c", 1_000, LONG), "a")).containsExactly(1L);
        assertThat(values.ofOther.take("a").blockingGet()).isEqualTo("1");
    }

    @Test
    void aValueIsTakenOnce() {
        final Values values = new Values(LONG);
        values.ofOne.put("a", "1").blockingAwait();
        assertThat(values.ofOther.take("a").blockingGet()).isEqualTo("1");
        assertThat(values.ofOther.take("a").isEmpty().blockingGet()).isTrue();
        assertThat(values.ofOne.take("a").isEmpty().blockingGet()).isTrue();
        assertThat(values.ofOne.get(List.of("a")).blockingGet()).isEmpty();
        values.ofOne.put("a", "2").blockingAwait();
        assertThat(values.ofOne.take("a").blockingGet()).isEqualTo("2");
    }

    @Test
    void oneOfManyWhoTakeAtOnceGetsTheValue() {
        final Values values = new Values(LONG);
        for (int i = 0; i < 20; i++) {
            values.ofOne.put("a", "1").blockingAwait();
            assertThat(Flowable.range(0, 20)
                            .flatMapMaybe(n -> (n % 2 == 0 ? values.ofOne : values.ofOther)
                                    .take("a")
                                    .subscribeOn(Schedulers.io()))
                            .count()
                            .blockingGet())
                    .isEqualTo(1);
        }
    }

    @Test
    void valuesAndCountsExpire() {
        final Values values = new Values(SHORT);
        values.ofOne.put("a", "1").blockingAwait();
        Polling.until(() -> values.ofOther.get(List.of("a")).blockingGet().isEmpty());
        assertThat(values.ofOther.take("a").isEmpty().blockingGet()).isTrue();

        final Counts counts = new Counts(SHORT);
        final long begin = System.nanoTime();
        long last = 0;
        long value = added(counts.ofOne, "a").get(0);
        while (value > last) {
            last = value;
            value = added(counts.ofOther, "a").get(0);
        }
        assertThat(value).isEqualTo(1);
        assertThat(System.nanoTime() - begin).isGreaterThan(SHORT.toNanos() / 2);
    }

    @Test
    void allInstancesCountTogether() {
        final Counts counts = new Counts(LONG);
        assertThat(added(counts.ofOne, "a", "b")).containsExactly(1L, 1L);
        assertThat(added(counts.ofOther, "b", "c")).containsExactly(2L, 1L);
        assertThat(added(counts.ofOne, "c", "a", "b")).containsExactly(2L, 2L, 3L);
        counts.ofOther.subtract(List.of("b", "none")).blockingAwait();
        assertThat(added(counts.ofOne, "b", "none")).containsExactly(3L, 1L);
    }

    @Test
    void aCountIsNeverNegative() {
        final Counts counts = new Counts(LONG);
        counts.ofOne.subtract(List.of("a")).blockingAwait();
        assertThat(added(counts.ofOther, "a")).containsExactly(1L);
        counts.ofOne.subtract(List.of("a")).blockingAwait();
        counts.ofOther.subtract(List.of("a")).blockingAwait();
        assertThat(added(counts.ofOther, "a")).containsExactly(1L);
    }

    @Test
    void aWindowBeginsWithTheFirstAddition() {
        final Counts counts = new Counts(LONG);
        final Duration first =
                counts.ofOne.add(List.of("a")).blockingGet().get(0).left();
        assertThat(first).isBetween(LONG.minusSeconds(20), LONG);
        assertThat(counts.ofOther.add(List.of("a")).blockingGet().get(0).left()).isLessThanOrEqualTo(first);
    }

    @Test
    void manyAtOnceAreAllCounted() {
        final Counts counts = new Counts(LONG);
        final List<String> keys = List.of("a", "b", "c");
        final List<String> reversed = List.of("c", "b", "a");
        Flowable.range(0, 200)
                .flatMapCompletable(n -> (n % 2 == 0 ? counts.ofOne : counts.ofOther)
                        .add(n % 3 == 0 ? keys : reversed)
                        .subscribeOn(Schedulers.io())
                        .flatMapCompletable(counted -> n % 4 == 0
                                ? counts.ofOther.subtract(n % 3 == 0 ? reversed : keys)
                                : Completable.complete()))
                .blockingAwait();
        assertThat(added(counts.ofOne, "a", "b", "c")).containsExactly(151L, 151L, 151L);
    }

    /** Fails in memory too, so that a wrong name is found before a store is used. */
    @Test
    void namesOfKindsAreChecked() {
        assertThatThrownBy(() -> one().counts("a:b", 1, LONG)).hasMessageContaining("'a:b'");
        assertThatThrownBy(() -> one().values("", 1, LONG, TEXT)).hasMessageContaining("''");
    }
}

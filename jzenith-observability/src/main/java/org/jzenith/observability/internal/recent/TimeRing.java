package org.jzenith.observability.internal.recent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of slots, one for each period of time; the newest replaces the oldest. Safe for use by many threads.
 *
 * @param <S> what a slot collects
 */
final class TimeRing<S> {

    private record Slot<S>(long period, S content) {}

    private final AtomicReferenceArray<@Nullable Slot<S>> slots;
    private final long periodNanos;
    private final Supplier<S> maker;
    private final long begunNanos = System.nanoTime();

    /**
     * Creates an empty ring. A slot is created with its first use.
     *
     * @param size the number of slots
     * @param period the time of one
     */
    TimeRing(final int size, final Duration period, final Supplier<S> maker) {
        this.slots = new AtomicReferenceArray<>(size);
        this.periodNanos = period.toNanos();
        this.maker = maker;
    }

    /** Returns the slot of the present period. */
    S current() {
        final long period = period();
        final int index = (int) (period % slots.length());
        final Slot<S> slot = slots.get(index);
        return slot != null && slot.period == period ? slot.content : replaced(index, period);
    }

    private synchronized S replaced(final int index, final long period) {
        final Slot<S> raced = slots.get(index);
        if (raced != null && raced.period >= period) {
            return raced.content;
        }
        final Slot<S> made = new Slot<>(period, maker.get());
        slots.set(index, made);
        return made.content;
    }

    /** Returns the slots of the last periods, the oldest first, the present one last; null where nothing has happened. */
    List<@Nullable S> last(final int number) {
        final long now = period();
        final List<@Nullable S> all = new ArrayList<>(number);
        for (long period = now - number + 1; period <= now; period++) {
            final Slot<S> slot = period < 0 ? null : slots.get((int) (period % slots.length()));
            all.add(slot != null && slot.period == period ? slot.content : null);
        }
        return all;
    }

    /** Returns the slots of the last periods that something has happened in. */
    List<S> used(final int number) {
        return last(number).stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }

    /** Returns the seconds that {@code last(number)} covers up to now, without those before the ring was created. */
    double seconds(final int number) {
        final long age = System.nanoTime() - begunNanos;
        final long whole = Math.min(age, age % periodNanos + (number - 1) * periodNanos);
        return Math.max(1, whole / 1e9);
    }

    int size() {
        return slots.length();
    }

    private long period() {
        return (System.nanoTime() - begunNanos) / periodNanos;
    }
}

package org.jzenith.sql.connection;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for their turn on a pipeline, in order, with an estimate of how long the next one would wait: the number of
 * statements before it, times the recent average of one. Belongs to the event loop of the pipeline.
 */
final class WaitQueue {

    /** The assumed time of a statement before any was measured. */
    private static final double FIRST_GUESS_NANOS = 50_000;

    private static final double WEIGHT = 0.25;

    private final long maxWaitNanos;
    private final int limit;
    private final ArrayDeque<Call<?>> calls = new ArrayDeque<>();
    private int statements;
    private double nanosEach = FIRST_GUESS_NANOS;
    private int sent;
    private long measuredAt;
    private long checkedAt;
    private long progressAt;
    private boolean purged;

    WaitQueue(final long maxWaitNanos, final int limit) {
        this.maxWaitNanos = maxWaitNanos;
        this.limit = limit;
    }

    boolean isEmpty() {
        return statements == 0;
    }

    /** How many statements wait. */
    int statements() {
        return statements;
    }

    int calls() {
        return calls.size();
    }

    void add(final Call<?> call) {
        if (statements == 0) {
            measuredAt = System.nanoTime();
            checkedAt = measuredAt;
            progressAt = measuredAt;
            sent = 0;
        }
        calls.add(call);
        statements += call.unsent();
    }

    /** The first call whose caller has not disposed. */
    @Nullable
    Call<?> first() {
        Call<?> first = calls.peekFirst();
        while (first != null && !first.isWanted()) {
            removeFirst();
            first = calls.peekFirst();
        }
        return first;
    }

    /** Counts statements of the first call, which was removed, as sent. */
    void sent(final int count) {
        sent += count;
        progressAt = checkedAt;
        if (statements == 0) {
            measure(System.nanoTime());
        }
    }

    /** The rest of the first call comes next. */
    void putBack(final Call<?> first) {
        calls.addFirst(first);
        statements += first.unsent();
    }

    void removeFirst() {
        final Call<?> first = calls.pollFirst();
        if (first != null) {
            statements -= first.unsent();
        }
    }

    /** At regular times. */
    void check(final long now) {
        checkedAt = now;
        purged = false;
        if (statements > 0) {
            measure(now);
        }
    }

    private void measure(final long now) {
        if (sent > 0) {
            nanosEach += WEIGHT * ((double) (now - measuredAt) / sent - nanosEach);
            measuredAt = now;
            sent = 0;
        }
    }

    /** Whether the queue takes no more calls, with so many statements in flight. */
    boolean isFull(final int inFlight) {
        return calls.size() + inFlight >= limit && !(purge() && calls.size() + inFlight < limit);
    }

    /** Whether a new caller would have to wait too long. */
    boolean isTooLong() {
        return isLong() && !(purge() && !isLong());
    }

    private boolean isLong() {
        return statements > 0 && (statements * nanosEach > maxWaitNanos || checkedAt - progressAt > maxWaitNanos);
    }

    /** Removes calls whose callers have disposed; at most once between two checks. */
    private boolean purge() {
        if (purged) {
            return false;
        }
        purged = true;
        calls.removeIf(call -> !call.isWanted());
        statements = calls.stream().mapToInt(Call::unsent).sum();
        return true;
    }

    void refuseAll(final RuntimeException reason) {
        while (!calls.isEmpty()) {
            final Call<?> first = calls.peekFirst();
            removeFirst();
            first.refuse(reason);
        }
    }
}

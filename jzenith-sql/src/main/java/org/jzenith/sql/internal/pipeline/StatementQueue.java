package org.jzenith.sql.internal.pipeline;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.internal.connection.Call;

/**
 * Calls that wait for their turn on a pipeline, in order, with an estimate of how long the next one would wait: the number of
 * statements before it, times the time that the database recently took for an answer while calls waited. Belongs to the event loop
 * of the pipeline.
 */
final class StatementQueue {

    /** The assumed time of an answer before any was measured, and the number of answers for which it counts. */
    private static final double FIRST_GUESS_NANOS = 50_000;

    private static final double FIRST_GUESS_ANSWERS = 200;

    /** The time after which a measurement counts half. */
    private static final double HALF_LIFE_NANOS = 500e6;

    /** The shortest time between two checks for which the process, not the database, is taken to be the cause. */
    private static final long PAUSE_NANOS = 100_000_000;

    private final long maxWaitNanos;
    private final int limit;
    private final ArrayDeque<Call<?>> calls = new ArrayDeque<>();
    private int statements;
    private double busyNanos = FIRST_GUESS_ANSWERS * FIRST_GUESS_NANOS;
    private double busyAnswers = FIRST_GUESS_ANSWERS;
    private int answered;
    private long measuredAt;
    private long checkedAt;
    private long progressAt;
    private boolean purged;

    StatementQueue(final long maxWaitNanos, final int limit) {
        this.maxWaitNanos = maxWaitNanos;
        this.limit = limit;
    }

    boolean isEmpty() {
        return statements == 0;
    }

    /** Returns the number of waiting statements. */
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
            answered = 0;
            purged = false;
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

    /** Counts the answer of a statement while others wait. */
    void answered() {
        answered++;
        progressAt = checkedAt;
    }

    /** Ends a measurement if the call that was sent was the last one. */
    void sent() {
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

    /** Updates the estimate; called at regular times while calls wait. */
    void check(final long now) {
        if (now - checkedAt > PAUSE_NANOS) {
            progressAt += now - checkedAt;
            measuredAt = now;
            answered = 0;
        }
        checkedAt = now;
        purged = false;
        measure(now);
    }

    private void measure(final long now) {
        final long elapsed = now - measuredAt;
        if (elapsed < PAUSE_NANOS) {
            final double decay = Math.pow(0.5, elapsed / HALF_LIFE_NANOS);
            busyNanos = busyNanos * decay + elapsed;
            busyAnswers = busyAnswers * decay + answered;
        }
        measuredAt = now;
        answered = 0;
    }

    /** Returns true if the queue accepts no more calls, given the number of statements in flight. */
    boolean isFull(final int inFlight) {
        return calls.size() + inFlight >= limit && !(purge() && calls.size() + inFlight < limit);
    }

    /** Returns true if a new caller would have to wait too long. */
    boolean isTooLong() {
        return isLong() && !(purge() && !isLong());
    }

    private boolean isLong() {
        return statements > 0
                && (statements * busyNanos > maxWaitNanos * busyAnswers || checkedAt - progressAt > maxWaitNanos);
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

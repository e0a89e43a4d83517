package org.jzenith.core.observe;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: passes the {@link WorkEvent}s of one kind of operations to their observers. An event without observers is not created.
 * Safe for use by many threads.
 */
public final class WorkEmitter {

    private final @Nullable EventEmitter<WorkEvent.Begun> begun;
    private final @Nullable EventEmitter<WorkEvent.Described> described;
    private final @Nullable EventEmitter<WorkEvent.Sent> sent;
    private final @Nullable EventEmitter<WorkEvent.Retried> retried;
    private final @Nullable EventEmitter<WorkEvent.Ended> ended;
    private final @Nullable EventEmitter<WorkEvent.Rejected> rejected;

    WorkEmitter(final Observers observers, final String kind) {
        this.begun = observers.of(WorkEvent.Begun.class, kind);
        this.described = observers.of(WorkEvent.Described.class, kind);
        this.sent = observers.of(WorkEvent.Sent.class, kind);
        this.retried = observers.of(WorkEvent.Retried.class, kind);
        this.ended = observers.of(WorkEvent.Ended.class, kind);
        this.rejected = observers.of(WorkEvent.Rejected.class, kind);
    }

    /**
     * Emits {@link WorkEvent.Begun}.
     *
     * @param operation an operation that starts now, on this thread
     */
    public void begun(final Operation operation) {
        if (begun != null) {
            begun.emit(new WorkEvent.Begun(operation));
        }
    }

    /**
     * Emits {@link WorkEvent.Described}.
     *
     * @param operation an operation in progress
     * @param attributes the new or changed attributes
     */
    public void described(final Operation operation, final List<Attribute> attributes) {
        if (described != null) {
            described.emit(new WorkEvent.Described(operation, attributes));
        }
    }

    /**
     * Emits {@link WorkEvent.Sent}.
     *
     * @param operation an operation in progress
     * @param connection the {@link ConnectionEvent#id} of the connection
     */
    public void sent(final Operation operation, final long connection) {
        if (sent != null) {
            sent.emit(new WorkEvent.Sent(operation, connection));
        }
    }

    /**
     * Emits {@link WorkEvent.Retried}.
     *
     * @param operation an operation in progress
     * @param attempt the number of the next attempt; the first retry is 2
     * @param error the cause
     */
    public void retried(final Operation operation, final int attempt, final Throwable error) {
        if (retried != null) {
            retried.emit(new WorkEvent.Retried(operation, attempt, error));
        }
    }

    /**
     * Returns true if an observer sees {@link WorkEvent.Ended}.
     *
     * @return false if the attributes of the end are not needed
     */
    public boolean seesEnds() {
        return ended != null;
    }

    /**
     * Emits {@link WorkEvent.Ended}.
     *
     * @param operation an operation that has ended
     * @param status the outcome
     * @param duration the time since its start
     * @param error the cause of a failure or timeout, or null
     * @param attributes the attributes that became known at the end
     */
    public void ended(
            final Operation operation,
            final WorkEvent.Status status,
            final Duration duration,
            final @Nullable Throwable error,
            final List<Attribute> attributes) {
        if (ended != null) {
            ended.emit(new WorkEvent.Ended(operation, status, duration, error, attributes));
        }
    }

    /**
     * Emits {@link WorkEvent.Rejected}.
     *
     * @param operation an operation that was not done
     * @param reason the reason, for logs
     */
    public void rejected(final Operation operation, final String reason) {
        if (rejected != null) {
            rejected.emit(new WorkEvent.Rejected(operation, reason));
        }
    }
}

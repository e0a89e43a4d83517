package org.jzenith.core.observe;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * An event of an {@link Operation}, such as a run of a job or a statement. An operation has one {@link Begun}, and one of {@link Ended}
 * and {@link Rejected} as its last event; an operation that ends or is rejected at once can have no {@link Begun}. The first two events of
 * a run are emitted on its event loop, the last one on the thread on which the run ended.
 */
public sealed interface WorkEvent extends Event {

    /** The outcome of an operation. */
    enum Status {
        /** It has completed. */
        COMPLETED,
        /** It has failed. */
        FAILED,
        /** The operation took longer than its time limit and was disposed. */
        TIMED_OUT,
        /** The application stopped, or the caller disposed the operation. */
        DISPOSED
    }

    /**
     * Returns the operation.
     *
     * @return the same object for all events of the operation
     */
    Operation operation();

    /**
     * Returns the kind of the operation.
     *
     * @return {@code job} for jobs
     */
    default String kind() {
        return operation().kind();
    }

    /**
     * Returns the name of the operation.
     *
     * @return such as the name of a job
     */
    default String name() {
        return operation().name();
    }

    /**
     * Returns the request that the operation is a part of, or the context of a run.
     *
     * @return null outside a request
     */
    default @Nullable RequestContext request() {
        return operation().request();
    }

    /**
     * An operation starts. If an observer changes the {@link org.jzenith.core.context.ContextElement context elements} of the thread, the
     * change stays in effect for the work of a {@link Operation.Role#RUN} or {@link Operation.Role#SCOPE}.
     *
     * @param operation the operation
     */
    record Begun(Operation operation) implements WorkEvent {}

    /**
     * An operation has new attributes, or changed ones.
     *
     * @param operation the operation
     * @param attributes the new or changed attributes
     */
    record Described(Operation operation, List<Attribute> attributes) implements WorkEvent {}

    /**
     * An operation no longer waits: it was written to a connection.
     *
     * @param operation the operation
     * @param connection the {@link ConnectionEvent#id} of the connection
     */
    record Sent(Operation operation, long connection) implements WorkEvent {}

    /**
     * An attempt has failed, and the next one will start.
     *
     * @param operation the operation
     * @param attempt the number of the next attempt; the first retry is 2
     * @param error the cause
     */
    record Retried(Operation operation, int attempt, Throwable error) implements WorkEvent {}

    /**
     * An operation has ended.
     *
     * @param operation the operation
     * @param status the outcome
     * @param duration the time since its start
     * @param error the cause of a failure or timeout, or null
     * @param attributes the attributes that became known at the end; {@code error.type} means that the operation failed without an exception
     */
    record Ended(
            Operation operation,
            Status status,
            Duration duration,
            @Nullable Throwable error,
            List<Attribute> attributes)
            implements WorkEvent {

        /**
         * Returns an attribute that became known at the end.
         *
         * @param key the name
         * @return null if there is none
         */
        public @Nullable Object attribute(final String key) {
            return Attribute.find(attributes, key);
        }
    }

    /**
     * An operation was not done, for example because the maximum number of operations was already in progress.
     *
     * @param operation the operation
     * @param reason the reason, for logs
     */
    record Rejected(Operation operation, String reason) implements WorkEvent {}
}

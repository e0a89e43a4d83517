package org.jzenith.sql.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Event;

/** An event of a database transaction. Each transaction has one {@link Begun} and one {@link Ended}. */
public sealed interface TransactionEvent extends Event {

    /** The end of a transaction. */
    enum Status {
        /** It was committed. */
        COMMITTED,
        /** It has failed, and was rolled back if it had started. */
        ROLLED_BACK,
        /** Its caller disposed before the commit. */
        DISPOSED
    }

    /**
     * Returns the plugin of the database.
     *
     * @return its name, for example {@code postgresql} or {@code postgresql.replica}
     */
    String plugin();

    /**
     * Returns the transaction.
     *
     * @return a number, unique among the transactions of this plugin until the application stops
     */
    long id();

    /**
     * Returns the request that the transaction belongs to.
     *
     * @return null outside a request
     */
    @Nullable
    RequestContext request();

    /**
     * A caller has asked for a transaction, which now waits for a connection. If an observer changes the {@link
     * org.jzenith.core.context.ContextElement context elements} of the thread, the change holds for the work of the transaction and ends
     * with it.
     *
     * @param plugin the plugin of the database
     * @param id the transaction
     * @param request the request that it belongs to
     */
    record Begun(String plugin, long id, @Nullable RequestContext request) implements TransactionEvent {}

    /**
     * A transaction has ended.
     *
     * @param plugin the plugin of the database
     * @param id the transaction
     * @param request the request that it belongs to
     * @param status the end
     * @param error the cause of a failure, or null
     * @param duration the time since the caller asked; it includes the wait for a connection
     */
    record Ended(
            String plugin,
            long id,
            @Nullable RequestContext request,
            Status status,
            @Nullable Throwable error,
            Duration duration)
            implements TransactionEvent {}
}

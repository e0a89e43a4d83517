package org.jzenith.sql.pool;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.connection.Call;
import org.jzenith.sql.connection.DatabaseConnection;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.CommandConnection;

/** A pooled connection that one caller holds. After the end of the lease its statements are refused. */
public final class Lease {

    /** The time that a statement without a caller may still take before its connection is closed. */
    private static final Duration ABANDONED_TIMEOUT = Duration.ofSeconds(1);

    private final Pool pool;
    private final DatabaseConnection connection;
    private final @Nullable EventLoopContext resultContext;
    private final long timeoutNanos;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Leases a connection.
     *
     * @param pool the pool of the connection, which gets it back
     * @param resultContext the context that gets the results; null for the event loop of the connection
     * @param timeoutNanos the time limit of each statement
     */
    public Lease(
            final Pool pool,
            final DatabaseConnection connection,
            final @Nullable Context resultContext,
            final long timeoutNanos) {
        this.pool = pool;
        this.connection = connection;
        this.resultContext = resultContext == null ? null : EventLoopContext.of(resultContext);
        this.timeoutNanos = timeoutNanos;
    }

    /** Runs a call of the library, also after the end of the lease, to clean up. */
    public <R> Future<R> run(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Function<CommandConnection, Future<R>> work) {
        final Promise<R> promise = resultContext == null ? Promise.promise() : resultContext.promise();
        return connection.run(sql, observed, promise, timeoutNanos, work);
    }

    /** Runs a call of the library; throws if the lease has ended. */
    public <R> Future<R> runWhileOpen(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Function<CommandConnection, Future<R>> work) {
        requireOpen();
        return run(sql, observed, work);
    }

    /** Runs a call; throws if the lease has ended. */
    public void submit(final Call<?> call) {
        requireOpen();
        call.deliverIn(resultContext == null ? null : resultContext.context());
        call.limitTo(timeoutNanos);
        connection.context().run(() -> call.sendNext(connection, Integer.MAX_VALUE));
    }

    private void requireOpen() {
        if (ended.get()) {
            throw new IllegalStateException(
                    "The transaction has ended, and its connection may belong to another caller."
                            + " Run the statement before the Single, Maybe, Completable or Flowable of the transaction ends.");
        }
    }

    /** Limits the time of the statements in flight, because they have no caller any more. */
    void abandonStatements() {
        connection.abandonStatements(ABANDONED_TIMEOUT);
    }

    /** Releases the connection once no statement is in flight on it. Only the first call has an effect. */
    public void end() {
        if (ended.compareAndSet(false, true)) {
            abandonStatements();
            connection.whenIdle(() -> pool.release(connection));
        }
    }
}

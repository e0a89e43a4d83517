package org.jzenith.sql.connection;

import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.StaleStatementException;

/**
 * A command that a connection runs for one caller. The answer or the deadline ends it, whichever comes first. Everything but
 * the delivery of the result belongs to the event loop of the connection.
 */
abstract class ConnectionCommand implements Call {

    /** Statements that the server undoes as a whole when they are cancelled; a procedure may have committed a part. */
    private static final Pattern ATOMIC = Pattern.compile(
            "\\s*(select|insert|update|delete|merge|with|values|table)\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final String sql;
    private @Nullable ContextInternal resultContext;
    private @Nullable PipelinedConnection connection;
    private long timeoutNanos;
    private long deadline;
    private boolean timed;
    private boolean possiblyCancelled;
    private boolean done;

    ConnectionCommand(final String sql) {
        this.sql = sql;
    }

    /** Sends the command on the connection, which calls {@link #end} with the answer. An exception counts as the answer. */
    abstract void send(PipelinedConnection target, SqlConnection pgConnection);

    /** Called once, in the context of the caller: with a typed error, or with null if the answer has come. */
    abstract void complete(@Nullable RuntimeException error);

    @Override
    public void deliverTo(final @Nullable ContextInternal where, final long nanos) {
        resultContext = where;
        timeoutNanos = nanos;
    }

    @Override
    public final int unsent() {
        return connection == null ? 1 : 0;
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public final @Nullable PipelinedConnection connection() {
        return connection;
    }

    @Override
    public final int send(final PipelinedConnection target, final int most) {
        target.start(this);
        return 1;
    }

    final String sql() {
        return sql;
    }

    final long timeoutNanos() {
        return timeoutNanos;
    }

    final void start(final PipelinedConnection target, final SqlConnection pgConnection) {
        connection = target;
        try {
            send(target, pgConnection);
        } catch (final RuntimeException error) {
            end(error);
        }
    }

    final void shortenDeadline(final long latest) {
        if (!timed || deadline - latest > 0) {
            deadline = latest;
            timed = true;
        }
    }

    /** The event loop had no time to read the answer. */
    final void extendDeadline(final long nanos) {
        deadline += nanos;
    }

    /** Called when all earlier commands are answered. The time of this one counts from the first call. */
    final boolean isLate(final long now) {
        shortenDeadline(now + timeoutNanos);
        return deadline - now <= 0;
    }

    /** Whether it may run again after the server has cancelled it, because the first run has had no effect. */
    boolean isRepeatable() {
        return ATOMIC.matcher(sql).matches();
    }

    /** The server is asked to cancel another statement, and may cancel this one instead. */
    final void markPossiblyCancelled() {
        possiblyCancelled = true;
    }

    final boolean isDone() {
        return done;
    }

    /** Ends a command that has been started with an error, or with null for the answer. Only the first call has an effect. */
    final void end(final @Nullable Throwable error) {
        if (done) {
            return;
        }
        final SqlException typed = error == null || connection == null ? null : connection.translate(error, sql);
        if (typed != null && possiblyCancelled && connection != null) {
            possiblyCancelled = false;
            if (connection.repeatIfCancelled(this, typed)) {
                return;
            }
        }
        done = true;
        if (typed instanceof StaleStatementException stale && connection != null) {
            connection.discardPrepared(sql);
            if (stale.isAfterChange()) {
                connection.stale();
            }
        }
        if (resultContext == null) {
            deliver(typed);
        } else {
            resultContext.runOnContext(inContext -> deliver(typed));
        }
        if (connection != null) {
            connection.ended();
        }
    }

    @Override
    public final void refuse(final RuntimeException reason) {
        done = true;
        if (resultContext == null) {
            deliver(reason);
        } else {
            resultContext.runOnContext(inContext -> deliver(reason));
        }
    }

    private void deliver(final @Nullable RuntimeException error) {
        try {
            complete(error);
        } catch (final RuntimeException thrown) {
            RxJavaPlugins.onError(thrown);
        }
    }
}

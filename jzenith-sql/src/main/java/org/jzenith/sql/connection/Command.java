package org.jzenith.sql.connection;

import io.reactivex.plugins.RxJavaPlugins;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.CommandConnection;
import org.jzenith.sql.sqlclient.StatementCallback;

/**
 * One command for one caller: a statement, unless {@link #send} is overridden. The answer or the deadline ends it, whichever
 * comes first. All of it belongs to the event loop of the connection.
 */
abstract class Command implements StatementCallback {

    private final String sql;
    private final @Nullable Object[] values;
    private CommandConnection.@Nullable Result result;
    private @Nullable DatabaseConnection connection;
    private DatabaseEvents.@Nullable Observed observed;
    private long timeoutNanos;
    private long deadline;
    private boolean timed;
    private boolean possiblyCancelled;
    private boolean repeated;
    private boolean abandoned;
    private boolean done;

    Command(final String sql, final @Nullable Object[] values) {
        this.sql = sql;
        this.values = values;
    }

    /** Sets the time limit of the answer. */
    public final void limitTo(final long nanos) {
        timeoutNanos = nanos;
    }

    final long timeoutNanos() {
        return timeoutNanos;
    }

    /** Sets the observation that learns when the command is sent and answered; null without observers. */
    final void observeAs(final DatabaseEvents.@Nullable Observed statement) {
        observed = statement;
    }

    /** Tells observers of the result. */
    final void observeResult(final @Nullable RuntimeException error) {
        if (observed != null) {
            observed.done(error == null ? result().count() : DatabaseEvents.NO_ROWS, error);
        }
    }

    /** The connection on which it was sent, null before that. */
    public final @Nullable DatabaseConnection connection() {
        return connection;
    }

    /** Notes the connection of a call with several runs, all of which are sent on it. */
    final void keepTo(final DatabaseConnection target) {
        connection = target;
    }

    /** Called once, on the event loop of the connection: with a typed error, or with null if there is a result. */
    abstract void onEnd(@Nullable RuntimeException error);

    /** Returns true if a caller waits for the result. */
    public boolean isWanted() {
        return true;
    }

    /** Returns true if it may run again after the server has cancelled it, because the first run has had no effect. */
    boolean isRepeatable() {
        return false;
    }

    /** The result of a statement that has ended without an error. */
    final CommandConnection.Result result() {
        return Objects.requireNonNull(result);
    }

    final void start(final DatabaseConnection target) {
        connection = target;
        if (observed != null) {
            observed.sent(target.id());
        }
        try {
            send(target);
        } catch (final RuntimeException error) {
            end(error);
        }
    }

    /** Sends the command, whose answer calls {@link #end}. An exception counts as the answer. */
    void send(final DatabaseConnection target) {
        target.commandConnection().send(sql, values, this);
    }

    @Override
    public final void answered(final CommandConnection.Result answer, final @Nullable Throwable error) {
        result = answer;
        if (error == null || !repeatIfStale(error)) {
            end(error);
        }
    }

    /** Prepares the statement anew and runs it again. Not inside a transaction, because the server has aborted it. */
    private boolean repeatIfStale(final Throwable error) {
        final DatabaseConnection target = Objects.requireNonNull(connection);
        if (repeated
                || done
                || !isWanted()
                || target.commandConnection().isInTransaction()
                || !(target.translate(error, sql) instanceof StaleStatementException)) {
            return false;
        }
        repeated = true;
        target.discardPrepared(sql);
        target.commandConnection().send(sql, values, this);
        return true;
    }

    /** Ends a command that has been started, with an error or with null for the answer. Only the first call has an effect. */
    final void end(final @Nullable Throwable error) {
        if (done) {
            return;
        }
        final DatabaseConnection target = Objects.requireNonNull(connection);
        final SqlException typed = error == null ? null : target.endWith(error, sql);
        if (typed != null && possiblyCancelled) {
            possiblyCancelled = false;
            if (target.repeatIfCancelled(this, typed)) {
                return;
            }
        }
        if (typed instanceof StaleStatementException stale) {
            target.discardPrepared(sql);
            if (stale.isAfterChange()) {
                target.stale();
            }
        }
        complete(typed);
        target.commandEnded();
    }

    /** Ends a command, which need not have been started. */
    final void complete(final @Nullable RuntimeException error) {
        done = true;
        try {
            onEnd(error);
        } catch (final RuntimeException thrown) {
            RxJavaPlugins.onError(thrown);
        }
    }

    final String sql() {
        return sql;
    }

    final boolean isDone() {
        return done;
    }

    /** A request to cancel another statement may stop this one. */
    final void mayBeCancelled() {
        possiblyCancelled = true;
    }

    /** The event loop had no time to read the answer. */
    final void extendDeadline(final long nanos) {
        deadline += nanos;
    }

    /** Tells the command that nobody waits for the response any more. */
    final void abandon(final long latest) {
        abandoned = true;
        shortenDeadline(latest);
    }

    final boolean isAbandoned() {
        return abandoned;
    }

    private void shortenDeadline(final long latest) {
        if (!timed || deadline - latest > 0) {
            deadline = latest;
            timed = true;
        }
    }

    /** Called when all earlier commands are answered. The time of this one counts from the first call. */
    final boolean isLate(final long now) {
        shortenDeadline(now + timeoutNanos);
        return deadline - now <= 0;
    }
}

package org.jzenith.postgresql.connection;

import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgConnection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.error.SqlErrors;
import org.jzenith.postgresql.error.StaleStatementException;

/**
 * Something that a line does for one caller. Whichever comes first ends it, the answer or the deadline. Everything but
 * the outcome belongs to the event loop of the line.
 */
abstract class Running implements Call {

    /** Statements that the server undoes as a whole when it is asked to stop them; a procedure may commit half-way. */
    private static final Pattern ATOMIC = Pattern.compile(
            "\\s*(select|insert|update|delete|merge|with|values|table)\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final String sql;
    private @Nullable ContextInternal home;
    private @Nullable Line line;
    private long limitNanos;
    private long deadline;
    private boolean timed;
    private boolean exposed;
    private boolean done;

    Running(final String sql) {
        this.sql = sql;
    }

    /** Hands the work to the connection, which calls {@link #end} with the answer. What it throws is the answer. */
    abstract void send(Line on, PgConnection connection);

    /** The end, once, at home: a typed error, or null if the answer has come. */
    abstract void outcome(@Nullable RuntimeException error);

    @Override
    public void expect(final @Nullable ContextInternal where, final long nanos) {
        home = where;
        limitNanos = nanos;
    }

    @Override
    public final int unsent() {
        return line == null ? 1 : 0;
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public final @Nullable Line line() {
        return line;
    }

    @Override
    public final int send(final Line on, final int most) {
        on.start(this);
        return 1;
    }

    final String sql() {
        return sql;
    }

    final long limitNanos() {
        return limitNanos;
    }

    final void start(final Line on, final PgConnection connection) {
        line = on;
        try {
            send(on, connection);
        } catch (final RuntimeException error) {
            end(error);
        }
    }

    final void hurry(final long latest) {
        if (!timed || deadline - latest > 0) {
            deadline = latest;
            timed = true;
        }
    }

    /** The event loop had no time to read the answer. */
    final void grant(final long nanos) {
        deadline += nanos;
    }

    /** Asked when all before it are answered: from the first time on its own time counts. */
    final boolean isLate(final long now) {
        hurry(now + limitNanos);
        return deadline - now <= 0;
    }

    /** Whether it may run once more after the server stopped it: the first run left nothing behind. */
    boolean isRepeatable() {
        return ATOMIC.matcher(sql).matches();
    }

    /** The server is asked to stop another statement, and may stop this one instead. */
    final void expose() {
        exposed = true;
    }

    final boolean isDone() {
        return done;
    }

    /** The answer or an error, null for the answer; only the first call counts. */
    final void end(final @Nullable Throwable error) {
        if (done) {
            return;
        }
        if (error != null && exposed && line != null) {
            exposed = false;
            if (line.repeats(this, error)) {
                return;
            }
        }
        final RuntimeException typed = error == null ? null : SqlErrors.translate(error, sql);
        done = true;
        if (typed instanceof StaleStatementException stale && line != null) {
            line.forget(sql);
            if (stale.isAfterChange()) {
                line.stale();
            }
        }
        if (home == null) {
            bring(typed);
        } else {
            home.runOnContext(atHome -> bring(typed));
        }
        if (line != null) {
            line.ended();
        }
    }

    @Override
    public final void refuse(final RuntimeException reason) {
        done = true;
        if (home == null) {
            bring(reason);
        } else {
            home.runOnContext(atHome -> bring(reason));
        }
    }

    private void bring(final @Nullable RuntimeException error) {
        try {
            outcome(error);
        } catch (final RuntimeException thrown) {
            RxJavaPlugins.onError(thrown);
        }
    }
}

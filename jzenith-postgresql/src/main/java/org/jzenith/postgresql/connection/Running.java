package org.jzenith.postgresql.connection;

import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgConnection;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.error.SqlErrors;

/**
 * Something that a line does for one caller. Whichever comes first ends it, the answer or the deadline. Everything but
 * the outcome belongs to the event loop of the line.
 */
abstract class Running {

    private final String sql;
    private @Nullable ContextInternal home;
    private @Nullable Line line;
    private long limitNanos;
    private long deadline;
    private boolean timed;
    private boolean done;

    Running(final String sql) {
        this.sql = sql;
    }

    /** Hands the work to the connection, which calls {@link #end} with the answer. What it throws is the answer. */
    abstract void send(Line on, PgConnection connection);

    /** The end, once, at home: a typed error, or null if the answer has come. */
    abstract void outcome(@Nullable RuntimeException error);

    /** Where the outcome is to arrive, null for the event loop of the line, and how long the answer may take. */
    void expect(final @Nullable ContextInternal where, final long nanos) {
        home = where;
        limitNanos = nanos;
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

    /** Asked when all before it are answered: from the first time on its own time counts. */
    final boolean isLate() {
        final long now = System.nanoTime();
        hurry(now + limitNanos);
        return deadline - now <= 0;
    }

    final boolean isDone() {
        return done;
    }

    /** The answer or an error, null for the answer; only the first call counts. */
    final void end(final @Nullable Throwable error) {
        if (done) {
            return;
        }
        done = true;
        final RuntimeException typed = error == null ? null : SqlErrors.translate(error, sql);
        if (home == null) {
            bring(typed);
        } else {
            home.runOnContext(atHome -> bring(typed));
        }
        if (line != null) {
            line.ended();
        }
    }

    /** It could not begin; the reason stays as it is. */
    final void refuse(final RuntimeException reason) {
        done = true;
        bring(reason);
    }

    private void bring(final @Nullable RuntimeException error) {
        try {
            outcome(error);
        } catch (final RuntimeException thrown) {
            RxJavaPlugins.onError(thrown);
        }
    }
}

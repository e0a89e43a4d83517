package org.jzenith.postgresql.connection;

import io.vertx.core.Future;
import io.vertx.core.impl.ContextInternal;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.error.PostgresqlException;
import org.jzenith.postgresql.error.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line that is always there, shared by all single statements of an event loop. A broken line is replaced at once;
 * if that fails, again after growing pauses. Statements wait for the first attempt, up to a limit, and fail at once
 * while later ones are made. So many may wait for their turn on the line; more are refused at once.
 */
final class Pipeline {

    private static final Logger LOGGER = LoggerFactory.getLogger(Pipeline.class);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final int QUEUE_FACTOR = 64;
    private static final int SMALLEST_QUEUE = 1_024;

    private final Connector connector;
    private final ContextInternal context;
    private final int waitLimit;
    private final int queueLimit;
    private final long longestPauseMillis;
    private volatile @Nullable Line line;
    private volatile @Nullable PostgresqlException refusal;
    private volatile boolean closing;
    private @Nullable Future<Line> replacement;
    private int waiting;

    Pipeline(
            final Connector connector,
            final ContextInternal context,
            final int waitLimit,
            final long longestPauseMillis) {
        this.connector = connector;
        this.context = context;
        this.waitLimit = waitLimit;
        this.queueLimit = Math.max(SMALLEST_QUEUE, QUEUE_FACTOR * waitLimit);
        this.longestPauseMillis = longestPauseMillis;
    }

    ContextInternal context() {
        return context;
    }

    /** Opens the first line; later ones are opened by the pipeline itself. */
    Future<Void> open() {
        return connector.connect(context).map(opened -> {
            use(opened);
            return null;
        });
    }

    void run(final Running work) {
        // Only the pipeline's own event loop knows whether the line is still good at the moment of use.
        final Line open = line;
        if (open != null && context.inThread()) {
            run(open, work);
            return;
        }
        context.runOnContext(onLoop -> awaitLine().onComplete(found -> {
            if (found.succeeded()) {
                run(found.result(), work);
            } else {
                work.end(found.cause());
            }
        }));
    }

    private void run(final Line open, final Running work) {
        if (open.underWay() >= queueLimit) {
            work.end(SqlErrors.pipelineFull(open.underWay()));
        } else {
            open.run(work);
        }
    }

    private Future<Line> awaitLine() {
        final Line open = line;
        if (open != null) {
            return Future.succeededFuture(open);
        }
        final PostgresqlException reason = refusal;
        final Future<Line> coming = replacement;
        if (reason != null) {
            return Future.failedFuture(SqlErrors.unavailable(String.valueOf(reason.getMessage())));
        }
        if (closing || coming == null) {
            return Future.failedFuture(
                    SqlErrors.unavailable("the connections to " + connector.server() + " are closed"));
        }
        if (waiting >= waitLimit) {
            return Future.failedFuture(SqlErrors.unavailable(
                    "the connection to " + connector.server() + " is being replaced and " + waiting + " callers wait"));
        }
        waiting++;
        return coming.onComplete(done -> waiting--);
    }

    private void use(final Line opened) {
        refusal = null;
        replacement = null;
        line = opened;
        if (closing) {
            opened.close();
        }
        opened.closed().onComplete(gone -> lost());
    }

    private void lost() {
        line = null;
        if (!closing) {
            LOGGER.info("A connection to {} is gone; it will be replaced.", connector.server());
            replace(FIRST_PAUSE_MILLIS);
        }
    }

    private void replace(final long nextPauseMillis) {
        if (closing) {
            return;
        }
        final Future<Line> coming = connector.connect(context);
        replacement = coming;
        coming.onComplete(result -> {
            if (result.succeeded()) {
                use(result.result());
                return;
            }
            if (refusal == null) {
                LOGGER.warn(
                        "There is no connection: {}. Trying again.",
                        result.cause().getMessage());
            }
            refusal = (PostgresqlException) result.cause();
            replacement = null;
            context.setTimer(Math.min(nextPauseMillis, longestPauseMillis), id -> replace(nextPauseMillis * 2));
        });
    }

    Future<Void> close() {
        closing = true;
        final Line open = line;
        return open == null ? Future.succeededFuture() : open.close();
    }
}

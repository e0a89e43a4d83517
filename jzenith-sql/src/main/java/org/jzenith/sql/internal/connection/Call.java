package org.jzenith.sql.internal.connection;

import io.reactivex.MaybeObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.sqlclient.CommandConnection;
import org.jzenith.sql.internal.sqlclient.StatementCallback;

/**
 * A statement that runs once, or once for each list of values, for one subscriber. All runs are admitted and ended as a whole, and
 * use the connection of the first one, as many at a time as may be in flight. After the first error or dispose no more are sent. The
 * subscriber gets the result in the context of its request, and nothing after dispose.
 *
 * <p>A call goes from a {@code StatementRunner} to a {@code Pipeline}, which sends it on one of its {@link PipelinedConnection}s, or to the
 * {@code ConnectionLease} of a transaction. Both hand it to a {@link DatabaseConnection}, which watches its deadline and sends it through a
 * {@link CommandConnection}. The result comes back through {@link Run#answered}, and {@link #finish} delivers it to the
 * subscriber.
 *
 * @param <R> the type of the result
 */
public final class Call<R> implements Disposable {

    private static final CommandConnection.Result[] NO_RESULTS = {};

    private final Source<R> source;
    private final MaybeObserver<? super R> observer;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private CommandConnection.Result[] results = NO_RESULTS;
    private List<@Nullable Object[]> values = List.of();
    private volatile DatabaseEvents.Observed @Nullable [] observed;
    private @Nullable StatementPace pace;
    private @Nullable DatabaseConnection connection;
    private @Nullable Context resultContext;
    private long timeoutNanos;
    private @Nullable RuntimeException error;
    private int sent;
    private int succeeded;
    private boolean repeatable;
    private boolean besideTransaction;
    private boolean ended;
    private volatile boolean disposed;

    /**
     * Creates a call for a subscriber.
     *
     * @param source the statement
     * @param observer gets at most one result
     */
    public Call(final Source<R> source, final MaybeObserver<? super R> observer) {
        this.source = source;
        this.observer = observer;
    }

    /** Converts the results of all runs for the caller: null for nothing. An exception becomes the error of the call. */
    public interface Mapping<R> {

        /** Returns the result for the caller. */
        @Nullable
        R map(CommandConnection.Result[] results);
    }

    /**
     * The part that all subscriptions share.
     *
     * @param values the parameters of a single run
     * @param lists creates the parameters of several runs, once for each subscription, when it has been admitted; each run has one row, and
     *     the result has those of all runs in order
     * @param count the number of runs
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and a list would be one more object for each statement
    public record Source<R>(
            String sql,
            @Nullable Object[] values,
            @Nullable Supplier<List<@Nullable Object[]>> lists,
            int count,
            Mapping<R> mapping) {}

    /**
     * Starts the observation of an accepted call.
     *
     * @param reads true if the statement changes nothing
     * @param atomic true if the server undoes the statement as a whole when it is cancelled
     * @param ofText the pace of the statement's earlier runs, which learns that of this one
     * @return false if the caller has disposed meanwhile, so that the call is not sent
     */
    public boolean accept(
            final DatabaseEvents events, final boolean reads, final boolean atomic, final StatementPace ofText) {
        pace = ofText;
        // Several runs are repeated only if they read, so that changes keep their order.
        repeatable = source.lists == null ? atomic : reads;
        final DatabaseEvents.Observed[] each = events.queuedRuns(source.sql, source.count);
        if (each == null) {
            return true;
        }
        observed = each;
        if (disposed) {
            observeEnd(null);
        }
        return !disposed;
    }

    /**
     * Says how the call is run.
     *
     * @param context gets the result; null for the event loop of the connection
     * @param nanos the time limit of each run
     */
    public void prepare(final @Nullable Context context, final long nanos) {
        resultContext = context;
        timeoutNanos = nanos;
    }

    /** Says that the request of this call has a transaction open, of which the call is not a part. */
    public void besideTransaction() {
        besideTransaction = true;
    }

    /** Returns the connection on which the call has started; null before that. */
    public @Nullable DatabaseConnection connection() {
        return connection;
    }

    /** Returns true if earlier runs of the statement were slow lately, so that it would delay statements behind it. */
    public boolean isSlow() {
        return pace != null && pace.isSlow();
    }

    /** Returns the number of runs that have not been sent. */
    public int unsent() {
        return source.count - sent;
    }

    /** Returns false when the call has ended or the caller has disposed; then the rest is not sent. */
    public boolean isWanted() {
        return !ended && !disposed;
    }

    /** Sends at most {@code most} runs, on the event loop of the connection. */
    public void sendNext(final DatabaseConnection target, final int most) {
        connection = target;
        if (!isWanted() || (sent == 0 && !bind())) {
            return;
        }
        final int end = (int) Math.min(source.count, (long) sent + most);
        if (end - sent == 1) {
            target.execute(nextRun(target));
            return;
        }
        final List<Run> begun = new ArrayList<>(end - sent);
        target.commandConnection()
                .sendTogether(() -> {
                    while (isWanted() && sent < end) {
                        final Run next = nextRun(target);
                        begun.add(next);
                        target.execute(next);
                    }
                })
                .onFailure(refused -> begun.forEach(each -> each.end(refused)));
    }

    private Run nextRun(final DatabaseConnection target) {
        final DatabaseEvents.Observed[] each = observed;
        final Run next = new Run(target, sent, each == null ? null : each[sent]);
        sent++;
        return next;
    }

    /** Creates several values only when the call is admitted, because a refusal must be cheap. */
    private boolean bind() {
        try {
            values = source.lists == null ? Collections.singletonList(source.values) : source.lists.get();
            results = new CommandConnection.Result[source.count];
            return true;
        } catch (final RuntimeException thrown) {
            finish(thrown);
            return false;
        }
    }

    /** Ends the call with an error that is delivered unchanged, unless it has ended. */
    public void refuse(final RuntimeException reason) {
        if (!ended) {
            finish(reason);
        }
    }

    private void finish(final @Nullable RuntimeException reason) {
        ended = true;
        error = reason;
        observeEnd(reason);
        if (resultContext == null) {
            deliverInRequest();
        } else {
            resultContext.runOnContext(inContext -> deliverInRequest());
        }
    }

    private void observeEnd(final @Nullable RuntimeException reason) {
        final DatabaseEvents.Observed[] each = observed;
        if (each != null) {
            for (final DatabaseEvents.Observed run : each) {
                run.done(DatabaseEvents.NO_ROWS, reason);
            }
        }
    }

    /** Delivers with the context of the subscriber's request. */
    private void deliverInRequest() {
        try {
            ContextSnapshot.runIn(snapshot, this::deliver);
        } catch (final RuntimeException thrown) {
            RxJavaPlugins.onError(thrown);
        }
    }

    /** Passes the result or the error to the subscriber. */
    private void deliver() {
        if (disposed) {
            return;
        }
        disposed = true;
        if (error != null) {
            observer.onError(error);
            return;
        }
        final R mapped;
        try {
            mapped = source.mapping.map(results);
        } catch (final Throwable thrown) {
            Exceptions.throwIfFatal(thrown);
            observer.onError(thrown);
            return;
        }
        if (mapped == null) {
            observer.onComplete();
        } else {
            observer.onSuccess(mapped);
        }
    }

    @Override
    public void dispose() {
        if (!disposed) {
            disposed = true;
            RequestContext.currentDisposedIn(sent == 0 ? "statement queue" : "statement");
            observeEnd(null);
        }
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }

    private final class Run extends DatabaseConnection.Command implements StatementCallback {

        private final int index;
        private boolean repeated;
        private long slowTimes;

        Run(final DatabaseConnection target, final int index, final DatabaseEvents.@Nullable Observed run) {
            super(target, source.sql, run, timeoutNanos);
            this.index = index;
        }

        @Override
        boolean isWanted() {
            return Call.this.isWanted();
        }

        @Override
        boolean isRepeatable() {
            return repeatable;
        }

        @Override
        void foundSlow(final long times) {
            if (pace != null) {
                for (; slowTimes < times; slowTimes++) {
                    pace.slowRun();
                }
            }
        }

        @Override
        void send() {
            connection.commandConnection().send(sql, values.get(index), this);
        }

        @Override
        public void answered(final CommandConnection.Result result, final @Nullable Throwable failure) {
            results[index] = result;
            if (failure == null || !repeatIfStale(failure)) {
                end(failure);
            }
        }

        /** Prepares the statement anew and runs it again. Not inside a transaction, because the server has aborted it. */
        private boolean repeatIfStale(final Throwable failure) {
            if (repeated
                    || isDone()
                    || !isWanted()
                    || connection.commandConnection().isInTransaction()
                    || !(connection.translate(failure, sql) instanceof StaleStatementException)) {
                return false;
            }
            repeated = true;
            connection.discardPrepared(sql);
            send();
            return true;
        }

        @Override
        void onEnd(final @Nullable RuntimeException error) {
            final RuntimeException reason = besideTransaction && error instanceof SqlException typed
                    ? SqlErrors.besideTransaction(typed)
                    : error;
            if (observed != null) {
                observed.done(reason == null ? results[index].count() : DatabaseEvents.NO_ROWS, reason);
            }
            if (pace != null && slowTimes == 0 && reason == null && connection.isShared()) {
                pace.fastRun();
            }
            if (ended) {
                return;
            }
            try {
                if (reason != null) {
                    throw reason;
                }
                final int rows = results[index].size();
                if (source.lists != null && rows != 1) {
                    throw connection.errors().notOneRow(rows, sql);
                }
            } catch (final RuntimeException thrown) {
                finish(thrown);
                return;
            }
            succeeded++;
            if (succeeded == source.count) {
                finish(null);
            }
        }
    }
}

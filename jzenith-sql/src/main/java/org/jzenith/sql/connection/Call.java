package org.jzenith.sql.connection;

import io.reactivex.MaybeObserver;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.CommandConnection;

/**
 * A statement that runs once, or once for each list of values, for one subscriber. All runs are admitted and ended as a whole, and
 * use the connection of the first one, as many at a time as may be in flight. After the first error or dispose no more are sent. The
 * subscriber gets the result in the context of its request, and nothing after dispose.
 *
 * <p>With one run, the call is itself the command; another object for each statement would take 40 bytes more.
 *
 * <p>A call goes from a {@code StatementRunner} to a {@code Pipeline}, which sends it on one of its {@link PipelinedConnection}s, or to the
 * {@code Lease} of a transaction. Both hand it to a {@link DatabaseConnection}, which watches its deadline and sends it through a
 * {@link CommandConnection}. The result comes back through {@link Command#answered}, and {@link #onEnd} delivers it to the
 * subscriber.
 *
 * @param <R> the type of the result
 */
public final class Call<R> extends Command implements Disposable {

    private final Source<R> source;
    private final @Nullable SingleObserver<? super R> single;
    private final @Nullable MaybeObserver<? super R> maybe;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private volatile DatabaseEvents.Observed @Nullable [] observed;
    private List<@Nullable Object[]> values = List.of();
    private CommandConnection.Result @Nullable [] runs;
    private @Nullable Context resultContext;
    private @Nullable RuntimeException error;
    private int sent;
    private int succeeded;
    private boolean repeatable;
    private boolean ended;
    private volatile boolean disposed;

    /**
     * Creates a call for a subscriber, which is one of the two.
     *
     * @param source the statement
     * @param single gets exactly one result
     * @param maybe gets at most one result
     */
    public Call(
            final Source<R> source,
            final @Nullable SingleObserver<? super R> single,
            final @Nullable MaybeObserver<? super R> maybe) {
        super(source.sql, source.values);
        this.source = source;
        this.single = single;
        this.maybe = maybe;
    }

    /** Converts the results of all runs for the caller: null for nothing. An exception becomes the error of the call. */
    public interface Mapping<R> {

        /**
         * Returns the result for the caller.
         *
         * @param first the result of the first run
         * @param all the results of all runs; null if the statement has no lists
         */
        @Nullable
        R map(CommandConnection.Result first, CommandConnection.Result @Nullable [] all);
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

    /** Returns the result, which must have exactly one row. */
    public static CommandConnection.Result requireOne(final CommandConnection.Result result, final String sql) {
        if (isEmpty(result, sql)) {
            throw SqlErrors.noRow(sql);
        }
        return result;
    }

    /** Returns true if a result, which must have at most one row, has none. */
    public static boolean isEmpty(final CommandConnection.Result result, final String sql) {
        if (result.size() > 1) {
            throw SqlErrors.tooManyRows(result.size(), sql);
        }
        return result.size() == 0;
    }

    /**
     * Starts the observation of an accepted call.
     *
     * @param reads true if the statement changes nothing
     * @param atomic true if the server undoes the statement as a whole when it is cancelled
     * @return false if the caller has disposed meanwhile, so that the call is not sent
     */
    public boolean accept(final DatabaseEvents events, final boolean reads, final boolean atomic) {
        // Several runs are repeated only if they read, so that changes keep their order.
        repeatable = source.lists == null ? atomic : reads;
        final DatabaseEvents.Observed[] each = events.queuedRuns(source.sql, source.count);
        if (each == null) {
            return true;
        }
        observed = each;
        observeAs(each[0]);
        if (disposed) {
            observeEnd(null);
        }
        return !disposed;
    }

    /** Sets the context that gets the result; null for the event loop of the connection. */
    public void deliverIn(final @Nullable Context where) {
        resultContext = where;
    }

    /** Returns the number of runs that have not been sent. */
    public int unsent() {
        return source.count - sent;
    }

    /** Returns false when the call has ended or the caller has disposed; then the rest is not sent. */
    @Override
    public boolean isWanted() {
        return !ended && !disposed;
    }

    @Override
    boolean isRepeatable() {
        return repeatable;
    }

    @Override
    void onEnd(final @Nullable RuntimeException reason) {
        observeResult(reason);
        if (!ended) {
            finish(reason);
        }
    }

    /** Sends at most {@code most} runs, on the event loop of the connection. */
    public void sendNext(final DatabaseConnection target, final int most) {
        if (source.lists == null) {
            sent = 1;
            target.execute(this);
            return;
        }
        keepTo(target);
        if (sent == 0 && !bind(source.lists)) {
            return;
        }
        final int first = sent;
        final int end = (int) Math.min(source.count, (long) sent + most);
        final List<Run> begun = new ArrayList<>(end - first);
        final Runnable sending = () -> {
            while (isWanted() && sent < end) {
                final Run next = new Run(values.get(sent), sent, observed);
                sent++;
                begun.add(next);
                target.execute(next);
            }
        };
        if (end - first == 1) {
            sending.run();
        } else {
            target.commandConnection()
                    .sendTogether(sending)
                    .onFailure(refused -> begun.forEach(each -> each.end(refused)));
        }
    }

    /** Creates the values only when the call is admitted, because a refusal must be cheap. */
    private boolean bind(final Supplier<List<@Nullable Object[]>> lists) {
        try {
            values = lists.get();
            runs = new CommandConnection.Result[source.count];
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
            fail(error);
            return;
        }
        final R mapped;
        try {
            final CommandConnection.Result[] all = runs;
            mapped = source.mapping.map(all == null ? result() : all[0], all);
        } catch (final Throwable thrown) {
            Exceptions.throwIfFatal(thrown);
            fail(thrown);
            return;
        }
        succeed(mapped);
    }

    private void succeed(final @Nullable R mapped) {
        if (single != null) {
            if (mapped == null) {
                single.onError(SqlErrors.nullMapping(source.sql));
            } else {
                single.onSuccess(mapped);
            }
        } else if (maybe != null) {
            if (mapped == null) {
                maybe.onComplete();
            } else {
                maybe.onSuccess(mapped);
            }
        }
    }

    private void fail(final Throwable reason) {
        if (single != null) {
            single.onError(reason);
        } else if (maybe != null) {
            maybe.onError(reason);
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

    private final class Run extends Command {

        private final int index;

        Run(final @Nullable Object[] values, final int index, final DatabaseEvents.Observed @Nullable [] each) {
            super(source.sql, values);
            this.index = index;
            limitTo(Call.this.timeoutNanos());
            observeAs(each == null ? null : each[index]);
        }

        @Override
        public boolean isWanted() {
            return Call.this.isWanted();
        }

        @Override
        boolean isRepeatable() {
            return repeatable;
        }

        @Override
        void onEnd(final @Nullable RuntimeException reason) {
            observeResult(reason);
            if (ended) {
                return;
            }
            try {
                if (reason != null) {
                    throw reason;
                }
                Objects.requireNonNull(runs)[index] = requireOne(result(), source.sql);
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

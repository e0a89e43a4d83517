package org.jzenith.sql.connection;

import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.sql.sqlclient.CommandConnection;

/** One run of a statement for one subscriber, which gets the result in the context of its request, and nothing after dispose. */
final class StatementCommand<R> extends PipelinedConnection.Command implements Call, Disposable, Runnable {

    private final Statement<R> statement;
    private final @Nullable SingleObserver<? super R> single;
    private final @Nullable MaybeObserver<? super R> maybe;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private @Nullable RuntimeException error;
    private volatile boolean disposed;

    private StatementCommand(
            final Statement<R> statement,
            final @Nullable SingleObserver<? super R> single,
            final @Nullable MaybeObserver<? super R> maybe) {
        super(statement.sql, statement.values);
        this.statement = statement;
        this.single = single;
        this.maybe = maybe;
    }

    /** Makes of the result what the caller gets: null for nothing; what it throws is the error of the result. */
    interface Mapping<R> {

        @Nullable
        R map(CommandConnection.Result result);
    }

    /** What all runs of a statement have in common. */
    record Statement<R>(DatabaseConnections connections, String sql, Tuple values, Mapping<R> mapping) {

        Single<R> single() {
            return new Single<R>() {
                @Override
                protected void subscribeActual(final SingleObserver<? super R> downstream) {
                    final StatementCommand<R> command = new StatementCommand<>(Statement.this, downstream, null);
                    downstream.onSubscribe(command);
                    command.submit();
                }
            };
        }

        Maybe<R> maybe() {
            return new Maybe<R>() {
                @Override
                protected void subscribeActual(final MaybeObserver<? super R> downstream) {
                    final StatementCommand<R> command = new StatementCommand<>(Statement.this, null, downstream);
                    downstream.onSubscribe(command);
                    command.submit();
                }
            };
        }
    }

    private void submit() {
        if (disposed) {
            return;
        }
        try {
            statement.connections.run(this);
        } catch (final RuntimeException refusal) {
            refuse(refusal);
        }
    }

    @Override
    public int unsent() {
        return connection() == null ? 1 : 0;
    }

    @Override
    public int send(final PipelinedConnection target, final int most) {
        target.start(this);
        return 1;
    }

    @Override
    void complete(final @Nullable RuntimeException reason) {
        error = reason;
        if (snapshot == null) {
            run();
        } else {
            snapshot.run(this);
        }
    }

    /** Gives the result or the error to the subscriber. */
    @Override
    public void run() {
        if (disposed) {
            return;
        }
        disposed = true;
        if (error != null) {
            fail(error);
            return;
        }
        final R result;
        try {
            result = statement.mapping.map(result());
        } catch (final Throwable thrown) {
            Exceptions.throwIfFatal(thrown);
            fail(thrown);
            return;
        }
        succeed(result);
    }

    private void succeed(final @Nullable R result) {
        if (single != null) {
            if (result == null) {
                single.onError(new NullPointerException(
                        "The mapping made null of a row of: " + sql() + ". Map it to an Optional instead."));
            } else {
                single.onSuccess(result);
            }
        } else if (maybe != null) {
            if (result == null) {
                maybe.onComplete();
            } else {
                maybe.onSuccess(result);
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
    public boolean isWanted() {
        return !disposed;
    }

    @Override
    public void dispose() {
        disposed = true;
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }
}

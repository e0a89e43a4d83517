package org.jzenith.sql.connection;

import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;

/** One statement for one subscriber, which gets the result in the context of its request, and nothing after dispose. */
abstract class StatementSubscription<R> extends StatementCommand implements Disposable, Runnable {

    private final RowMapping<R> mapping;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private @Nullable RuntimeException error;
    private volatile boolean disposed;

    StatementSubscription(final String sql, final Tuple values, final RowMapping<R> mapping) {
        super(sql, values);
        this.mapping = mapping;
    }

    abstract void succeed(@Nullable R result);

    abstract void fail(Throwable reason);

    final void submitTo(final StatementRunner runner) {
        if (disposed) {
            return;
        }
        try {
            runner.run(this);
        } catch (final RuntimeException refusal) {
            refuse(refusal);
        }
    }

    @Override
    final void complete(final @Nullable RuntimeException reason) {
        error = reason;
        if (snapshot == null) {
            run();
        } else {
            snapshot.run(this);
        }
    }

    /** Gives the result or the error to the subscriber. */
    @Override
    public final void run() {
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
            result = mapping.map(result());
        } catch (final Throwable thrown) {
            Exceptions.throwIfFatal(thrown);
            fail(thrown);
            return;
        }
        succeed(result);
    }

    @Override
    public final boolean isWanted() {
        return !disposed;
    }

    @Override
    public final void dispose() {
        disposed = true;
    }

    @Override
    public final boolean isDisposed() {
        return disposed;
    }
}

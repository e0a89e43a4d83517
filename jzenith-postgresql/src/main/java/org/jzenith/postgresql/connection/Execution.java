package org.jzenith.postgresql.connection;

import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;

/** One statement for one subscriber, who gets the result in his request's context, or nothing any more after dispose. */
abstract class Execution<R> extends Statement implements Disposable, Runnable {

    private final Form<R> form;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private @Nullable RuntimeException error;
    private volatile boolean disposed;

    Execution(final String sql, final Tuple values, final Form<R> form) {
        super(sql, values);
        this.form = form;
    }

    abstract void succeed(@Nullable R result);

    abstract void fail(Throwable reason);

    final void startOn(final Channel channel) {
        if (disposed) {
            return;
        }
        try {
            channel.run(this);
        } catch (final RuntimeException refusal) {
            refuse(refusal);
        }
    }

    @Override
    final void outcome(final @Nullable RuntimeException reason) {
        error = reason;
        if (snapshot == null) {
            run();
        } else {
            snapshot.run(this);
        }
    }

    /** Brings the outcome to the subscriber. */
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
            result = form.of(answer());
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

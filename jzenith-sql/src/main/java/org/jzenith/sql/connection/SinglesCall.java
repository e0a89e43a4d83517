package org.jzenith.sql.connection;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;

/**
 * One statement that runs once for each list of values, for one subscriber; one call for the pipeline. All runs use the connection
 * of the first one, as many at a time as may be in flight. After the first error or dispose no more are sent.
 */
final class SinglesCall<T> implements Call, Disposable, Runnable {

    private static final Pattern READING =
            Pattern.compile("\\s*(select|values|table)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final Singles<T> source;
    private final SingleObserver<? super List<T>> downstream;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final @Nullable Row[] rows;
    private List<Tuple> values = List.of();
    private @Nullable ContextInternal resultContext;
    private @Nullable PipelinedConnection connection;
    private @Nullable RuntimeException error;
    private long timeoutNanos;
    private int sent;
    private int answered;
    private boolean ended;
    private volatile boolean disposed;

    private SinglesCall(final Singles<T> source, final SingleObserver<? super List<T>> downstream) {
        this.source = source;
        this.downstream = downstream;
        this.rows = new Row[source.count];
    }

    /**
     * What all subscriptions have in common.
     *
     * @param values makes the values of each run, once for each subscription, when it has been admitted
     */
    record Singles<T>(
            DatabaseConnections connections,
            String sql,
            int count,
            Supplier<List<Tuple>> values,
            Function<? super Row, ? extends T> mapper) {

        /** The row of each run, in order. */
        Single<List<T>> single() {
            return new Single<List<T>>() {
                @Override
                protected void subscribeActual(final SingleObserver<? super List<T>> downstream) {
                    final SinglesCall<T> call = new SinglesCall<>(Singles.this, downstream);
                    downstream.onSubscribe(call);
                    call.submit();
                }
            };
        }
    }

    private void submit() {
        if (disposed) {
            return;
        }
        try {
            source.connections.run(this);
        } catch (final RuntimeException refusal) {
            refuse(refusal);
        }
    }

    @Override
    public void deliverTo(final @Nullable ContextInternal where, final long nanos) {
        resultContext = where;
        timeoutNanos = nanos;
    }

    @Override
    public int unsent() {
        return rows.length - sent;
    }

    @Override
    public boolean isWanted() {
        return !ended && !disposed;
    }

    @Override
    public @Nullable PipelinedConnection connection() {
        return connection;
    }

    @Override
    public int send(final PipelinedConnection target, final int most) {
        connection = target;
        if (sent == 0 && !bind()) {
            return 0;
        }
        final int first = sent;
        final int end = (int) Math.min(rows.length, (long) sent + most);
        final List<Run> begun = new ArrayList<>(end - first);
        final Runnable sending = () -> {
            while (isWanted() && sent < end) {
                final Run next = new Run(sent++);
                next.deliverTo(null, timeoutNanos);
                begun.add(next);
                target.start(next);
            }
        };
        if (end - first == 1) {
            sending.run();
        } else {
            target.commandConnection()
                    .sendTogether(sending)
                    .onFailure(refused -> begun.forEach(each -> each.end(refused)));
        }
        return sent - first;
    }

    /** Makes the values only when the call is admitted, because a refusal must cost little. */
    private boolean bind() {
        try {
            values = source.values.get();
            return true;
        } catch (final RuntimeException thrown) {
            end(thrown);
            return false;
        }
    }

    @Override
    public void refuse(final RuntimeException reason) {
        if (!ended) {
            end(reason);
        }
    }

    private void end(final @Nullable RuntimeException reason) {
        ended = true;
        error = reason;
        if (resultContext == null) {
            deliver();
        } else {
            resultContext.runOnContext(inContext -> deliver());
        }
    }

    private void deliver() {
        if (snapshot == null) {
            run();
        } else {
            snapshot.run(this);
        }
    }

    /** Gives the results or the error to the subscriber. */
    @Override
    public void run() {
        if (disposed) {
            return;
        }
        disposed = true;
        if (error != null) {
            downstream.onError(error);
            return;
        }
        final List<T> results = new ArrayList<>(rows.length);
        try {
            for (final Row row : rows) {
                results.add(source.mapper.apply(Objects.requireNonNull(row)));
            }
        } catch (final Throwable thrown) {
            Exceptions.throwIfFatal(thrown);
            downstream.onError(thrown);
            return;
        }
        downstream.onSuccess(results);
    }

    @Override
    public void dispose() {
        disposed = true;
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }

    private final class Run extends PipelinedConnection.Command {

        private final int index;

        Run(final int index) {
            super(source.sql, values.get(index));
            this.index = index;
        }

        @Override
        public boolean isWanted() {
            return SinglesCall.this.isWanted();
        }

        /** Only statements that read are repeated, so that changes keep their order. */
        @Override
        boolean isRepeatable() {
            return READING.matcher(sql()).matches();
        }

        @Override
        void complete(final @Nullable RuntimeException reason) {
            if (ended) {
                return;
            }
            try {
                if (reason != null) {
                    throw reason;
                }
                rows[index] = DatabaseConnections.one(result(), sql());
            } catch (final RuntimeException thrown) {
                SinglesCall.this.end(thrown);
                return;
            }
            answered++;
            if (answered == rows.length) {
                SinglesCall.this.end(null);
            }
        }
    }
}

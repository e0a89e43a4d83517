package org.jzenith.sql.connection;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.command.CommandScheduler;
import io.vertx.sqlclient.impl.command.CompositeCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;

/** A statement that runs once for each list of values, pipelined on one connection; the result is the row of each run, in order. */
final class ResultsSingle<T> extends Single<List<T>> {

    private static final Pattern READING =
            Pattern.compile("\\s*(select|values|table)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final StatementRunner runner;
    private final String sql;
    private final int count;
    private final Supplier<List<Tuple>> values;
    private final Function<? super Row, ? extends T> mapper;

    ResultsSingle(
            final StatementRunner runner,
            final String sql,
            final int count,
            final Supplier<List<Tuple>> values,
            final Function<? super Row, ? extends T> mapper) {
        this.runner = runner;
        this.sql = sql;
        this.count = count;
        this.values = values;
        this.mapper = mapper;
    }

    @Override
    protected void subscribeActual(final SingleObserver<? super List<T>> downstream) {
        final SinglesCall<T> call = new SinglesCall<>(this, downstream);
        downstream.onSubscribe(call);
        call.submitTo(runner);
    }

    /**
     * All runs for one subscriber, which are one call for the pipeline. All use the connection of the first one, as many at a time
     * as may be in flight. After the first error or dispose no more are sent.
     */
    private static final class SinglesCall<T> implements Call, Disposable, Runnable {

        private final ResultsSingle<T> source;
        private final SingleObserver<? super List<T>> downstream;
        private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
        private final @Nullable Row[] rows;
        private List<Tuple> values = List.of();
        private @Nullable CompositeCommand composite;
        private @Nullable ContextInternal resultContext;
        private @Nullable PipelinedConnection connection;
        private @Nullable RuntimeException error;
        private long timeoutNanos;
        private int sent;
        private int answered;
        private boolean ended;
        private volatile boolean disposed;

        SinglesCall(final ResultsSingle<T> source, final SingleObserver<? super List<T>> downstream) {
            this.source = source;
            this.downstream = downstream;
            this.rows = new Row[source.count];
        }

        void submitTo(final StatementRunner runner) {
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
            final SqlConnection pgConnection = target.pgConnection();
            if (pgConnection.transaction() == null && end - first > 1) {
                composite = new CompositeCommand();
            }
            final List<SinglesCommand> begun = new ArrayList<>(end - first);
            while (isWanted() && sent < end) {
                final SinglesCommand next = new SinglesCommand(sent++);
                next.deliverTo(null, timeoutNanos);
                begun.add(next);
                target.start(next);
            }
            final CompositeCommand together = composite;
            composite = null;
            if (together != null && sent > first) {
                // The driver fails the composite command only, not its parts.
                ((CommandScheduler) pgConnection)
                        .schedule(target.context(), together)
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

        private void answered(final SinglesCommand run, final @Nullable RuntimeException reason) {
            if (ended) {
                return;
            }
            try {
                if (reason != null) {
                    throw reason;
                }
                rows[run.index] = run.result().one(source.sql);
            } catch (final RuntimeException thrown) {
                end(thrown);
                return;
            }
            answered++;
            if (answered == rows.length) {
                end(null);
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

        private final class SinglesCommand extends StatementCommand {

            private final int index;

            SinglesCommand(final int index) {
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
            void send(final PipelinedConnection target, final SqlConnection pgConnection) {
                if (composite == null) {
                    super.send(target, pgConnection);
                } else {
                    composite.add(target.context(), command(pgConnection)).onComplete(this);
                }
            }

            @Override
            void complete(final @Nullable RuntimeException reason) {
                answered(this, reason);
            }
        }
    }
}

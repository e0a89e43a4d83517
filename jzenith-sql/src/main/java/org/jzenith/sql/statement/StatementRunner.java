package org.jzenith.sql.statement;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.connection.Call;
import org.jzenith.sql.connection.SqlErrors;
import org.jzenith.sql.cursor.RowsOfPages;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.observe.DatabaseEvents;
import org.jzenith.sql.sqlclient.RowPage;
import org.jzenith.sql.sqlclient.RowReader;

/**
 * Runs statements, on all connections to a database or on the one that a transaction holds. Nothing runs before it is subscribed
 * to. Results arrive on the event loop from which the statement was subscribed, errors are typed.
 *
 * <p>Safe for use by many threads.
 */
public abstract class StatementRunner {

    final DatabaseConnections connections;

    private final Consumer<Call<?>> submission;

    /** @param submission runs a call; throws if it is refused at once */
    StatementRunner(final DatabaseConnections connections, final Consumer<Call<?>> submission) {
        this.connections = connections;
        this.submission = submission;
    }

    /** Returns the reason for which a statement must not be sent here; null if it may. */
    abstract @Nullable String refusal(StatementTraits traits);

    /** Runs a statement once for each list of parameters, and returns the linked results. */
    abstract Flowable<RowSet<Row>> runBatch(
            String sql, DatabaseEvents.@Nullable Observed observed, List<@Nullable Object[]> parameters);

    /** Reads the rows of a statement from a cursor. */
    abstract Flowable<RowPage> readPages(
            String sql, DatabaseEvents.@Nullable Observed observed, @Nullable Object[] parameters, int fetchSize);

    /** Returns the error of a statement that must not be sent here; null if it may. */
    final @Nullable SqlException refusal(final String sql) {
        return refusal(connections.traits(sql), sql);
    }

    private @Nullable SqlException refusal(final StatementTraits traits, final String sql) {
        final String reason = refusal(traits);
        return reason == null ? null : SqlErrors.notSent(reason, sql);
    }

    /** Runs a statement that has a result. */
    public <R> Single<R> single(final Call.Source<R> source) {
        return new Single<R>() {
            @Override
            protected void subscribeActual(final SingleObserver<? super R> downstream) {
                final Call<R> call = new Call<>(source, downstream, null);
                downstream.onSubscribe(call);
                start(call, source.sql());
            }
        };
    }

    /** Runs a statement that may have a result. */
    public <R> Maybe<R> maybe(final Call.Source<R> source) {
        return new Maybe<R>() {
            @Override
            protected void subscribeActual(final MaybeObserver<? super R> downstream) {
                final Call<R> call = new Call<>(source, null, downstream);
                downstream.onSubscribe(call);
                start(call, source.sql());
            }
        };
    }

    private void start(final Call<?> call, final String sql) {
        if (call.isDisposed()) {
            return;
        }
        final StatementTraits traits = connections.traits(sql);
        final SqlException refusal = refusal(traits, sql);
        if (refusal != null) {
            call.refuse(refusal);
        } else if (call.accept(connections.events(), traits.reads(), traits.atomic())) {
            try {
                submission.accept(call);
            } catch (final RuntimeException refused) {
                call.refuse(refused);
            }
        }
    }

    /**
     * Runs one statement several times, in one round trip, as a whole or not at all.
     *
     * @param parameters the values of each run; at least one
     * @return the number of rows that each run changed
     */
    public Single<List<Integer>> batch(final String sql, final List<@Nullable Object[]> parameters) {
        final SqlException refusal = refusal(sql);
        if (refusal != null) {
            return Single.error(refusal);
        }
        return connections
                .events()
                .<List<Integer>>observe(
                        sql,
                        counts -> counts.stream().mapToLong(Integer::longValue).sum(),
                        observed -> runBatch(sql, observed, parameters).map(first -> {
                            final List<Integer> counts = new ArrayList<>(parameters.size());
                            for (RowSet<Row> result = first; result != null; result = result.next()) {
                                counts.add(result.rowCount());
                            }
                            return counts;
                        }))
                .singleOrError();
    }

    /**
     * Reads the rows of a statement as they are asked for; one page is read ahead. Fails when the reader asks for none for the
     * setting {@code stream-timeout}.
     */
    public final <T> Flowable<T> stream(
            final String sql,
            final @Nullable Object[] parameters,
            final int fetchSize,
            final RowReader<? extends T> reader) {
        final SqlException refusal = refusal(sql);
        return new RowsOfPages<>(
                refusal == null
                        ? connections
                                .events()
                                .observe(
                                        sql, RowPage::size, observed -> readPages(sql, observed, parameters, fetchSize))
                        : Flowable.error(refusal),
                (columns, row) -> SqlErrors.requireMapped(reader.read(columns, row), sql),
                connections.demandLimit());
    }
}

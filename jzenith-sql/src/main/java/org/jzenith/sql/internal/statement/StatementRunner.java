package org.jzenith.sql.internal.statement;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.commit.CommitWriter;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.driver.SqlDriver.TransactionSettings;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.Call;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.sql.internal.cursor.CursorPages;
import org.jzenith.sql.internal.cursor.PageSize;
import org.jzenith.sql.internal.cursor.RowsOfPages;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.pool.ConnectionLease;
import org.jzenith.sql.internal.pool.TransactionScope;
import org.jzenith.sql.internal.sqlclient.RowPage;
import org.jzenith.sql.internal.sqlclient.RowReader;
import org.reactivestreams.Publisher;

/**
 * Runs statements on the connection that a transaction holds. Without a transaction, it runs single statements on the pipelines, and
 * batches and streams on pooled connections. Nothing runs before it is subscribed to. Results arrive on the event loop from which the
 * statement was subscribed, errors are typed.
 *
 * <p>If the server is told the identities of requests, each statement of a request with an identity has its own transaction, at
 * whose beginning the server is told the identity. Statements without an identity run on the shared connections, where no identity is
 * ever set. A stream is a transaction already.
 *
 * <p>Safe for use by many threads.
 */
public final class StatementRunner {

    /** The limit of one remembered text, in characters; it is also that of texts that stay prepared. */
    private static final int LONGEST_REMEMBERED = 8_192;

    /** The number of runs of a batch that are sent without a pause, which takes some milliseconds. */
    private static final int BATCH_PART = 500;

    private final DatabaseConnections connections;
    private final @Nullable ConnectionLease lease;
    private final boolean tellsIdentity;

    /**
     * Prepares to run statements.
     *
     * @param lease the connection of a transaction; null outside of one
     * @param tellsIdentity true if statements of a request with an identity need a transaction
     */
    StatementRunner(
            final DatabaseConnections connections, final @Nullable ConnectionLease lease, final boolean tellsIdentity) {
        this.connections = connections;
        this.lease = lease;
        this.tellsIdentity = tellsIdentity;
    }

    /**
     * Runs work in a transaction that is nested in the one of these statements: kept when it completes, rolled back when it fails or is
     * cancelled, without an end of the outer one.
     *
     * @param work runs with the statements of the nested transaction
     * @return the elements of the work; completes when it is kept
     */
    public <T> Flowable<T> nested(final Function<? super StatementRunner, Publisher<T>> work) {
        final ConnectionLease outer = transactionLease();
        return Flowable.defer(() -> {
            final ConnectionLease inner = outer.nest();
            return TransactionScope.nested(inner, connections.events())
                    .run(Flowable.defer(() -> work.apply(new StatementRunner(connections, inner, false))));
        });
    }

    /**
     * Limits the time for which the transaction of these statements may run no statement.
     *
     * @param here the limit of this process, which has a clear error
     * @param atServer a longer one, for a process that hangs
     */
    public Completable limitIdle(final Duration here, final Duration atServer) {
        return RxFuture.completable(() -> transactionLease().limitIdle(here, atServer));
    }

    /** Refuses further statements and the commit of the transaction of these statements. */
    public void fail(final RuntimeException reason) {
        transactionLease().fail(reason);
    }

    /** Runs an action after the transaction of these statements is committed, and all transactions in which it is nested. */
    public void afterCommit(final Runnable action) {
        transactionLease().afterCommit(action);
    }

    /**
     * Keeps a value that is written before the transaction of these statements commits.
     *
     * @return true if it is time to write all of them
     */
    public <T> boolean writeAtCommit(final CommitWriter<T> writer, final T value) {
        return transactionLease().writeAtCommit(writer, value);
    }

    /** Returns the statements that write the values that are kept, and forgets these. */
    public List<CommitWriter.CommitStatement> takeRows() {
        return transactionLease().rows().take();
    }

    private ConnectionLease transactionLease() {
        return Objects.requireNonNull(lease, "no transaction");
    }

    /** Returns the driver of the database. */
    public SqlDriver driver() {
        return connections.driver();
    }

    /** Returns the errors of the statements. */
    public SqlErrors errors() {
        return connections.errors();
    }

    /** Returns the traits of a statement, which are found once for each text. */
    StatementTraits traits(final String sql) {
        final StatementTraits known = connections.traits().get(sql);
        if (known != null) {
            return known;
        }
        final StatementTraits found = StatementTraits.of(sql, connections.driver(), connections.isReadOnly());
        if (found.named() != null) {
            errors().nameParameters(found.named().sql(), found.named().parameterNames());
        }
        if (sql.length() <= LONGEST_REMEMBERED) {
            connections.traits().put(sql, found);
        }
        return found;
    }

    /** Returns the statement with a text if its parameters have names; otherwise null. */
    public @Nullable NamedStatement named(final String sql) {
        return traits(sql).named();
    }

    /**
     * Returns a statement for values with names.
     *
     * @param values a map or a record
     * @return null if the parameters of the text have no names, so that the map or the record is the value of the only one
     */
    public NamedStatement.@Nullable Numbered bind(final String sql, final Object values) {
        final NamedStatement named = named(sql);
        if (named == null) {
            return null;
        }
        final NamedStatement.Numbered bound = named.bind(values);
        if (!bound.sql().equals(named.sql())) {
            errors().nameParameters(bound.sql(), bound.names());
        }
        return bound;
    }

    /** Returns the error of a statement that must not be sent here; null if it may. */
    private @Nullable SqlException refusal(final StatementTraits traits, final String sql) {
        final String reason = lease == null ? traits.refusalAlone() : traits.refusalInTransaction();
        return reason == null ? null : errors().notSent(reason, sql);
    }

    /** Returns the error of a statement that must not be sent here, or not by who sends it; null if it may. Called when it is sent. */
    private @Nullable SqlException refusalToSend(final StatementTraits traits, final String sql) {
        final SqlException refusal = refusal(traits, sql);
        final PolicyTables tables = connections.policyTables();
        return refusal == null && tables != null
                ? tables.refusal(traits, sql, lease == null ? PolicyTables.worker() : lease.worker())
                : refusal;
    }

    /** Runs a statement in its own transaction if the server is to be told the identity of the request. */
    private <T> Flowable<T> withIdentity(final String sql, final Function<StatementRunner, Publisher<T>> work) {
        return Flowable.defer(() -> {
            if (DatabaseConnections.identity() == null) {
                return work.apply(new StatementRunner(connections, null, false));
            }
            // In a transaction other statements are refused than outside of one.
            final SqlException refusal = refusal(traits(sql), sql);
            return refusal == null
                    ? connections.transaction(TransactionSettings.DEFAULT, false, work)
                    : Flowable.error(refusal);
        });
    }

    /** Runs a statement that may have a result. */
    public <R> Maybe<R> run(final Call.Source<R> source) {
        if (tellsIdentity) {
            return withIdentity(source.sql(), runner -> runner.run(source).toFlowable())
                    .singleElement();
        }
        return new Maybe<R>() {
            @Override
            protected void subscribeActual(final MaybeObserver<? super R> downstream) {
                final Call<R> call = new Call<>(source, downstream);
                downstream.onSubscribe(call);
                start(call, source.sql());
            }
        };
    }

    private void start(final Call<?> call, final String sql) {
        if (call.isDisposed()) {
            return;
        }
        final StatementTraits traits = traits(sql);
        final SqlException refusal = refusalToSend(traits, sql);
        if (refusal != null) {
            call.refuse(refusal);
        } else if (call.accept(connections.events(), traits.reads(), traits.atomic(), traits.pace())) {
            try {
                if (lease == null) {
                    connections.pipelines().submit(call);
                } else {
                    lease.submit(call);
                }
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
        if (tellsIdentity) {
            return withIdentity(sql, runner -> runner.batch(sql, parameters).toFlowable())
                    .singleOrError();
        }
        final SqlException refusal = refusal(traits(sql), sql);
        if (refusal != null) {
            return Single.error(refusal);
        }
        final List<List<@Nullable Object[]>> parts = parts(parameters);
        if (parts.size() == 1 && (lease != null || connections.driver().isBatchAtomic())) {
            return sendParts(sql, parts).singleOrError();
        }
        final Function<StatementRunner, Publisher<List<Integer>>> work = runner -> runner.sendParts(sql, parts);
        return (lease == null ? connections.transaction(TransactionSettings.DEFAULT, false, work) : nested(work))
                .singleOrError();
    }

    /** Returns true if values are not too large together for one statement. */
    public boolean fit(final @Nullable Object[] values) {
        return connections.parameterConverter().fit(values);
    }

    /** Splits a batch so that the values of a part fit into one statement; those that need a transaction have a limit of runs. */
    private List<List<@Nullable Object[]>> parts(final List<@Nullable Object[]> parameters) {
        final SqlDriver driver = connections.driver();
        final int most = driver.isBatchAtomic() ? Integer.MAX_VALUE : BATCH_PART;
        final List<List<@Nullable Object[]>> parts = new ArrayList<>();
        int start = 0;
        long bytes = 0;
        for (int i = 0; i < parameters.size(); i++) {
            final long more = connections.parameterConverter().bytes(parameters.get(i));
            if (i > start && (i - start == most || bytes + more > driver.maxBytesOfValues())) {
                parts.add(parameters.subList(start, i));
                start = i;
                bytes = 0;
            }
            bytes += more;
        }
        parts.add(parameters.subList(start, parameters.size()));
        return parts;
    }

    private Flowable<List<Integer>> sendParts(final String sql, final List<List<@Nullable Object[]>> parts) {
        final SqlException refusal = refusalToSend(traits(sql), sql);
        return refusal != null
                ? Flowable.error(refusal)
                : connections
                        .events()
                        .observe(
                                sql,
                                counts -> counts.stream()
                                        .mapToLong(Integer::longValue)
                                        .sum(),
                                observed -> runParts(sql, observed, parts));
    }

    private Flowable<List<Integer>> runParts(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<List<@Nullable Object[]>> parts) {
        return Flowable.fromIterable(parts)
                .concatMap(part -> runBatch(sql, part == parts.get(0) ? observed : null, part))
                .<List<Integer>>collectInto(new ArrayList<>(), (all, result) -> all.addAll(counts(result)))
                .toFlowable();
    }

    private static List<Integer> counts(final RowSet<Row> first) {
        final List<Integer> counts = new ArrayList<>();
        for (RowSet<Row> result = first; result != null; result = result.next()) {
            counts.add(result.rowCount());
        }
        return counts;
    }

    /** Runs a statement once for each list of parameters, and returns the linked results. */
    private Flowable<RowSet<Row>> runBatch(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final List<@Nullable Object[]> parameters) {
        if (lease == null) {
            return connections
                    .lease()
                    .flatMapPublisher(own -> new StatementRunner(connections, own, false)
                            .runBatch(sql, observed, parameters)
                            .retry(1, error -> error instanceof StaleStatementException)
                            .doFinally(own::end));
        }
        return RxFuture.single(() -> lease.runFirst(sql, observed, open -> open.sendBatch(sql, parameters)))
                .doOnDispose(() -> RequestContext.currentDisposedIn("statement"))
                .toFlowable();
    }

    /**
     * Reads the rows of a statement as they are asked for; one page is read ahead. Fails when the reader asks for none for the
     * setting {@code stream-timeout}.
     */
    public <T> Flowable<T> stream(
            final String sql,
            final @Nullable Object[] parameters,
            final PageSize pages,
            final RowReader<? extends T> reader) {
        final SqlException refusal = lease == null ? refusal(traits(sql), sql) : refusalToSend(traits(sql), sql);
        final Flowable<T> rows = RowsOfPages.of(
                refusal == null
                        ? connections
                                .events()
                                .observe(sql, RowPage::size, observed -> readPages(sql, observed, parameters, pages))
                        : Flowable.error(refusal),
                reader,
                value -> errors().requireMapped(value, sql),
                connections.demandLimit());
        final ConnectionLease held = lease;
        return held == null
                ? rows
                : rows.doOnSubscribe(reading -> held.streamBegun()).doFinally(held::streamEnded);
    }

    private Flowable<RowPage> readPages(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final @Nullable Object[] parameters,
            final PageSize pages) {
        return lease == null
                ? lastAfterCommit(connections.inOwnTransaction(own -> {
                            final PolicyTables tables = connections.policyTables();
                            final SqlException refusal =
                                    tables == null ? null : tables.refusal(traits(sql), sql, own.worker());
                            if (refusal != null) {
                                return Flowable.error(refusal);
                            }
                            own.streamBegun();
                            return CursorPages.of(own, sql, observed, parameters, pages, true);
                        }))
                        // Only the first page can meet a stale statement.
                        .retry(1, error -> error instanceof StaleStatementException)
                : CursorPages.of(lease, sql, observed, parameters, pages, false);
    }

    /**
     * Passes the last page on when its transaction has been committed, and then its end without a pause. So the reader of a small result
     * sees at once that there is no more, and the connection does not wait for its reader.
     */
    private static Flowable<RowPage> lastAfterCommit(final Flowable<RowPage> pages) {
        return Flowable.defer(() -> {
            final AtomicReference<@Nullable RowPage> last = new AtomicReference<>();
            return pages.filter(page -> !page.isLast() || !last.compareAndSet(null, page))
                    .concatWith(Maybe.fromCallable(last::get));
        });
    }
}

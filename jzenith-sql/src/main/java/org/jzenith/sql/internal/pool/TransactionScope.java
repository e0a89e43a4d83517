package org.jzenith.sql.internal.pool;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.commit.CommitWriter;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.CommitOutcomeUnknownException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.sqlclient.CommandConnection;
import org.jzenith.sql.internal.sqlclient.LastStatement;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction on a leased connection, or a part of it between a savepoint and its release. It ends once: by commit when the work
 * completes, or by rollback when the work fails or its subscriber cancels, whichever comes first. Then the lease ends.
 */
public final class TransactionScope {

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionScope.class);

    private final ConnectionLease lease;
    private final DatabaseEvents events;
    private final SqlDriver.TransactionSettings settings;
    private final @Nullable String savepoint;
    private final AtomicBoolean ended = new AtomicBoolean();
    private boolean begun;
    private boolean commitSent;

    private TransactionScope(
            final ConnectionLease lease,
            final DatabaseEvents events,
            final SqlDriver.TransactionSettings settings,
            final @Nullable String savepoint) {
        this.lease = lease;
        this.events = events;
        this.settings = settings;
        this.savepoint = savepoint;
    }

    /** Prepares a transaction, whose end is the end of the lease. */
    public static TransactionScope whole(
            final ConnectionLease lease, final DatabaseEvents events, final SqlDriver.TransactionSettings settings) {
        return new TransactionScope(lease, events, settings, null);
    }

    /** Prepares a part of a transaction, for the result of {@link ConnectionLease#nest}. */
    public static TransactionScope nested(final ConnectionLease lease, final DatabaseEvents events) {
        return new TransactionScope(lease, events, SqlDriver.TransactionSettings.DEFAULT, lease.nextSavepoint());
    }

    /** Starts, runs the work, and ends. */
    public <T> Flowable<T> run(final Publisher<T> work) {
        return withEnd(RxFuture.completable(this::begin)
                .andThen(savepoint == null ? limited(Flowable.fromPublisher(work)) : work));
    }

    /**
     * Starts, runs the work, and ends. The work starts before the server has answered, so its first statement follows BEGIN in one packet.
     * If BEGIN fails, the work fails with the same error.
     */
    public <T> Flowable<T> runBehindBegin(final Publisher<T> work) {
        return withEnd(limited(Flowable.fromPublisher(work))
                .takeUntil(RxFuture.completable(this::begin).andThen(Flowable.never())));
    }

    private <T> Flowable<T> withEnd(final Flowable<T> work) {
        return work.concatWith(writeRows())
                .concatWith(RxFuture.completable(this::commit))
                .onErrorResumeNext((Throwable error) ->
                        RxFuture.completable(this::rollback).onErrorComplete().andThen(Flowable.error(error)))
                .doOnCancel(this::abandon);
    }

    /** Limits the time for which the work may run no statement. */
    private <T> Flowable<T> limited(final Flowable<T> work) {
        if (!lease.hasIdleLimit()) {
            return work;
        }
        final CompletableSubject idle = CompletableSubject.create();
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        lease.whenIdleTooLong(error -> ContextSnapshot.runIn(snapshot, () -> idle.onError(error)));
        return work.doOnNext(element -> lease.touch()).takeUntil(idle.toFlowable());
    }

    /** Starts, unless the subscriber has cancelled before. */
    private synchronized Future<Void> begin() {
        if (ended.get()) {
            return Future.failedFuture(ConnectionLease.ended());
        }
        begun = true;
        return savepoint == null
                ? statement("BEGIN", open -> open.begin(settings))
                : command("SAVEPOINT " + savepoint, open -> open.savepoint(savepoint));
    }

    private synchronized boolean hasBegun() {
        return begun;
    }

    private Future<Void> command(final String sql) {
        return command(sql, open -> open.command(sql));
    }

    /**
     * Returns work that ends the transaction. The end is noted when it is sent, on the event loop of the connection, because commands of a
     * nested transaction may wait there that were given before.
     */
    private Function<CommandConnection, Future<Void>> ending(final Function<CommandConnection, Future<Void>> work) {
        return open -> {
            lease.ending();
            return work.apply(open);
        };
    }

    /**
     * Runs a statement about the savepoint, unless the end of the outer transaction was sent before: the savepoint is gone, and the
     * connection may belong to another transaction, which has savepoints of the same names.
     */
    private Future<Void> command(final String sql, final Function<CommandConnection, Future<Void>> work) {
        return lease.isOuterEnding()
                ? Future.failedFuture(ConnectionLease.ended())
                : statement(
                        sql,
                        open -> lease.isOuterEnding()
                                ? Future.failedFuture(lease.errors().notSent("the outer transaction has ended", sql))
                                : work.apply(open));
    }

    /** Runs a call of the library that observers see as a statement. */
    private Future<Void> statement(final String sql, final Function<CommandConnection, Future<Void>> work) {
        final DatabaseEvents.Observed observed = events.queued(sql);
        final Future<Void> result = lease.run(sql, observed, work);
        return observed == null ? result : result.onComplete(observed::done);
    }

    /** Writes the rows that were collected, all in one packet, for a server that would commit without one of them. */
    private Completable writeRows() {
        return Completable.defer(() -> savepoint != null || lease.failsTransactions() || lease.refusalOfCommit() != null
                ? Completable.complete()
                : Completable.merge(Flowable.fromIterable(lease.rows().close())
                        .map(row -> RxFuture.completable(() -> send(new LastStatement(row))))));
    }

    private Future<Void> send(final LastStatement row) {
        return statement(row.sql(), lease.unlessLate(row.sql(), row::send));
    }

    private Future<Void> commit() {
        final Throwable reason = lease.refusalOfCommit();
        if (reason != null) {
            return Future.failedFuture(reason);
        }
        final List<CommitWriter.CommitStatement> rows =
                savepoint == null ? lease.rows().close() : List.of();
        if (!rows.isEmpty()) {
            return commitBehind(rows);
        }
        if (!ended.compareAndSet(false, true)) {
            return Future.succeededFuture();
        }
        return savepoint == null
                ? whenCommitted(outcome(statement("COMMIT", ending(this::sendCommit))))
                : release(savepoint);
    }

    private Future<Void> release(final String name) {
        final String release = "RELEASE SAVEPOINT " + name;
        lease.rows().pass();
        final Future<Void> released = command(release, ending(open -> open.command(release)))
                .recover(error -> {
                    lease.rows().drop();
                    return undo(name).transform(undone -> Future.failedFuture(error));
                })
                .onSuccess(done -> lease.committed());
        // The next statement of the outer transaction comes after this on the connection.
        lease.end();
        return released;
    }

    /**
     * Sends the rows and COMMIT in one packet: if a row cannot be written, the server rolls back instead. If the library has not written the
     * rows at once, such as those of the first transaction of a connection, it may still refuse them, and COMMIT waits for their results.
     */
    private Future<Void> commitBehind(final List<CommitWriter.CommitStatement> rows) {
        final List<LastStatement> last = rows.stream().map(LastStatement::new).toList();
        final List<Future<Void>> written = last.stream().map(this::send).toList();
        final Future<Void> commit = outcome(statement("COMMIT", open -> {
            if (ended.get() || last.stream().allMatch(LastStatement::isWritten)) {
                return endUnlessCancelled(open);
            }
            return Future.all(last.stream().map(LastStatement::result).toList())
                    .transform(all -> all.succeeded()
                            ? endUnlessCancelled(open)
                            : Future.failedFuture(SqlErrors.failedTransaction()));
        }));
        return whenCommitted(commit.transform(end -> {
            final Throwable refusal = written.stream()
                    .map(Future::cause)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            final boolean unknown = end.cause() instanceof CommitOutcomeUnknownException && !isOfServer(refusal);
            return refusal == null || unknown ? commit : Future.failedFuture(refusal);
        }));
    }

    private static boolean isOfServer(final @Nullable Throwable error) {
        return error instanceof final SqlException typed && typed.sqlState() != null;
    }

    private Future<Void> endUnlessCancelled(final CommandConnection open) {
        return ended.compareAndSet(false, true)
                ? ending(this::sendCommit).apply(open)
                : Future.failedFuture(lease.errors().notSent("the transaction has ended", "COMMIT"));
    }

    private Future<Void> outcome(final Future<Void> commit) {
        return commit.recover(error -> Future.failedFuture(isUnknown(error) ? SqlErrors.commitUnknown(error) : error));
    }

    /** Ends the lease, unless COMMIT was not sent and a rollback follows. */
    private Future<Void> whenCommitted(final Future<Void> commit) {
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        return commit.onComplete(done -> {
                    if (ended.get()) {
                        lease.end();
                    }
                })
                .onSuccess(done -> ContextSnapshot.runIn(snapshot, lease::committed));
    }

    private Future<Void> sendCommit(final CommandConnection open) {
        commitSent = true;
        return open.commit();
    }

    /** Returns true if the server may have committed: the connection failed, or was closed, after the request. */
    private boolean isUnknown(final Throwable error) {
        return commitSent
                && (error instanceof UnavailableException
                        || (error instanceof QueryTimeoutException late && late.sqlState() == null));
    }

    private Future<Void> rollback() {
        if (!ended.compareAndSet(false, true)) {
            return Future.succeededFuture();
        }
        if (!hasBegun()) {
            lease.end();
            return Future.succeededFuture();
        }
        if (savepoint == null) {
            return statement("ROLLBACK", ending(CommandConnection::rollback)).onComplete(done -> lease.end());
        }
        final Future<Void> undone = undo(savepoint);
        // The next statement of the outer transaction comes after these on the connection.
        lease.end();
        return undone;
    }

    /** Undoes what came after the savepoint, and removes it. If that is impossible, the whole transaction can only be rolled back. */
    private Future<Void> undo(final String name) {
        return Future.all(
                        command("ROLLBACK TO SAVEPOINT " + name, ending(open -> open.rollbackTo(name))),
                        command("RELEASE SAVEPOINT " + name))
                .onFailure(lease::breakOuter)
                .mapEmpty();
    }

    private void abandon() {
        if (!ended.get()) {
            if (savepoint == null) {
                lease.abandonStatements();
            }
            rollback()
                    .onFailure(error ->
                            LOGGER.debug("An abandoned transaction ended with its connection.", LogText.escape(error)));
        }
    }
}

package org.jzenith.sql.internal.pool;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.commit.CommitWriter;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.Call;
import org.jzenith.sql.internal.connection.DatabaseConnection;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.sqlclient.CommandConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pooled connection that one caller holds. After the end of the lease its statements are refused. A nested transaction has a lease of
 * its own on the same connection; until that ends, new statements of the outer one are refused.
 */
public final class ConnectionLease {

    /** The time that a statement without a caller may still take before its connection is closed. */
    private static final Duration ABANDONED_TIMEOUT = Duration.ofSeconds(1);

    /** Names the statement that limits the time of an idle transaction. */
    private static final String IDLE_LIMIT = "SET";

    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionLease.class);

    private final Pool pool;
    private final DatabaseConnection connection;
    private final @Nullable EventLoopContext resultContext;
    private final long timeoutNanos;
    private final @Nullable ConnectionLease outer;
    private final Use use;
    private final @Nullable RequestContext request = RequestContext.current();
    private final long sinceNanos = System.nanoTime();
    private final AtomicInteger streams;
    private volatile @Nullable Duration idleLimit;
    private volatile @Nullable Consumer<SqlException> whenIdleTooLong;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean ending;
    private volatile @Nullable ConnectionLease nested;
    private @Nullable List<Runnable> afterCommit;
    private final PendingRows rows;
    private volatile @Nullable RuntimeException broken;
    private int savepoints;

    /** The work that started the transaction as nobody; null if the server knows an identity or needs none. */
    private @Nullable String worker;

    /**
     * Leases a connection.
     *
     * @param pool the pool of the connection, which gets it back
     * @param resultContext the context that gets the results; null for the event loop of the connection
     * @param timeoutNanos the time limit of each statement
     * @param use what the connection is for
     */
    public ConnectionLease(
            final Pool pool,
            final DatabaseConnection connection,
            final @Nullable Context resultContext,
            final long timeoutNanos,
            final Use use) {
        this.pool = pool;
        this.connection = connection;
        this.resultContext = resultContext == null ? null : EventLoopContext.of(resultContext);
        this.timeoutNanos = timeoutNanos;
        this.outer = null;
        this.use = use;
        this.streams = new AtomicInteger();
        this.rows = new PendingRows(null);
        pool.leased(this);
    }

    /**
     * The use of a leased connection.
     *
     * @param streaming true if results pass through while the connection is held
     * @param besideTransaction true if the request holds another connection for a transaction
     */
    public record Use(boolean streaming, boolean besideTransaction) {

        /** A connection for work without a transaction of the application. */
        public static final Use PLAIN = new Use(false, false);
    }

    private ConnectionLease(final ConnectionLease outer) {
        this.pool = outer.pool;
        this.connection = outer.connection;
        this.resultContext = outer.resultContext;
        this.timeoutNanos = outer.timeoutNanos;
        this.outer = outer;
        this.use = outer.use;
        this.streams = outer.streams;
        this.rows = new PendingRows(outer.rows);
        this.worker = outer.worker;
    }

    /** Names the work that starts the transaction as nobody. Called before the first statement. */
    public void setWorker(final @Nullable String name) {
        worker = name;
    }

    /** Returns the work that started the transaction as nobody; null if the server knows an identity or needs none. */
    public @Nullable String worker() {
        return worker;
    }

    /** Returns the lease of a transaction that is nested in this one; throws if another one is open. */
    public synchronized ConnectionLease nest() {
        requireInnermost();
        final ConnectionLease inner = new ConnectionLease(this);
        nested = inner;
        return inner;
    }

    /** Returns a name for a savepoint that the transaction on this connection does not have. */
    String nextSavepoint() {
        return outer == null ? "jzenith_" + ++savepoints : outer.nextSavepoint();
    }

    /** Keeps an action for the time after the commit of the whole transaction; throws if the transaction has ended. */
    public synchronized void afterCommit(final Runnable action) {
        requireOpen();
        if (afterCommit == null) {
            afterCommit = new ArrayList<>();
        }
        afterCommit.add(action);
    }

    /**
     * Keeps a value that is written before the commit of the whole transaction; throws if the transaction has ended or a nested one is open.
     *
     * @return true if it is time to write all of them
     */
    public <T> boolean writeAtCommit(final CommitWriter<T> writer, final T value) {
        requireInnermost();
        return rows.add(writer, value);
    }

    /** Returns the values that are kept. */
    public PendingRows rows() {
        return rows;
    }

    private synchronized void keep(final List<Runnable> actions) {
        if (afterCommit == null) {
            afterCommit = actions;
        } else {
            afterCommit.addAll(actions);
        }
    }

    private synchronized List<Runnable> takeActions() {
        final List<Runnable> actions = afterCommit == null ? List.of() : afterCommit;
        afterCommit = null;
        return actions;
    }

    /** Runs the actions after the commit, or passes them to the outer transaction. */
    void committed() {
        final List<Runnable> actions = takeActions();
        if (outer != null) {
            if (!actions.isEmpty()) {
                outer.keep(actions);
            }
            return;
        }
        for (final Runnable action : actions) {
            try {
                action.run();
            } catch (final VirtualMachineError fatal) {
                throw fatal;
            } catch (final Throwable error) {
                LOGGER.error(
                        "An action after the commit failed. The transaction is committed, and its caller gets the result.",
                        LogText.escape(error));
            }
        }
    }

    /** Notes that the statement that ends the transaction is being sent; called on the event loop of the connection. */
    void ending() {
        ending = true;
    }

    /** Returns true if the end of a transaction around this one was sent. */
    boolean isOuterEnding() {
        return outer != null && outer.isEnding();
    }

    private boolean isEnding() {
        return ending || isOuterEnding();
    }

    /**
     * Returns true if statements that were accepted on another thread come too late: the end of the transaction was sent before them, or the
     * connection may belong to another caller. Called on the event loop of the connection.
     */
    private boolean isLate() {
        return outer == null ? ending || ended.get() : ending || outer.isLate();
    }

    /** Returns work that is not done if the transaction has ended when its turn comes. */
    <R> Function<CommandConnection, Future<R>> unlessLate(
            final String sql, final Function<CommandConnection, Future<R>> work) {
        return open ->
                isLate() ? Future.failedFuture(errors().notSent("the transaction has ended", sql)) : work.apply(open);
    }

    /** Refuses further statements and the commit of the outer transaction, because the server has not undone what this one did. */
    void breakOuter(final Throwable reason) {
        if (outer != null) {
            outer.broken = (RuntimeException) reason;
        }
    }

    /** Returns the reason for which the transaction can only be rolled back; null if there is none. */
    @Nullable
    RuntimeException refusalOfCommit() {
        if (nested == null) {
            return connection.commandConnection().mustRollBack() ? SqlErrors.failedTransaction() : broken;
        }
        return new IllegalStateException(
                "The work of a transaction has ended before a transaction that is nested in it, so both are rolled "
                        + "back. Chain the nested transaction into the result of the work.");
    }

    /** Runs a call of the library, also after the end of the lease, to clean up. */
    public <R> Future<R> run(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Function<CommandConnection, Future<R>> work) {
        final Promise<R> promise = resultContext == null ? Promise.promise() : resultContext.promise();
        return connection.run(sql, observed, promise, timeoutNanos, work);
    }

    /** Runs a call of the library for a new statement; throws if the lease has ended or a nested transaction is open. */
    public <R> Future<R> runFirst(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Function<CommandConnection, Future<R>> work) {
        requireInnermost();
        return run(sql, observed, unlessLate(sql, work));
    }

    /** Runs a further call of the library for a statement that has started; throws if the lease has ended. */
    public <R> Future<R> runNext(final String sql, final Function<CommandConnection, Future<R>> work) {
        requireOpen();
        return run(sql, null, unlessLate(sql, work));
    }

    /** Runs a call; throws if the lease has ended or a nested transaction is open. */
    public void submit(final Call<?> call) {
        requireInnermost();
        if (use.besideTransaction()) {
            call.besideTransaction();
        }
        call.prepare(resultContext == null ? null : resultContext.context(), timeoutNanos);
        connection.context().run(() -> {
            if (isLate()) {
                call.refuse(ended());
            } else {
                call.sendNext(connection, Integer.MAX_VALUE);
            }
        });
    }

    private void requireInnermost() {
        requireOpen();
        if (nested != null) {
            throw new IllegalStateException(
                    "A transaction that is nested in this one is open, so this statement would become a part of it. Use the"
                            + " SqlTransaction that the callback of the nested transaction gets, or run the statement after it.");
        }
    }

    static IllegalStateException ended() {
        return new IllegalStateException("The transaction has ended, and its connection may belong to another caller."
                + " Run the statement before the Single, Maybe, Completable or Flowable of the transaction ends.");
    }

    private void requireOpen() {
        if (ended.get()) {
            throw ended();
        }
        final RuntimeException reason = broken;
        if (reason != null) {
            throw reason;
        }
        if (connection.commandConnection().mustRollBack()) {
            throw SqlErrors.failedTransaction();
        }
        if (outer != null) {
            outer.requireOpen();
        }
    }

    /** Returns true if the request of the holder is this one. */
    boolean isOf(final @Nullable RequestContext caller) {
        return request != null && request == caller;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Returns the route, without the values in a path, or the name of the job. */
    private String caller() {
        if (request == null) {
            return "work outside a request";
        }
        final String route = request.route();
        return route == null ? request.description() : route + ", request " + request.id();
    }

    /** Returns true if the server itself refuses the commit of a transaction in which a statement has failed. */
    boolean failsTransactions() {
        return connection.commandConnection().failsTransactions();
    }

    /** Returns the errors of the connection. */
    public SqlErrors errors() {
        return connection.errors();
    }

    /** Says who holds the connection and what it does, for a message. */
    String holder(final long now) {
        final String sql = connection.lastSql();
        return caller() + " for " + millis(now - sinceNanos)
                + (sql.isEmpty()
                        ? ", without a statement"
                        : (connection.inFlight() > 0 ? ", running for " : ", idle for ")
                                + millis(now - Math.max(sinceNanos, connection.changedNanos()))
                                + (connection.inFlight() > 0 ? ": " : " after: ")
                                + connection.errors().text(sql));
    }

    private static String millis(final long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }

    /** Returns true if a transaction may run no statement for a limited time only. */
    boolean hasIdleLimit() {
        return pool.hasIdleLimit();
    }

    /**
     * Limits the time for which the open transaction may run no statement, on both sides of the connection. The server is the one that ends the
     * session of a process that hangs.
     */
    public Future<Void> limitIdle(final Duration here, final Duration atServer) {
        if (outer != null) {
            return outer.limitIdle(here, atServer);
        }
        idleLimit = here;
        return run(IDLE_LIMIT, null, unlessLate(IDLE_LIMIT, open -> open.limitIdle(atServer)));
    }

    /** Refuses further statements and the commit of the transaction, also of those around it. */
    public void fail(final RuntimeException reason) {
        broken = reason;
        if (outer != null) {
            outer.fail(reason);
        }
    }

    /** Calls back when the holder has run no statement for too long and reads no rows from a cursor. */
    void whenIdleTooLong(final Consumer<SqlException> action) {
        whenIdleTooLong = action;
    }

    /** Notes that results have passed through, which counts as a sign of life. */
    void touch() {
        if (use.streaming()) {
            connection.touch();
        }
    }

    /** Notes that a stream of rows has started; the time limit of its reader then replaces that of an idle transaction. */
    public void streamBegun() {
        streams.incrementAndGet();
    }

    /** Notes that a stream of rows has ended. */
    public void streamEnded() {
        connection.touch();
        streams.decrementAndGet();
    }

    void checkIdle(final Duration ofPool, final SqlErrors errors, final long now) {
        final Consumer<SqlException> action = whenIdleTooLong;
        final Duration own = idleLimit;
        final Duration limit = own != null && own.compareTo(ofPool) < 0 ? own : ofPool;
        if (action != null
                && streams.get() == 0
                && connection.inFlight() == 0
                && now - Math.max(sinceNanos, connection.changedNanos()) > limit.toNanos()) {
            whenIdleTooLong = null;
            final SqlException error =
                    errors.idleTransaction(limit, !limit.equals(ofPool), caller(), connection.lastSql());
            if (resultContext == null) {
                connection.context().run(() -> action.accept(error));
            } else {
                resultContext.run(() -> action.accept(error));
            }
        }
    }

    /** Limits the time of the statements in flight, because they have no caller any more. */
    void abandonStatements() {
        connection.abandonStatements(ABANDONED_TIMEOUT);
    }

    /**
     * Releases the connection once no statement is in flight on it, or returns it to the outer transaction at once. Only the first call has
     * an effect.
     */
    public void end() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        if (outer == null) {
            pool.ended(this);
            abandonStatements();
            connection.whenIdle(() -> pool.release(connection));
        } else {
            outer.nested = null;
        }
    }
}

package org.jzenith.sql.internal.connection;

import io.reactivex.plugins.RxJavaPlugins;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.ReadOnlyServerException;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.observe.DatabaseEvents;
import org.jzenith.sql.internal.sqlclient.CommandConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the server, with a deadline for the oldest statement in flight. The time of a statement counts from the
 * first check after its predecessor was answered, because reading the clock for each statement would cost more than the rest.
 * When the deadline passes, the connection is closed at once, because it is unknown what the server does with the statement.
 * All state belongs to the event loop of the connection.
 *
 * <p>Each connection has one timer, which runs only while statements are in flight.
 */
public final class DatabaseConnection {

    private static final Logger LOGGER = LoggerFactory.getLogger(DatabaseConnection.class);
    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 250;
    private static final long CLOSE_TIMEOUT_MILLIS = 1_000;
    private static final long LATE_LOOP_NANOS = 100_000_000;
    private static final long NO_TIMER = -1;

    private final Connector connector;
    private final EventLoopContext context;
    private final long id;
    private final ServerConnection server;
    private final CommandConnection commandConnection;
    private final Promise<Void> closed = Promise.promise();
    private final Promise<Void> socketClosed = Promise.promise();
    private final ArrayDeque<Command> commands = new ArrayDeque<>();
    private final List<Runnable> whenIdle = new ArrayList<>();
    private @Nullable PipelinedConnection shared;
    private volatile boolean expired;
    private volatile Runnable whenStale = () -> {};
    private boolean closing;
    private boolean broken;
    private @Nullable String failure;
    private long timer = NO_TIMER;
    private long checkIsDue;
    private int inFlight;
    private volatile String lastSql = "";
    private volatile long changedNanos = System.nanoTime();

    DatabaseConnection(
            final Connector connector,
            final EventLoopContext context,
            final long id,
            final ServerConnection server,
            final SqlConnection connection) {
        this.connector = connector;
        this.context = context;
        this.id = id;
        this.server = server;
        this.commandConnection = new CommandConnection(
                connection,
                context.context(),
                connector.driver(),
                server.driver(),
                connector.conversions(),
                server.sockets());
        // Without a handler of ours the driver prints the error to stderr.
        connection.exceptionHandler(
                error -> LOGGER.debug("A connection to {} failed.", connector.server(), LogText.escape(error)));
        connection.closeHandler(gone -> fail("the connection to " + connector.server() + " was closed"));
    }

    /** Returns the id for events. */
    public long id() {
        return id;
    }

    /** Returns the event loop of the connection. */
    public EventLoopContext context() {
        return context;
    }

    /** Returns the connection that sends the commands. */
    public CommandConnection commandConnection() {
        return commandConnection;
    }

    /** Completes when the connection cannot be used any more, for whatever reason. */
    public Future<Void> closed() {
        return closed.future();
    }

    /** Returns true if statements may still be sent on this connection. The result may be out of date on other threads. */
    public boolean isOpen() {
        return !closed.future().isComplete();
    }

    /** Sets the callback for stale prepared statements, as those of other connections are probably stale, too. */
    public void whenStale(final Runnable action) {
        whenStale = action;
    }

    /** Returns the errors of its statements. */
    public SqlErrors errors() {
        return connector.errors();
    }

    SqlException translate(final Throwable error, final String sql) {
        return errors().translate(error, sql);
    }

    void discardPrepared(final String sql) {
        if (!broken) {
            commandConnection.discardPrepared(sql);
        }
    }

    /** Calls back once when the connection has reached its maximum lifetime, up to a tenth earlier, so that not all expire at once. */
    public void whenExpired(final Duration lifetime, final Runnable action) {
        final long millis = lifetime.toMillis();
        if (millis > 0) {
            final long earlier = ThreadLocalRandom.current().nextLong(millis / 10 + 1);
            final long expiry = context.setTimer(Math.max(1, millis - earlier), () -> {
                expired = true;
                action.run();
            });
            closed.future().onComplete(gone -> context.cancelTimer(expiry));
        }
    }

    /** The connection counts as expired from now on. */
    public void expire() {
        expired = true;
    }

    /** Returns true if the connection is to be closed as soon as it is unused. */
    public boolean isExpired() {
        return expired;
    }

    /**
     * Returns the typed error with which a statement ends. The driver reports the failure of a connection to all statements in flight, the
     * oldest first. Only this one gets the driver's words, which may be about its values.
     */
    private SqlException endWith(final Throwable error, final String sql) {
        final SqlException typed = translate(error, sql);
        if (typed == error || typed.sqlState() != null || typed instanceof InvalidValueException) {
            return typed;
        }
        if (failure != null) {
            return SqlErrors.unavailable(failure);
        }
        fail("the connection to " + connector.server() + " failed before this statement ended");
        return typed;
    }

    /** Returns the number of statements in flight; called on the connection's event loop. */
    public int inFlight() {
        return inFlight;
    }

    /** Returns the text of the last statement on a connection that is not shared. May be called on any thread. */
    public String lastSql() {
        return lastSql;
    }

    /** Returns the time at which the last statement on a connection that is not shared has started or ended. */
    public long changedNanos() {
        return changedNanos;
    }

    /** Notes a sign of life of the caller that is not a statement. */
    public void touch() {
        changedNanos = System.nanoTime();
    }

    /**
     * Lets the statements of many callers share the connection from now on. Called on its event loop, before the first
     * statement.
     */
    void share(final PipelinedConnection sharing) {
        shared = sharing;
        server.driver().whenTransactionStarts(this::replaceInTransaction);
    }

    /**
     * Runs a call of the library.
     *
     * @param promise gets the result, in its context
     * @param timeoutNanos the time limit of the answer
     * @param work calls the library, on the connection's event loop
     */
    public <R> Future<R> run(
            final String sql,
            final DatabaseEvents.@Nullable Observed observed,
            final Promise<R> promise,
            final long timeoutNanos,
            final Function<CommandConnection, Future<R>> work) {
        final LibraryCall<R> call = new LibraryCall<>(this, sql, observed, promise, timeoutNanos, work);
        context.run(() -> execute(call));
        return promise.future();
    }

    /** Returns true if the statements of many callers share the connection; only then slow ones are found. */
    boolean isShared() {
        return shared != null;
    }

    /** Runs one command; on the connection's event loop. */
    void execute(final Command command) {
        if (broken) {
            command.complete(SqlErrors.unavailable("the connection to " + connector.server() + " is closed"));
            return;
        }
        commands.add(command);
        inFlight++;
        if (shared == null) {
            lastSql = command.sql;
            touch();
        }
        if (timer == NO_TIMER) {
            scheduleCheck(command.timeoutNanos);
        }
        command.start();
    }

    /** One of the commands in flight has ended. */
    private void commandEnded() {
        inFlight--;
        while (!commands.isEmpty() && commands.peekFirst().done) {
            commands.removeFirst();
        }
        if (shared != null) {
            shared.answered();
        } else {
            touch();
        }
        if (inFlight == 0 && !whenIdle.isEmpty()) {
            final List<Runnable> actions = List.copyOf(whenIdle);
            whenIdle.clear();
            actions.forEach(Runnable::run);
        }
    }

    /** Returns true if a statement failed because a request to cancel another one has stopped it. */
    private boolean isCancelledByMistake(final SqlException error) {
        return shared != null
                && !broken
                && shared.mayHaveCancelledAnother()
                && error instanceof QueryTimeoutException
                && error.sqlState() != null;
    }

    private void scheduleCheck(final long timeoutNanos) {
        final long longest = shared == null ? LONGEST_CHECK : PipelinedConnection.CHECK_MILLIS;
        final long period = Math.max(SHORTEST_CHECK, Math.min(longest, timeoutNanos / 1_000_000 / 16));
        checkIsDue = System.nanoTime() + period * 1_000_000;
        timer = context.setTimer(period, this::check);
    }

    private void check() {
        timer = NO_TIMER;
        final Command oldest = commands.peekFirst();
        if (broken || oldest == null) {
            return;
        }
        final long now = System.nanoTime();
        if (now - checkIsDue > LATE_LOOP_NANOS) {
            // It had no time to read the answer.
            oldest.deadline += now - checkIsDue;
        }
        if (oldest.isLate(now)) {
            timeOut(oldest);
        } else {
            scheduleCheck(oldest.timeoutNanos);
            if (shared != null) {
                shared.check(oldest, now);
            }
        }
    }

    /**
     * Asks the server to cancel the oldest statement, which has no caller any more. The server may cancel a later one instead, which
     * is then repeated.
     *
     * @return null, without asking, if another statement in flight could not be repeated
     */
    @Nullable
    Future<Void> cancelOldest() {
        final Command oldest = commands.peekFirst();
        for (final Command entry : commands) {
            if (entry != oldest && entry.isWanted() && !entry.isRepeatable()) {
                return null;
            }
        }
        commands.forEach(entry -> {
            if (entry != oldest) {
                entry.possiblyCancelled = true;
            }
        });
        LOGGER.debug("Cancelling a statement on {} whose caller has left.", connector.server());
        return server.driver().cancelStatement();
    }

    private void timeOut(final Command late) {
        late.end(errors().queryTimeout(Duration.ofNanos(late.timeoutNanos), late.sql));
        if (late.abandoned) {
            // A client that leaves is no fault of the server.
            LOGGER.debug(
                    "Cancelling a statement on {} whose caller has left, and closing its connection.",
                    connector.server());
        } else {
            LOGGER.warn("A statement on {} got no answer in time; its connection is closed.", connector.server());
        }
        fail("the connection was closed, because an earlier statement on it got no answer in time");
        server.driver().cancelStatement();
    }

    /** Closes the shared connection, on which the changes of all callers would now wait for a commit that never comes. */
    private void replaceInTransaction() {
        final Command oldest = commands.peekFirst();
        if (oldest != null) {
            LOGGER.warn(
                    "A statement started a transaction on a connection to {} that many callers share; the connection is replaced."
                            + " Use withTransaction(..) instead of: {}",
                    connector.server(),
                    errors().text(oldest.sql));
            oldest.end(errors().startedTransaction(oldest.sql));
        }
        fail("the connection to " + connector.server()
                + " was closed, because an earlier statement on it started a transaction");
    }

    /** Returns true if the connection is open and the server reports a transaction on it. */
    public boolean isInTransaction() {
        return isOpen() && server.driver().isInTransaction();
    }

    /** Limits the time of all statements in flight, because nobody waits for their answers any more. */
    public void abandonStatements(final Duration left) {
        context.run(() -> {
            if (commands.isEmpty()) {
                return;
            }
            final long deadline = System.nanoTime() + left.toNanos();
            for (final Command entry : commands) {
                entry.abandoned = true;
                entry.shortenDeadline(deadline);
            }
            if (timer != NO_TIMER && context.cancelTimer(timer)) {
                scheduleCheck(left.toNanos());
            }
        });
    }

    /** Calls back, on the connection's event loop, once no statement is in flight. */
    public void whenIdle(final Runnable action) {
        context.run(() -> {
            if (inFlight == 0) {
                action.run();
            } else {
                whenIdle.add(action);
            }
        });
    }

    /** Sends {@code Terminate} and closes; closes at once if that takes longer than a second. */
    public Future<Void> close() {
        context.run(() -> {
            if (broken) {
                return;
            }
            closing = true;
            final long timer =
                    context.setTimer(CLOSE_TIMEOUT_MILLIS, () -> closeNow("the connection did not close within 1 s"));
            closed.future().onComplete(done -> context.cancelTimer(timer));
            commandConnection.sqlConnection().close();
        });
        return socketClosed.future();
    }

    /** Closes the socket at once, and asks the server to cancel the statement that it may still run for this connection. */
    private void closeNow(final String reason) {
        context.run(() -> {
            final boolean unfinished = !broken && inFlight > 0;
            fail(reason);
            if (unfinished) {
                server.driver().cancelStatement();
            }
        });
    }

    private void fail(final String reason) {
        if (broken) {
            return;
        }
        broken = true;
        failure = reason;
        server.closeNow().onComplete(socketClosed);
        connector.events().lost(id, closing ? null : SqlErrors.unavailable(reason));
        closed.complete();
        // The driver reports its own reason for most statements before this runs.
        context.runLater(() -> {
            for (final Command entry : List.copyOf(commands)) {
                entry.end(SqlErrors.unavailable(reason));
            }
        });
    }

    /**
     * One command for one caller. The answer or the deadline ends it, whichever comes first. All of it belongs to the event loop of the
     * connection.
     */
    abstract static class Command {

        final DatabaseConnection connection;
        final String sql;
        final DatabaseEvents.@Nullable Observed observed;
        private final long timeoutNanos;
        private long deadline;
        private boolean timed;

        /** True if a request to cancel another statement may stop this one. */
        private boolean possiblyCancelled;

        /** True if nobody waits for the response any more. */
        private boolean abandoned;

        private boolean done;

        /**
         * Prepares a command.
         *
         * @param observed learns when the command is sent; null without observers
         * @param timeoutNanos the time limit of the answer
         */
        Command(
                final DatabaseConnection connection,
                final String sql,
                final DatabaseEvents.@Nullable Observed observed,
                final long timeoutNanos) {
            this.connection = connection;
            this.sql = sql;
            this.observed = observed;
            this.timeoutNanos = timeoutNanos;
        }

        /** Sends the command, whose answer calls {@link #end}. An exception counts as the answer. */
        abstract void send();

        /** Called once, on the event loop of the connection: with a typed error, or with null if there is a result. */
        abstract void onEnd(@Nullable RuntimeException error);

        /** Returns true if a caller waits for the result. */
        boolean isWanted() {
            return true;
        }

        /** Returns true if it may run again after the server has cancelled it, because the first run has had no effect. */
        boolean isRepeatable() {
            return false;
        }

        /**
         * Called at regular times while it is the oldest statement on a shared connection, and slow.
         *
         * @param times the time for which it has been the oldest, as a multiple of the setting {@code slow-statement}
         */
        void foundSlow(final long times) {}

        final boolean isDone() {
            return done;
        }

        private void start() {
            if (observed != null) {
                observed.sent(connection.id);
            }
            try {
                send();
            } catch (final RuntimeException error) {
                end(error);
            }
        }

        /** Ends a command that has been started, with an error or with null for the answer. Only the first call has an effect. */
        final void end(final @Nullable Throwable error) {
            if (done) {
                return;
            }
            SqlException typed = error == null ? null : connection.endWith(error, sql);
            if (typed != null && possiblyCancelled) {
                possiblyCancelled = false;
                if (connection.isCancelledByMistake(typed)) {
                    start();
                    return;
                }
            }
            if (typed != null && typed.sqlState() != null) {
                connection.commandConnection.onStatementFailed();
            }
            if (typed instanceof StaleStatementException stale) {
                connection.discardPrepared(sql);
                if (stale.isAfterChange()) {
                    connection.whenStale.run();
                }
            }
            if (typed != null
                    && ReadOnlyServerException.SQL_STATE.equals(typed.sqlState())
                    && connection.connector.isReadOnly()) {
                typed = SqlErrors.changeInReadOnly(typed);
            } else if (typed instanceof ReadOnlyServerException && !connection.commandConnection.isReadOnly()) {
                connection.connector.replaceAll();
                typed = SqlErrors.unavailable("the server of this connection has become read-only");
            }
            complete(typed);
            connection.commandEnded();
        }

        /** Ends a command, which need not have been started. */
        private void complete(final @Nullable RuntimeException error) {
            done = true;
            try {
                onEnd(error);
            } catch (final RuntimeException thrown) {
                RxJavaPlugins.onError(thrown);
            }
        }

        private void shortenDeadline(final long latest) {
            if (!timed || deadline - latest > 0) {
                deadline = latest;
                timed = true;
            }
        }

        /** Called when all earlier commands are answered. The time of this one counts from the first call. */
        private boolean isLate(final long now) {
            shortenDeadline(now + timeoutNanos);
            return deadline - now <= 0;
        }
    }

    /** A call of the library, whose caller gets a future. */
    private static final class LibraryCall<R> extends Command {

        private final Promise<R> promise;
        private final Function<CommandConnection, Future<R>> work;
        private @Nullable R value;

        LibraryCall(
                final DatabaseConnection connection,
                final String sql,
                final DatabaseEvents.@Nullable Observed observed,
                final Promise<R> promise,
                final long timeoutNanos,
                final Function<CommandConnection, Future<R>> work) {
            super(connection, sql, observed, timeoutNanos);
            this.promise = promise;
            this.work = work;
        }

        @Override
        void send() {
            work.apply(connection.commandConnection).onComplete(end -> {
                value = end.result();
                end(end.cause());
            });
        }

        @Override
        void onEnd(final @Nullable RuntimeException error) {
            if (error == null) {
                promise.complete(value);
            } else {
                promise.fail(error);
            }
        }
    }
}

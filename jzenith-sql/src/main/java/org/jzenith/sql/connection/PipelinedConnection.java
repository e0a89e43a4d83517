package org.jzenith.sql.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
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
final class PipelinedConnection {

    private static final Logger LOGGER = LoggerFactory.getLogger(PipelinedConnection.class);
    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 250;
    private static final long CLOSE_TIMEOUT_MILLIS = 1_000;
    private static final long LATE_LOOP_NANOS = 100_000_000;
    private static final long NO_TIMER = -1;

    private final Connector connector;
    private final ContextInternal context;
    private final DriverConnection driverConnection;
    private final SqlConnection pgConnection;
    private final Promise<Void> closed = Promise.promise();
    private final Promise<Void> socketClosed = Promise.promise();
    private final ArrayDeque<ConnectionCommand> commands = new ArrayDeque<>();
    private final List<Runnable> whenIdle = new ArrayList<>();
    private @Nullable SharedConnection shared;
    private volatile boolean expired;
    private volatile Runnable whenStale = () -> {};
    private boolean broken;
    private long timer = NO_TIMER;
    private long checkIsDue;
    private int inFlight;

    PipelinedConnection(
            final Connector connector,
            final ContextInternal context,
            final DriverConnection driverConnection,
            final SqlConnection pgConnection) {
        this.connector = connector;
        this.context = context;
        this.driverConnection = driverConnection;
        this.pgConnection = pgConnection;
        // Without a handler of ours the driver prints the error to stderr.
        pgConnection.exceptionHandler(
                error -> LOGGER.debug("A connection to {} failed.", connector.server(), LogText.escape(error)));
        pgConnection.closeHandler(gone -> end("the connection to " + connector.server() + " was closed"));
    }

    ContextInternal context() {
        return context;
    }

    SqlConnection pgConnection() {
        return pgConnection;
    }

    /** Completes when the connection cannot be used any more, for whatever reason. */
    Future<Void> closed() {
        return closed.future();
    }

    /** Whether statements may still be sent on this connection. On other threads the answer may be out of date. */
    boolean isOpen() {
        return !closed.future().isComplete();
    }

    /** Calls back each time a statement turns out to be older than the tables that it uses. */
    void whenStale(final Runnable action) {
        whenStale = action;
    }

    /** The statement is prepared anew when it is sent next; on the connection's event loop. */
    void discardPrepared(final String sql) {
        if (!broken) {
            FlushCoalescing.discardPrepared(pgConnection, sql);
        }
    }

    /** A statement turned out to be older than the tables that it uses; so others on other connections are. */
    void stale() {
        whenStale.run();
    }

    /** Calls back once when the connection has reached its maximum lifetime, up to a tenth earlier, so that not all expire at once. */
    void whenExpired(final Duration lifetime, final Runnable action) {
        final long millis = lifetime.toMillis();
        if (millis > 0) {
            final long earlier = ThreadLocalRandom.current().nextLong(millis / 10 + 1);
            final long expiry = context.setTimer(Math.max(1, millis - earlier), id -> {
                expired = true;
                action.run();
            });
            closed.future().onComplete(gone -> context.owner().cancelTimer(expiry));
        }
    }

    /** The connection counts as expired from now on. */
    void expire() {
        expired = true;
    }

    /** Whether the connection is to be closed as soon as it is not in use. */
    boolean isExpired() {
        return expired;
    }

    SqlException translate(final Throwable error, final String sql) {
        return connector.errors().translate(error, sql);
    }

    /** How many statements are not answered yet; to be asked on the connection's event loop. */
    int inFlight() {
        return inFlight;
    }

    /** From now on the statements of many callers share the connection. Called on its event loop, before the first statement. */
    SharedConnection share(final SharedConnection sharing) {
        shared = sharing;
        return sharing;
    }

    /** Runs all statements of a call. */
    void run(final Call call) {
        if (context.inThread()) {
            call.send(this, Integer.MAX_VALUE);
        } else {
            context.runOnContext(onLoop -> call.send(this, Integer.MAX_VALUE));
        }
    }

    /** Runs one statement; on the connection's event loop. */
    void start(final ConnectionCommand work) {
        if (broken) {
            work.refuse(SqlErrors.unavailable("the connection to " + connector.server() + " is closed"));
            return;
        }
        commands.add(work);
        inFlight++;
        if (timer == NO_TIMER) {
            scheduleCheck(work.timeoutNanos());
        }
        work.start(this, pgConnection);
    }

    /** One of the statements in flight has ended. */
    void ended() {
        inFlight--;
        while (!commands.isEmpty() && commands.peekFirst().isDone()) {
            commands.removeFirst();
        }
        if (shared != null) {
            shared.answered();
        }
        if (inFlight == 0 && !whenIdle.isEmpty()) {
            runIdleActions();
        }
    }

    /** Repeats a statement that a request to cancel another one has stopped; returns false for any other failure. */
    boolean repeatIfCancelled(final ConnectionCommand work, final SqlException error) {
        if (shared == null
                || broken
                || !shared.mayHaveCancelledAnother()
                || !(error instanceof QueryTimeoutException && error.sqlState() != null)) {
            return false;
        }
        work.start(this, pgConnection);
        return true;
    }

    private void runIdleActions() {
        final List<Runnable> actions = List.copyOf(whenIdle);
        whenIdle.clear();
        actions.forEach(Runnable::run);
    }

    private void scheduleCheck(final long timeoutNanos) {
        final long longest = shared == null ? LONGEST_CHECK : SharedConnection.CHECK_MILLIS;
        final long period = Math.max(SHORTEST_CHECK, Math.min(longest, timeoutNanos / 1_000_000 / 16));
        checkIsDue = System.nanoTime() + period * 1_000_000;
        timer = context.setTimer(period, id -> check());
    }

    private void check() {
        timer = NO_TIMER;
        final ConnectionCommand oldest = commands.peekFirst();
        if (broken || oldest == null) {
            return;
        }
        final long now = System.nanoTime();
        if (now - checkIsDue > LATE_LOOP_NANOS) {
            oldest.extendDeadline(now - checkIsDue);
        }
        if (oldest.isLate(now)) {
            timeOut(oldest);
        } else {
            scheduleCheck(oldest.timeoutNanos());
            if (shared != null) {
                shared.check(oldest, now);
            }
        }
    }

    /** Asks the server to cancel the oldest statement, which has no caller any more; null if another statement in flight could not be
     * repeated, should the request cancel that one. */
    @Nullable
    Future<Void> cancelOldest() {
        final ConnectionCommand oldest = commands.peekFirst();
        for (final ConnectionCommand entry : commands) {
            if (entry != oldest && entry.isWanted() && !entry.isRepeatable()) {
                return null;
            }
        }
        commands.stream().filter(entry -> entry != oldest).forEach(ConnectionCommand::markPossiblyCancelled);
        LOGGER.debug("A statement without a caller is being cancelled on {}.", connector.server());
        return driverConnection.cancelStatement();
    }

    private void timeOut(final ConnectionCommand late) {
        late.end(SqlErrors.queryTimeout(Duration.ofNanos(late.timeoutNanos()), late.sql()));
        LOGGER.warn("A statement on {} got no answer in time; its connection is closed.", connector.server());
        end("the connection was closed, because an earlier statement on it got no answer in time: " + late.sql());
        driverConnection.cancelStatement();
    }

    /** Limits the time of all statements in flight. */
    void shortenDeadline(final Duration left) {
        onLoop(() -> {
            final long deadline = System.nanoTime() + left.toNanos();
            for (final ConnectionCommand entry : commands) {
                entry.shortenDeadline(deadline);
            }
            if (timer != NO_TIMER && context.owner().cancelTimer(timer)) {
                scheduleCheck(left.toNanos());
            }
        });
    }

    /** Calls back, on the connection's event loop, once no statement is in flight. */
    void whenIdle(final Runnable action) {
        onLoop(() -> {
            if (inFlight == 0) {
                action.run();
            } else {
                whenIdle.add(action);
            }
        });
    }

    /** Sends {@code Terminate} and closes; closes at once if that takes longer than a second. */
    Future<Void> close() {
        onLoop(() -> {
            if (broken) {
                return;
            }
            final long timer = context.setTimer(CLOSE_TIMEOUT_MILLIS, id -> closeNow("the application is stopping"));
            closed.future().onComplete(done -> context.owner().cancelTimer(timer));
            pgConnection.close();
        });
        return socketClosed.future();
    }

    /** Closes the socket at once, and asks the server to cancel the statement that it may still run for this connection. */
    void closeNow(final String reason) {
        onLoop(() -> {
            final boolean unfinished = !broken && inFlight > 0;
            end(reason);
            if (unfinished) {
                driverConnection.cancelStatement();
            }
        });
    }

    private void end(final String reason) {
        if (broken) {
            return;
        }
        broken = true;
        driverConnection.closeNow().onComplete(socketClosed);
        closed.complete();
        // The driver reports its own reason for most statements before this runs.
        context.runOnContext(later -> {
            for (final ConnectionCommand entry : List.copyOf(commands)) {
                entry.end(SqlErrors.unavailable(reason));
            }
        });
    }

    private void onLoop(final Runnable action) {
        if (context.inThread()) {
            action.run();
        } else {
            context.runOnContext(onLoop -> action.run());
        }
    }
}

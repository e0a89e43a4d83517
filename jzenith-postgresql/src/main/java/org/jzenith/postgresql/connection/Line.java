package org.jzenith.postgresql.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.postgresql.error.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the server, with a deadline for the oldest statement under way. Its time counts from when its
 * predecessor was answered; or rather from the next look at it, as to ask the clock for each statement would cost more
 * than the rest. When the deadline passes, the connection is cut: nobody knows what a server that does not answer will
 * do with it. All state belongs to the line's event loop.
 *
 * <p>One timer for each line looks after its statements, and only while there are any.
 */
final class Line {

    private static final Logger LOGGER = LoggerFactory.getLogger(Line.class);
    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 250;
    private static final long GOODBYE_MILLIS = 1_000;
    private static final long LATE_LOOP_NANOS = 100_000_000;
    private static final long NO_TIMER = -1;

    private final Connector connector;
    private final ContextInternal context;
    private final Socket socket;
    private final PgConnection connection;
    private final Promise<Void> closed = Promise.promise();
    private final Promise<Void> socketClosed = Promise.promise();
    private final ArrayDeque<Running> running = new ArrayDeque<>();
    private final List<Runnable> whenQuiet = new ArrayList<>();
    private @Nullable Flow flow;
    private volatile boolean old;
    private volatile Runnable whenStale = () -> {};
    private boolean broken;
    private long timer = NO_TIMER;
    private long checkIsDue;
    private int underWay;

    Line(
            final Connector connector,
            final ContextInternal context,
            final Socket socket,
            final SqlConnection connection) {
        this.connector = connector;
        this.context = context;
        this.socket = socket;
        this.connection = PgConnection.cast(connection);
        // Without a handler of ours the driver prints the error to stderr.
        connection.exceptionHandler(
                error -> LOGGER.debug("A connection to {} failed.", connector.server(), LogText.escape(error)));
        connection.closeHandler(gone -> end("the connection to " + connector.server() + " was closed"));
    }

    ContextInternal context() {
        return context;
    }

    PgConnection connection() {
        return connection;
    }

    /** Completes when the line is of no more use, for whatever reason. */
    Future<Void> closed() {
        return closed.future();
    }

    /** Whether statements may still be given to this line; a late truth from other threads. */
    boolean isOpen() {
        return !closed.future().isComplete();
    }

    /** Calls back each time a statement turns out to be older than the tables that it uses. */
    void whenStale(final Runnable action) {
        whenStale = action;
    }

    /** The statement is prepared anew when it is sent next; on the line's event loop. */
    void forget(final String sql) {
        if (!broken) {
            WriteGathering.forget(connection, sql);
        }
    }

    /** A statement turned out to be older than the tables that it uses; so others on other lines are. */
    void stale() {
        whenStale.run();
    }

    /** Calls back once when the line has reached its age, up to a tenth earlier so that not all do so at once. */
    void whenOld(final Duration age, final Runnable action) {
        final long millis = age.toMillis();
        if (millis > 0) {
            final long early = ThreadLocalRandom.current().nextLong(millis / 10 + 1);
            final long aging = context.setTimer(Math.max(1, millis - early), id -> {
                old = true;
                action.run();
            });
            closed.future().onComplete(gone -> context.owner().cancelTimer(aging));
        }
    }

    /** The line counts as old from now on. */
    void age() {
        old = true;
    }

    /** Whether the line should be closed as soon as nobody uses it. */
    boolean isOld() {
        return old;
    }

    /** How many statements are not answered yet; to be asked on the line's event loop. */
    int underWay() {
        return underWay;
    }

    /** From now on statements of many callers share the line; to be called on its event loop, before the first one. */
    Flow share(final Flow shared) {
        flow = shared;
        return shared;
    }

    /** Runs all statements of a call. */
    void run(final Call call) {
        if (context.inThread()) {
            call.send(this, Integer.MAX_VALUE);
        } else {
            context.runOnContext(onLoop -> call.send(this, Integer.MAX_VALUE));
        }
    }

    /** Runs one statement; on the line's event loop. */
    void start(final Running work) {
        if (broken) {
            work.end(SqlErrors.unavailable("the connection to " + connector.server() + " is closed"));
            return;
        }
        running.add(work);
        underWay++;
        if (timer == NO_TIMER) {
            watch(work.limitNanos());
        }
        work.start(this, connection);
    }

    /** One of what is under way has ended. */
    void ended() {
        underWay--;
        while (!running.isEmpty() && running.peekFirst().isDone()) {
            running.removeFirst();
        }
        if (flow != null) {
            flow.answered();
        }
        if (underWay == 0 && !whenQuiet.isEmpty()) {
            quiet();
        }
    }

    /** A statement failed that the server may have been asked to stop by mistake. */
    boolean repeats(final Running work, final Throwable error) {
        if (flow == null
                || broken
                || !flow.mayHaveHitAnother()
                || !(error instanceof PgException failure && "57014".equals(failure.getSqlState()))) {
            return false;
        }
        work.start(this, connection);
        return true;
    }

    private void quiet() {
        final List<Runnable> actions = List.copyOf(whenQuiet);
        whenQuiet.clear();
        actions.forEach(Runnable::run);
    }

    private void watch(final long limitNanos) {
        final long longest = flow == null ? LONGEST_CHECK : Flow.LOOK_MILLIS;
        final long period = Math.max(SHORTEST_CHECK, Math.min(longest, limitNanos / 1_000_000 / 16));
        checkIsDue = System.nanoTime() + period * 1_000_000;
        timer = context.setTimer(period, id -> check());
    }

    private void check() {
        timer = NO_TIMER;
        final Running oldest = running.peekFirst();
        if (broken || oldest == null) {
            return;
        }
        final long now = System.nanoTime();
        if (now - checkIsDue > LATE_LOOP_NANOS) {
            oldest.grant(now - checkIsDue);
        }
        if (oldest.isLate(now)) {
            expire(oldest);
        } else {
            watch(oldest.limitNanos());
            if (flow != null) {
                flow.look(oldest, now);
            }
        }
    }

    /** Asks the server to stop the oldest statement, which nobody waits for; null if another one could not bear that. */
    @Nullable
    Future<Void> cancelOldest() {
        final Running oldest = running.peekFirst();
        for (final Running entry : running) {
            if (entry != oldest && entry.isWanted() && !entry.isRepeatable()) {
                return null;
            }
        }
        running.stream().filter(entry -> entry != oldest).forEach(Running::expose);
        LOGGER.debug("A statement that nobody waits for is stopped on {}.", connector.server());
        return connector.cancel(connection.processId(), connection.secretKey());
    }

    private void expire(final Running late) {
        late.end(SqlErrors.queryTimeout(Duration.ofNanos(late.limitNanos()), late.sql()));
        LOGGER.warn("A statement on {} got no answer in time; its connection is closed.", connector.server());
        end("the connection was closed, because an earlier statement on it got no answer in time: " + late.sql());
        connector.cancel(connection.processId(), connection.secretKey());
    }

    /** Gives what is still under way no more than this time. */
    void hurry(final Duration left) {
        onLoop(() -> {
            final long deadline = System.nanoTime() + left.toNanos();
            for (final Running entry : running) {
                entry.hurry(deadline);
            }
            if (timer != NO_TIMER && context.owner().cancelTimer(timer)) {
                watch(left.toNanos());
            }
        });
    }

    /** Calls back, on the line's event loop, once nothing is under way any more. */
    void whenQuiet(final Runnable action) {
        onLoop(() -> {
            if (underWay == 0) {
                action.run();
            } else {
                whenQuiet.add(action);
            }
        });
    }

    /** Says goodbye to the server and closes; cuts if that takes long. */
    Future<Void> close() {
        onLoop(() -> {
            if (broken) {
                return;
            }
            final long timer = context.setTimer(GOODBYE_MILLIS, id -> cut("the application is stopping"));
            closed.future().onComplete(done -> context.owner().cancelTimer(timer));
            connection.close();
        });
        return socketClosed.future();
    }

    /** Closes the socket at once, and asks the server to stop what it may still be doing for this line. */
    void cut(final String reason) {
        onLoop(() -> {
            final boolean unfinished = !broken && underWay > 0;
            end(reason);
            if (unfinished) {
                connector.cancel(connection.processId(), connection.secretKey());
            }
        });
    }

    private void end(final String reason) {
        if (broken) {
            return;
        }
        broken = true;
        socket.close().onComplete(socketClosed);
        closed.complete();
        // The driver reports its own reason for most of them first.
        context.runOnContext(later -> {
            for (final Running entry : List.copyOf(running)) {
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

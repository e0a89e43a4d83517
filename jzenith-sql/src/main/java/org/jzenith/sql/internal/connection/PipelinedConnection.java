package org.jzenith.sql.internal.connection;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that many callers share: how many statements may be sent on it, and what happens when its oldest statement delays
 * the others. If that has no caller any more, the server is asked to cancel it; if it is slow, the pipeline uses another
 * connection. Belongs to the event loop of the connection.
 */
public final class PipelinedConnection {

    /** The interval at which the oldest statement is checked, in milliseconds. */
    static final long CHECK_MILLIS = 10;

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS);
    private static final long CANCEL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LATE_CANCEL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DatabaseConnection connection;
    private final Consumer<PipelinedConnection> onAnswer;
    private final ObjLongConsumer<PipelinedConnection> onCheck;
    private final long slowNanos;
    private final SendWindow window;
    private final ArrayDeque<Call<?>> unfinished = new ArrayDeque<>(0);
    private DatabaseConnection.@Nullable Command checked;
    private long checkedAt;
    private long since;
    private long resumedAt;
    private boolean slow;
    private boolean paused;
    private int answers;
    private int answersBefore;

    /**
     * Shares a connection from now on. Called on its event loop, before the first statement.
     *
     * @param windowLimit the number of statements that may be in flight
     * @param slowNanos the time after which a statement is slow
     * @param onAnswer called after each answer, and when more statements may be sent
     * @param onCheck called after each check of the oldest statement, with the time of the check
     */
    public PipelinedConnection(
            final DatabaseConnection connection,
            final int windowLimit,
            final long slowNanos,
            final Consumer<PipelinedConnection> onAnswer,
            final ObjLongConsumer<PipelinedConnection> onCheck) {
        this.connection = connection;
        this.onAnswer = onAnswer;
        this.onCheck = onCheck;
        this.slowNanos = slowNanos;
        this.window = new SendWindow(windowLimit);
        this.checkedAt = System.nanoTime();
        this.resumedAt = checkedAt - LATE_CANCEL_NANOS;
        connection.share(this);
    }

    /** Returns the connection that is shared. */
    public DatabaseConnection connection() {
        return connection;
    }

    /** Returns the number of statements that may be sent now. */
    public int available() {
        return paused ? 0 : window.available(connection.inFlight());
    }

    /** Returns true if later statements should use another connection. */
    public boolean isBlocked() {
        return slow || paused;
    }

    void answered() {
        answers++;
        slow = false;
        window.answered();
        if (connection.inFlight() == 0) {
            checked = null;
        }
        onAnswer.accept(this);
    }

    /** Checks the oldest statement in flight, at regular times. */
    void check(final DatabaseConnection.Command oldest, final long now) {
        final long elapsed = now - checkedAt;
        checkedAt = now;
        if (oldest != checked) {
            checked = oldest;
            since = now;
            window.moved(connection.inFlight());
        } else {
            final boolean late = elapsed > 3 * CHECK_NANOS;
            if (late) {
                // The event loop itself was late, and the answer may have come: only a part of the time counts.
                since += elapsed - CHECK_NANOS;
            }
            slow = now - since >= slowNanos;
            if (!late) {
                window.stalled(slow);
            }
            if (slow) {
                oldest.foundSlow((now - since) / slowNanos);
                if (!oldest.isWanted()) {
                    cancelOldest(now);
                }
            }
        }
        onCheck.accept(this, now);
    }

    /**
     * Cancels the oldest statement. Sends nothing else until the request has arrived, because it cancels the statement
     * that runs at that moment.
     */
    private void cancelOldest(final long now) {
        if (paused || now - resumedAt < CANCEL_PAUSE_NANOS) {
            return;
        }
        final Future<Void> cancelled = connection.cancelOldest();
        if (cancelled != null) {
            paused = true;
            cancelled.onComplete(arrived -> connection.context().runLater(() -> resume(arrived.succeeded())));
        }
    }

    private void resume(final boolean arrived) {
        if (arrived) {
            paused = false;
            resumedAt = System.nanoTime();
            onAnswer.accept(this);
        } else {
            connection.whenIdle(connection::close);
        }
    }

    /** Returns true if a request to cancel another statement may have cancelled one that was in flight. */
    boolean mayHaveCancelledAnother() {
        return paused || System.nanoTime() - resumedAt < LATE_CANCEL_NANOS;
    }

    /** Keeps the rest of a call whose first statements were sent here, until more may be sent. */
    public void keep(final Call<?> begun) {
        unfinished.addLast(begun);
    }

    /** Returns true if it keeps the rest of a call. */
    public boolean hasUnfinished() {
        return !unfinished.isEmpty();
    }

    /** Sends the rest of kept calls, as far as the send window allows. */
    public void sendUnfinished() {
        while (hasUnfinished() && available() > 0) {
            final Call<?> begun = unfinished.getFirst();
            if (begun.isWanted()) {
                begun.sendNext(connection, available());
            }
            if (unfinished.peekFirst() == begun && (begun.unsent() == 0 || !begun.isWanted())) {
                unfinished.removeFirst();
            }
        }
    }

    /** Ends the kept calls after the connection has closed. */
    public void onClosed(final RuntimeException reason) {
        final List<Call<?>> begun = List.copyOf(unfinished);
        unfinished.clear();
        begun.forEach(call -> call.refuse(reason));
    }

    /** Returns true if there was nothing to do since the last call. */
    public boolean isIdle() {
        final boolean idle = answers == answersBefore && connection.inFlight() == 0 && !hasUnfinished();
        answersBefore = answers;
        return idle;
    }

    /**
     * The limit on statements in flight on a connection. A sent statement cannot move to another connection, so at most as many are sent as
     * the connection answers in four checks. The window is at the limit while results arrive quickly, and empty while none arrive. After a
     * slow result it grows as in TCP's slow start.
     */
    private static final class SendWindow {

        /** The window is as many statements as were answered between two checks, times this. */
        private static final int CHECKS = 4;

        /** The smallest window after a check: enough to keep a server busy that gets the processor in time slices. */
        private static final int SMALL_WINDOW = 64;

        private final int limit;
        private final int small;
        private int size;
        private int answered;
        private boolean stalled;
        private boolean slow;

        SendWindow(final int limit) {
            this.limit = limit;
            this.small = Math.min(SMALL_WINDOW, limit);
            this.size = limit;
        }

        int available(final int inFlight) {
            return stalled ? 0 : size - inFlight;
        }

        void answered() {
            answered++;
            if (stalled) {
                stalled = false;
                size = slow ? 1 : Math.max(small, size / 2);
            } else if (size < limit) {
                size++;
            }
        }

        /** The oldest statement is another one than at the last check. */
        void moved(final int inFlight) {
            if (inFlight > Math.max(small, CHECKS * answered)) {
                size = Math.max(small, CHECKS * answered);
            }
            answered = 0;
        }

        /** The oldest statement is the same as at the last check. */
        void stalled(final boolean isSlow) {
            stalled = true;
            slow = isSlow;
            answered = 0;
        }
    }
}

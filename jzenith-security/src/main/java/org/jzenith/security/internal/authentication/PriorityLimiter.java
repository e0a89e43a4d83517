package org.jzenith.security.internal.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * Limits how much work runs at once, and how much waits. Waiting work starts by its {@link Priority}, and in its order within one
 * priority. If too much work waits, new work replaces the newest work of the lowest priority, unless that priority is as high as its
 * own. Safe for use by many threads.
 */
public final class PriorityLimiter {

    private final int maxRunning;
    private final int maxWaiting;
    private final String fullMessage;

    /** Guarded by this, as are all fields below. */
    private final NavigableMap<Priority, Deque<Turn>> waiting = new TreeMap<>();

    private int running;

    /** Thrown for work that neither runs nor waits. It has no stack trace. */
    private static final class QueueFullException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        QueueFullException(final String message) {
            super(message, null, false, false);
        }
    }

    /** A piece of work that waits or runs. */
    private static final class Turn {

        private final Priority priority;
        private final Promise<Void> start = Promise.promise();
        private final Executor caller = EventLoopContext.caller();
        private boolean isRunning;

        Turn(final Priority priority) {
            this.priority = priority;
        }
    }

    /**
     * Creates a limiter.
     *
     * @param maxRunning the work that runs at once
     * @param maxWaiting the work that waits, of all priorities together
     * @param fullMessage the message of the error for further work: a sentence, and the settings
     */
    public PriorityLimiter(final int maxRunning, final int maxWaiting, final String fullMessage) {
        this.maxRunning = maxRunning;
        this.maxWaiting = maxWaiting;
        this.fullMessage = fullMessage;
        for (final Priority each : Priority.values()) {
            waiting.put(each, new ArrayDeque<>());
        }
    }

    /**
     * Runs work when it is its turn. Dispose ends its wait, or disposes the work.
     *
     * @param priority the priority of the work
     * @param work subscribed on the subscribing event loop, in the request context of the subscriber
     * @param <T> the type of the result
     * @return the result; an error that becomes a 503 if too much work waits
     */
    @CheckReturnValue
    public <T> Single<T> run(final Priority priority, final Single<T> work) {
        return Single.using(
                () -> new Turn(priority),
                turn -> RxFuture.completable(() -> queue(turn)).andThen(work),
                this::end);
    }

    private Future<Void> queue(final Turn turn) {
        final Turn replaced;
        synchronized (this) {
            if (running < maxRunning) {
                turn.isRunning = true;
                running++;
                return Future.succeededFuture();
            }
            final boolean isFull = waiting() >= maxWaiting;
            replaced = isFull ? lastBelow(turn.priority) : null;
            if (isFull && replaced == null) {
                return Future.failedFuture(new QueueFullException(fullMessage));
            }
            queueOf(turn.priority).add(turn);
        }
        if (replaced != null) {
            replaced.caller.execute(() -> replaced.start.fail(new QueueFullException(fullMessage)));
        }
        return turn.start.future();
    }

    private Deque<Turn> queueOf(final Priority priority) {
        return Objects.requireNonNull(waiting.get(priority));
    }

    /** Removes the newest work of the lowest priority below another one. */
    private @Nullable Turn lastBelow(final Priority priority) {
        for (final Deque<Turn> each :
                waiting.tailMap(priority, false).descendingMap().values()) {
            final Turn last = each.pollLast();
            if (last != null) {
                return last;
            }
        }
        return null;
    }

    private void end(final Turn turn) {
        Turn next = null;
        synchronized (this) {
            if (!turn.isRunning) {
                queueOf(turn.priority).remove(turn);
                return;
            }
            running--;
            for (final Deque<Turn> each : waiting.values()) {
                next = next == null ? each.poll() : next;
            }
            if (next != null) {
                next.isRunning = true;
                running++;
            }
        }
        if (next != null) {
            next.caller.execute(next.start::complete);
        }
    }

    /**
     * Returns the number of pieces of work that wait.
     *
     * @return at most the limit
     */
    public synchronized int waiting() {
        return waiting.values().stream().mapToInt(Deque::size).sum();
    }
}

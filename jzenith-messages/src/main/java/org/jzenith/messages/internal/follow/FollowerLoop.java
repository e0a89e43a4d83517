package org.jzenith.messages.internal.follow;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * The followers of a topic on one event loop. Only those that have demand and wait for the next element are looked at when it comes, and
 * between parts of the work the event loop serves others. Used on the event loop, except where a method says otherwise.
 *
 * @param <T> the class of the messages
 */
final class FollowerLoop<T> {

    /** The time after which the event loop serves others. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The clock is read once for so many followers. */
    private static final int FOLLOWERS_PER_CHECK = 16;

    private final EventLoopContext context;
    private final Set<Follower<T>> all = new LinkedHashSet<>();
    private final Set<Follower<T>> waiting = new LinkedHashSet<>();
    private final Queue<Follower<T>> ready = new ArrayDeque<>();

    /** True while {@link #wakeAll} is scheduled. */
    private final AtomicBoolean woken = new AtomicBoolean();

    private boolean serving;
    private boolean completed;

    FollowerLoop(final EventLoopContext context) {
        this.context = context;
    }

    /** Runs an action on the event loop, at once if this is its thread. On any thread. */
    void run(final Runnable action) {
        if (context.isInThread()) {
            action.run();
        } else {
            context.runUnlessTerminated(action);
        }
    }

    /** Adds a follower; completes it if the others have been completed. */
    void add(final Follower<T> follower) {
        all.add(follower);
        if (completed) {
            follower.complete();
        }
    }

    void remove(final Follower<T> follower) {
        all.remove(follower);
        waiting.remove(follower);
    }

    /** Drains a follower when the ring has more elements. */
    void await(final Follower<T> follower) {
        waiting.add(follower);
    }

    /** Drains a follower after the others that are ready. */
    void later(final Follower<T> follower) {
        ready.add(follower);
        continueLater();
    }

    /** Says that the ring has more elements. On any thread. */
    void wake() {
        if (!woken.get() && woken.compareAndSet(false, true)) {
            context.runUnlessTerminated(this::wakeAll);
        }
    }

    private void wakeAll() {
        woken.set(false);
        ready.addAll(waiting);
        waiting.clear();
        if (!serving) {
            serve();
        }
    }

    private void serve() {
        serving = false;
        final long begin = System.nanoTime();
        int served = 0;
        for (Follower<T> next = ready.poll(); next != null; next = ready.poll()) {
            next.drain();
            served++;
            if (served % FOLLOWERS_PER_CHECK == 0 && System.nanoTime() - begin >= TURN_NANOS) {
                continueLater();
                return;
            }
        }
    }

    /** A timer that is due runs after the event loop has read from its connections; a task might run before. */
    private void continueLater() {
        if (!serving) {
            serving = true;
            try {
                if (context.eventLoop()
                        .schedule(() -> context.runUnlessTerminated(this::serve), 0, TimeUnit.NANOSECONDS)
                        .isCancelled()) {
                    ready.clear(); // the event loop has terminated, and the connections with it
                }
            } catch (final RejectedExecutionException e) {
                ready.clear();
            }
        }
    }

    /** Completes all followers. On any thread. */
    void complete() {
        run(() -> {
            completed = true;
            List.copyOf(all).forEach(Follower::complete);
        });
    }
}

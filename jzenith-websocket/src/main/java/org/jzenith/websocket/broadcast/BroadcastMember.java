package org.jzenith.websocket.broadcast;

import io.netty.channel.EventLoop;
import io.reactivex.internal.util.BackpressureHelper;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subscription of one WebSocket to a broadcaster, with the messages that wait for its client. Used on its event loop,
 * except where a method says otherwise.
 */
public final class BroadcastMember<M> implements Subscription {

    private final MemberSocket socket;
    private final EventLoop eventLoop;
    private final int maxWaiting;
    private final Subscriber<? super M> subscriber;
    private final @Nullable ContextSnapshot context = ContextSnapshot.capture();
    private final AtomicLong requested = new AtomicLong();
    private final Queue<M> waiting = new ArrayDeque<>(2);
    private volatile boolean cancelled;
    private @Nullable BroadcastGroup<M> group;
    private boolean completed;
    private boolean ended;
    private boolean draining;

    /** The WebSocket of a member. */
    public interface MemberSocket {

        /** Returns the error of a client that takes messages too slowly. */
        RuntimeException tooSlow();

        /** Closes the WebSocket after a fatal error of its handler. */
        void closeFailed(Throwable error);
    }

    public BroadcastMember(
            final EventLoop eventLoop,
            final MemberSocket socket,
            final int maxWaiting,
            final Subscriber<? super M> subscriber) {
        this.socket = socket;
        this.eventLoop = eventLoop;
        this.maxWaiting = maxWaiting;
        this.subscriber = subscriber;
    }

    /** Runs work on the event loop; may be called on any thread. */
    public void execute(final Runnable work) {
        if (eventLoop.inEventLoop()) {
            work.run();
        } else {
            try {
                eventLoop.execute(work);
            } catch (final RejectedExecutionException e) {
                waiting.clear(); // the event loop has terminated, and the connection with it
            }
        }
    }

    /**
     * Joins a group.
     *
     * @param joined null if the broadcaster is closed
     */
    public void begin(final @Nullable BroadcastGroup<M> joined) {
        group = joined;
        if (joined == null) {
            completed = true;
            drain();
        } else if (!cancelled) {
            joined.join(this);
        }
    }

    @Override
    public void request(final long n) {
        if (n <= 0) {
            execute(() -> fail(new IllegalArgumentException("The demand must be positive, and is " + n + ".")));
        } else {
            BackpressureHelper.add(requested, n);
            execute(this::drain);
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        execute(this::leave);
    }

    private void leave() {
        ended = true;
        waiting.clear();
        if (group != null) {
            group.leave(this);
        }
    }

    /** @param message null for the end */
    void accept(final @Nullable M message) {
        if (ended || completed) {
            return;
        }
        if (message == null) {
            completed = true;
        } else if (waiting.size() >= maxWaiting) {
            fail(socket.tooSlow());
            return;
        } else {
            waiting.add(message);
        }
        drain();
    }

    private void drain() {
        if (draining || ended) {
            return;
        }
        draining = true;
        try {
            if (context == null) {
                drainAll();
            } else {
                context.run(this::drainAll);
            }
        } catch (final Throwable e) {
            closeFailed(e);
        }
        draining = false;
    }

    private void drainAll() {
        while (!cancelled && !ended) {
            if (waiting.isEmpty()) {
                if (completed) {
                    leave();
                    subscriber.onComplete();
                }
                return;
            }
            if (requested.get() == 0) {
                return;
            }
            BackpressureHelper.produced(requested, 1);
            subscriber.onNext(waiting.remove());
        }
    }

    /**
     * Leaves the broadcaster and closes the WebSocket. RxJava has thrown a fatal error of the handler out of its operators, which
     * may pass nothing on any more.
     */
    void closeFailed(final Throwable error) {
        leave();
        socket.closeFailed(error);
    }

    private void fail(final RuntimeException error) {
        if (!ended) {
            leave();
            if (context == null) {
                subscriber.onError(error);
            } else {
                context.run(() -> subscriber.onError(error));
            }
        }
    }
}

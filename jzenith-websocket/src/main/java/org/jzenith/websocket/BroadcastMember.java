package org.jzenith.websocket;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.log.LogText;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription of one WebSocket to a broadcaster, with the messages that wait for its client. Used on its event loop,
 * except where a method says otherwise.
 */
final class BroadcastMember implements Subscription {

    private static final Logger LOGGER = LoggerFactory.getLogger(WebSocket.class);

    private final WebSocket socket;
    private final EventLoop eventLoop;
    private final int maxWaiting;
    private final Subscriber<? super WebSocketMessage> subscriber;
    private final @Nullable ContextSnapshot context = ContextSnapshot.capture();
    private final Queue<WebSocketMessage> waiting = new ArrayDeque<>(2);
    private volatile boolean cancelled;
    private @Nullable BroadcastGroup group;
    private long demand;
    private boolean completed;
    private boolean ended;
    private boolean draining;

    BroadcastMember(
            final WebSocket socket, final int maxWaiting, final Subscriber<? super WebSocketMessage> subscriber) {
        this.socket = socket;
        this.eventLoop = socket.eventLoop();
        this.maxWaiting = maxWaiting;
        this.subscriber = subscriber;
    }

    /** Runs work on the event loop; may be called on any thread. */
    void execute(final Runnable work) {
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
    void begin(final @Nullable BroadcastGroup joined) {
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
        execute(() -> {
            if (n <= 0) {
                fail(new IllegalArgumentException("The demand must be positive, but is " + n + "."));
            } else {
                demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
                drain();
            }
        });
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
    void accept(final @Nullable WebSocketMessage message) {
        if (ended || completed) {
            return;
        }
        if (message == null) {
            completed = true;
        } else if (waiting.size() >= maxWaiting) {
            fail(new WebSocketCloseException(
                    CloseReason.POLICY_VIOLATION, "The client reads messages more slowly than they are sent."));
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
            ContextSnapshot.runIn(context, this::drainAll);
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
            if (demand == 0) {
                return;
            }
            if (demand != Long.MAX_VALUE) {
                demand--;
            }
            subscriber.onNext(waiting.remove());
        }
    }

    /**
     * Leaves the broadcaster and closes the WebSocket. Called when RxJava has thrown a fatal error of the handler, after which its
     * operators may emit nothing more.
     */
    void closeFailed(final Throwable error) {
        leave();
        LOGGER.error(
                "The WebSocket {} failed and is closed with 1011.",
                socket.handshake().route(),
                LogText.escape(error));
        socket.close(CloseReason.SERVER_ERROR, "The server failed.");
    }

    private void fail(final RuntimeException error) {
        if (!ended) {
            leave();
            ContextSnapshot.runIn(context, () -> subscriber.onError(error));
        }
    }
}

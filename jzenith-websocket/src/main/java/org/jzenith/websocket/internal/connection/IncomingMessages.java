package org.jzenith.websocket.internal.connection;

import io.reactivex.Flowable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.websocket.internal.message.MessageContent;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The messages from the client, for one subscriber. Used on the event loop, but for {@link #subscribe}. */
public final class IncomingMessages extends Flowable<MessageContent> implements Subscription {

    private final OpenConnection connection;
    private final Exchange exchange;
    private final int maxPending;
    private final int maxBytes;
    private final Deque<MessageContent> pending = new ArrayDeque<>();
    private final AtomicBoolean subscribed = new AtomicBoolean();
    private volatile @Nullable Subscriber<? super MessageContent> subscriber;
    private volatile boolean cancelled;
    private int pendingBytes;
    private long demand;
    private boolean ended;
    private boolean finished;
    private boolean delivering;
    private @Nullable Throwable error;

    public IncomingMessages(
            final OpenConnection connection, final Exchange exchange, final int maxPending, final int maxBytes) {
        this.connection = connection;
        this.exchange = exchange;
        this.maxPending = maxPending;
        this.maxBytes = maxBytes;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super MessageContent> next) {
        if (!subscribed.compareAndSet(false, true)) {
            Flowable.<MessageContent>error(new IllegalStateException(
                            "The messages of a WebSocket already have a subscriber. Use publish() or share() "
                                    + "to have several."))
                    .subscribe(next);
            return;
        }
        next.onSubscribe(this);
        subscriber = next;
        exchange.execute(this::deliver);
    }

    @Override
    public void request(final long n) {
        exchange.execute(() -> {
            if (n <= 0) {
                end(new IllegalArgumentException("The demand must be positive, but is " + n + "."));
                pending.clear();
            } else {
                demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
            }
            deliver();
        });
    }

    @Override
    public void cancel() {
        cancelled = true;
        exchange.execute(this::deliver);
    }

    /** Returns true once there has been a subscriber. */
    boolean isSubscribed() {
        return subscribed.get();
    }

    /** Returns true while there is a subscriber: the handler may still be working on the last messages. */
    public boolean isFollowed() {
        return subscribed.get() && !cancelled;
    }

    boolean isFull() {
        return pending.size() >= maxPending || pendingBytes >= maxBytes;
    }

    int pendingBytes() {
        return pendingBytes;
    }

    void add(final MessageContent message) {
        if (cancelled || ended) {
            return;
        }
        pending.add(message);
        pendingBytes += message.size();
        deliver();
    }

    /** Ends the messages. Those that wait are still delivered. */
    public void end(final @Nullable Throwable failure) {
        if (!ended) {
            ended = true;
            error = failure;
            deliver();
        }
    }

    private void deliver() {
        if (delivering) {
            return;
        }
        delivering = true;
        exchange.dispatch(this::deliverAll);
        delivering = false;
        connection.readOn();
    }

    private void deliverAll() {
        final Subscriber<? super MessageContent> next = subscriber;
        while (next != null && !cancelled && !finished) {
            final MessageContent message = demand > 0 ? pending.poll() : null;
            if (message != null) {
                pendingBytes -= message.size();
                if (demand != Long.MAX_VALUE) {
                    demand--;
                }
                connection.deliver(next, message);
            } else if (pending.isEmpty() && ended) {
                finished = true;
                if (error == null) {
                    next.onComplete();
                } else {
                    next.onError(error);
                }
            } else {
                break;
            }
        }
        if (cancelled) {
            pending.clear();
            pendingBytes = 0;
        }
        if (finished || cancelled) {
            connection.incomingFinished();
        }
    }
}

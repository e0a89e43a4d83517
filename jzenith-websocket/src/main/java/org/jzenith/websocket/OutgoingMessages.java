package org.jzenith.websocket;

import io.reactivex.FlowableSubscriber;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * Asks the handler's {@code Flowable} for as many messages as the connection takes. Its signals come on any thread, one after
 * another, and are passed to the event loop in their order.
 */
final class OutgoingMessages implements FlowableSubscriber<WebSocketMessage> {

    /** How many messages are asked for at a time. */
    private static final int BATCH = 16;

    private final WebSocketConnection connection;
    private final HandlerSubscription subscription;
    private final AtomicReference<Subscription> upstream = new AtomicReference<>();
    private final Queue<WebSocketMessage> queue = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile @Nullable Throwable error;

    /** Used on the event loop. */
    private int taken;

    private boolean reported;

    OutgoingMessages(final WebSocketConnection connection, final HandlerSubscription subscription) {
        this.connection = connection;
        this.subscription = subscription;
    }

    @Override
    public void onSubscribe(final Subscription source) {
        if (upstream.compareAndSet(null, source)) {
            source.request(BATCH);
        } else {
            source.cancel();
        }
    }

    @Override
    public void onNext(final WebSocketMessage message) {
        queue.add(message);
        connection.execute(this::drain);
    }

    @Override
    public void onError(final Throwable failure) {
        error = failure;
        ended = true;
        connection.execute(this::drain);
    }

    @Override
    public void onComplete() {
        ended = true;
        connection.execute(this::drain);
    }

    private void drain() {
        final boolean last = ended;
        WebSocketMessage message = queue.poll();
        while (message != null) {
            taken++;
            subscription.write(message);
            message = queue.poll();
        }
        if (last && !reported) {
            reported = true;
            subscription.ended(error);
        } else {
            requestMore();
        }
    }

    /** Asks for what the connection can take, or for what is discarded; on the event loop. */
    void requestMore() {
        if (taken > 0 && subscription.takesMessages()) {
            requestTaken();
        } else if (taken > 0 && connection.isClosing()) {
            connection.executeLater(this::requestTaken);
        }
    }

    private void requestTaken() {
        final Subscription source = upstream.get();
        final int more = taken;
        if (more > 0 && source != null) {
            taken = 0;
            connection.dispatch(() -> source.request(more));
        }
    }

    /** On any thread. */
    void dispose() {
        final Subscription source = upstream.getAndSet(NoSubscription.INSTANCE);
        if (source != null) {
            source.cancel();
        }
        queue.clear();
    }
}

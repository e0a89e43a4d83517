package org.jzenith.websocket.connection;

import io.reactivex.FlowableSubscriber;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jzenith.websocket.message.MessageContent;
import org.reactivestreams.Subscription;

/**
 * Asks the handler's {@code Flowable} for as many messages as the connection takes. Its signals come on any thread, one after
 * another, and are passed to the event loop in their order.
 */
public final class OutgoingMessages implements FlowableSubscriber<MessageContent> {

    /** The number of messages to request at a time. */
    private static final int BATCH = 16;

    private final OpenConnection connection;
    private final MessageSink sink;
    private final AtomicReference<Subscription> upstream = new AtomicReference<>();
    private final Queue<MessageContent> queue = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile @Nullable Throwable error;

    /** Used on the event loop. */
    private int taken;

    private boolean reported;

    /** Takes the messages of a handler, on the event loop. */
    public interface MessageSink {

        boolean takesMessages();

        void write(MessageContent message);

        /** Says that the handler's {@code Flowable} has ended. */
        void ended(@Nullable Throwable error);
    }

    public OutgoingMessages(final OpenConnection connection, final MessageSink sink) {
        this.connection = connection;
        this.sink = sink;
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
    public void onNext(final MessageContent message) {
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
        MessageContent message = queue.poll();
        while (message != null) {
            taken++;
            sink.write(message);
            message = queue.poll();
        }
        if (last && !reported) {
            reported = true;
            sink.ended(error);
        } else {
            requestMore();
        }
    }

    /** Asks for what the connection can take, or for what is discarded; on the event loop. */
    public void requestMore() {
        if (taken > 0 && sink.takesMessages()) {
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

    /** Disposes the handler's messages; may be called on any thread. */
    public void dispose() {
        final Subscription source = upstream.getAndSet(NoSubscription.INSTANCE);
        if (source != null) {
            source.cancel();
        }
        queue.clear();
    }
}

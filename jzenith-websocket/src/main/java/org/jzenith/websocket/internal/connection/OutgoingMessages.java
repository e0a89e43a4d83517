package org.jzenith.websocket.internal.connection;

import io.reactivex.FlowableSubscriber;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.websocket.internal.message.MessageContent;
import org.reactivestreams.Subscription;

/**
 * Asks the handler's {@code Flowable} for as many messages as the connection takes. Its signals come on any thread, one after
 * another, and are passed to the event loop in their order. No source keeps the event loop for longer than its turn.
 */
public final class OutgoingMessages implements FlowableSubscriber<MessageContent> {

    /** The number of messages to request at a time. */
    private static final int BATCH = 16;

    private final OpenConnection connection;
    private final Exchange exchange;
    private final MessageSink sink;
    private final AtomicReference<Subscription> upstream = new AtomicReference<>();
    private final Queue<MessageContent> queue = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile @Nullable Throwable error;

    // Used on the event loop.
    private int taken;

    /** True while the source may emit what is requested. */
    private boolean requesting;

    private boolean reported;

    /** True while it waits for the next turn of the event loop. */
    private boolean yielding;

    /** Takes the messages of a handler, on the event loop. */
    public interface MessageSink {

        boolean takesMessages();

        void write(MessageContent message);

        /** Says that the handler's {@code Flowable} has ended. */
        void ended(@Nullable Throwable error);
    }

    public OutgoingMessages(final OpenConnection connection, final Exchange exchange, final MessageSink sink) {
        this.connection = connection;
        this.exchange = exchange;
        this.sink = sink;
    }

    @Override
    public void onSubscribe(final Subscription source) {
        if (upstream.compareAndSet(null, source)) {
            exchange.execute(() -> {
                taken = BATCH;
                requestTaken();
            });
        } else {
            source.cancel();
        }
    }

    @Override
    public void onNext(final MessageContent message) {
        queue.add(message);
        exchange.execute(this::drain);
    }

    @Override
    public void onError(final Throwable failure) {
        error = failure;
        ended = true;
        exchange.execute(this::drain);
    }

    @Override
    public void onComplete() {
        ended = true;
        exchange.execute(this::drain);
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
            if (!requesting || !yields()) {
                requestTaken();
            }
        } else if (taken > 0 && connection.isClosing()) {
            connection.executeLater(this::requestTaken);
        }
    }

    /** Returns true if the event loop serves its sockets before more messages are requested. */
    private boolean yields() {
        if (!yielding && exchange.isTurnOver()) {
            yielding = true;
            exchange.executeInNextTurn(() -> {
                yielding = false;
                requestMore();
            });
        }
        return yielding;
    }

    private void requestTaken() {
        final Subscription source = upstream.get();
        final int more = taken;
        if (more > 0 && source != null) {
            taken = 0;
            final boolean outer = requesting;
            requesting = true;
            exchange.dispatch(() -> source.request(more));
            requesting = outer;
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

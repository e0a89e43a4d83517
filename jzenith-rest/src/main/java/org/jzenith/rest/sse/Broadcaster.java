package org.jzenith.rest.sse;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to many sinks. An event is encoded once, and no sink waits for another: one whose client is too slow is
 * closed. Safe for use by many threads.
 */
final class Broadcaster implements SseBroadcaster {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerSentEvents.class);

    private final Set<SseEventSink> sinks = ConcurrentHashMap.newKeySet();
    private final List<BiConsumer<SseEventSink, Throwable>> errorHandlers = new CopyOnWriteArrayList<>();
    private final List<Consumer<SseEventSink>> closeHandlers = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    @Override
    public void onError(final BiConsumer<SseEventSink, Throwable> handler) {
        requireOpen();
        errorHandlers.add(handler);
    }

    @Override
    public void onClose(final Consumer<SseEventSink> handler) {
        requireOpen();
        closeHandlers.add(handler);
    }

    @Override
    public void register(final SseEventSink sink) {
        requireOpen();
        if (sinks.add(sink) && sink instanceof final EventSink own) {
            own.onClosed(this::ended);
        }
        if (closed) {
            close(sink);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The SseBroadcaster is closed. Make another with Sse.newBroadcaster().");
        }
    }

    /** A sink is closed, by whomever. Its handlers are called once. */
    private void ended(final SseEventSink sink, final @Nullable Throwable reason) {
        if (!sinks.remove(sink)) {
            return;
        }
        if (reason != null) {
            errorHandlers.forEach(handler -> call(() -> handler.accept(sink, reason)));
        }
        closeHandlers.forEach(handler -> call(() -> handler.accept(sink)));
    }

    private static void call(final Runnable handler) {
        try {
            handler.run();
        } catch (final RuntimeException e) {
            LOGGER.warn("A handler of an SseBroadcaster failed.", LogText.escape(e));
        }
    }

    @Override
    public CompletionStage<?> broadcast(final OutboundSseEvent event) {
        if (event == null) {
            throw new IllegalArgumentException("The event is null. Make one with Sse.newEventBuilder().");
        }
        requireOpen();
        final Broadcast broadcast = new Broadcast();
        ServerSentEvents.Encoder encoder = null;
        byte[] text = {};
        try {
            for (final SseEventSink sink : sinks) {
                if (sink instanceof final EventSink own) {
                    if (encoder != own.encoder()) {
                        encoder = own.encoder();
                        text = encoder.encode(event);
                    }
                    broadcast.remaining.incrementAndGet();
                    own.offer(text, broadcast);
                } else {
                    broadcast.remaining.incrementAndGet();
                    send(event, sink, broadcast);
                }
            }
        } catch (final IOException | RuntimeException e) {
            broadcast.completeExceptionally(
                    new ProcessingException("The event cannot be written: " + e.getMessage(), e));
        }
        broadcast.written();
        return broadcast;
    }

    /** To a sink of another maker. */
    private void send(final OutboundSseEvent event, final SseEventSink sink, final Broadcast broadcast) {
        try {
            sink.send(event).whenComplete((sent, error) -> {
                if (error != null) {
                    ended(sink, error);
                }
                broadcast.written();
            });
        } catch (final RuntimeException e) {
            ended(sink, e);
            broadcast.written();
        }
    }

    @Override
    public void close() {
        close(true);
    }

    @Override
    public void close(final boolean cascading) {
        closed = true;
        if (cascading) {
            sinks.forEach(this::close);
        }
        sinks.clear();
    }

    private void close(final SseEventSink sink) {
        call(() -> {
            sink.close();
            ended(sink, null);
        });
    }

    /** One event on its way to all sinks; completes when each has taken it or has been closed. */
    private static final class Broadcast extends CompletableFuture<Object> implements EventSink.SendCallback {

        /** One more than the sinks until all have been asked. */
        private final AtomicInteger remaining = new AtomicInteger(1);

        @Override
        public void written() {
            if (remaining.decrementAndGet() == 0) {
                complete(null);
            }
        }

        @Override
        public void failed(final EventSink sink, final Throwable reason) {
            written();
        }
    }
}

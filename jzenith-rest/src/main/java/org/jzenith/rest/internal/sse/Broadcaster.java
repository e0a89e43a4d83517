package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to many sinks. An event is encoded once, and goes once to each event loop, which delivers it to its sinks.
 * No sink waits for another: one whose client is too slow is closed. Safe for use by many threads.
 */
final class Broadcaster implements SseBroadcaster {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerSentEvents.class);

    private final Map<EventQueue, Listeners> listeners = new ConcurrentHashMap<>();

    /** Sinks of another maker. */
    private final Set<SseEventSink> others = ConcurrentHashMap.newKeySet();

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
        if (add(sink) && sink instanceof final EventSink own) {
            own.onClosed(this::ended);
        }
        if (closed) {
            close(sink);
        }
    }

    private boolean add(final SseEventSink sink) {
        if (!(sink instanceof final EventSink own)) {
            return others.add(sink);
        }
        final AtomicBoolean isNew = new AtomicBoolean();
        listeners.compute(own.queue(), (queue, before) -> {
            final Listeners all = before == null ? new Listeners() : before;
            isNew.set(all.add(own));
            return all;
        });
        return isNew.get();
    }

    private boolean remove(final SseEventSink sink) {
        if (!(sink instanceof final EventSink own)) {
            return others.remove(sink);
        }
        final AtomicBoolean wasThere = new AtomicBoolean();
        listeners.computeIfPresent(own.queue(), (queue, all) -> {
            wasThere.set(all.remove(own));
            return all.isEmpty() ? null : all;
        });
        return wasThere.get();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "The SseBroadcaster is closed. Create a new one with " + "Sse.newBroadcaster().");
        }
    }

    /** A sink is closed, by whomever. Its handlers are called once. */
    private void ended(final SseEventSink sink, final @Nullable Throwable reason) {
        if (!remove(sink)) {
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
            throw new IllegalArgumentException("The event is null. Create one with Sse.newEventBuilder().");
        }
        requireOpen();
        final Broadcast broadcast = new Broadcast();
        try {
            deliver(event, broadcast);
        } catch (final IOException | RuntimeException e) {
            broadcast.completeExceptionally(
                    new ProcessingException("The event cannot be written: " + e.getMessage(), e));
        }
        for (final SseEventSink sink : others) {
            broadcast.remaining.incrementAndGet();
            send(event, sink, broadcast);
        }
        broadcast.written(1);
        return broadcast;
    }

    private void deliver(final OutboundSseEvent event, final Broadcast broadcast) throws IOException {
        EventText encoder = null;
        byte[] text = {};
        for (final Map.Entry<EventQueue, Listeners> each : listeners.entrySet()) {
            final EventQueue queue = each.getKey();
            final EventSink[] targets = each.getValue().all();
            if (encoder != queue.encoder()) {
                encoder = queue.encoder();
                text = encoder.encode(event);
            }
            broadcast.remaining.addAndGet(targets.length);
            queue.add(targets, text, broadcast);
        }
    }

    /** Sends to a sink that another implementation created. */
    private void send(final OutboundSseEvent event, final SseEventSink sink, final Broadcast broadcast) {
        try {
            sink.send(event).whenComplete((sent, error) -> {
                if (error != null) {
                    ended(sink, error);
                }
                broadcast.written(1);
            });
        } catch (final RuntimeException e) {
            ended(sink, e);
            broadcast.written(1);
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
            listeners.values().forEach(all -> List.of(all.all()).forEach(this::close));
            others.forEach(this::close);
        }
        listeners.clear();
        others.clear();
    }

    private void close(final SseEventSink sink) {
        call(() -> {
            sink.close();
            ended(sink, null);
        });
    }

    /** The sinks of one event loop. */
    private static final class Listeners {

        private final Set<EventSink> sinks = new LinkedHashSet<>();

        /** Null when the sinks have changed since it was created. */
        private EventSink @Nullable [] all;

        synchronized boolean add(final EventSink sink) {
            all = null;
            return sinks.add(sink);
        }

        synchronized boolean remove(final EventSink sink) {
            all = null;
            return sinks.remove(sink);
        }

        synchronized boolean isEmpty() {
            return sinks.isEmpty();
        }

        /** Returns the registered sinks; the array does not change. */
        synchronized EventSink[] all() {
            EventSink[] made = all;
            if (made == null) {
                made = sinks.toArray(EventSink[]::new);
                all = made;
            }
            return made;
        }
    }

    /** One event on its way to all sinks; completes when each has taken it or has been closed. */
    private static final class Broadcast extends CompletableFuture<Object> implements EventSink.SendCallback {

        /** One more than the sinks until all have been asked. */
        private final AtomicInteger remaining = new AtomicInteger(1);

        @Override
        public void written(final int count) {
            if (remaining.addAndGet(-count) == 0) {
                complete(null);
            }
        }

        @Override
        public void failed(final EventSink sink, final Throwable reason) {
            written(1);
        }
    }
}

package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CheckReturnValue;
import io.netty.channel.EventLoop;
import io.reactivex.Flowable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * Sends messages to many WebSockets:
 *
 * <pre>{@code
 * private final WebSocketBroadcaster prices = WebSocketBroadcaster.create();
 *
 * public Flowable<WebSocketMessage> handle(final WebSocket socket) {
 *     return prices.messages(socket);
 * }
 * }</pre>
 *
 * <p>A message is encoded once, and goes once to each event loop, which writes it to its WebSockets. No WebSocket waits for
 * another: one whose client is too slow is closed. Safe for use by many threads.
 */
public final class WebSocketBroadcaster {

    /** The number of messages that may be on their way to the event loops. */
    private static final int MAX_UNDELIVERED = 1_024;

    private static final int DEFAULT_WAITING = 100;

    private final int maxWaiting;
    private final Map<EventLoop, BroadcastGroup> groups = new ConcurrentHashMap<>();
    private final AtomicInteger undelivered = new AtomicInteger();
    private final AtomicInteger sockets = new AtomicInteger();
    private volatile boolean closed;

    private WebSocketBroadcaster(final int maxWaiting) {
        this.maxWaiting = maxWaiting;
    }

    /**
     * Creates a broadcaster that lets 100 messages wait for a client.
     *
     * @return without WebSockets
     */
    public static WebSocketBroadcaster create() {
        return new WebSocketBroadcaster(DEFAULT_WAITING);
    }

    /**
     * Creates a broadcaster.
     *
     * @param maxWaiting the number of messages that may wait for one client, beside 64 KiB in its connection and the buffers of
     *     the operating systems; a slower one is closed with 1008. All clients share a message that waits
     * @return without WebSockets
     * @throws IllegalArgumentException if the number is not positive
     */
    public static WebSocketBroadcaster create(final int maxWaiting) {
        if (maxWaiting < 1) {
            throw new IllegalArgumentException(
                    "The number of messages that may wait for a client is " + maxWaiting + ". Give at least 1.");
        }
        return new WebSocketBroadcaster(maxWaiting);
    }

    /**
     * Returns the messages for one WebSocket, from now on. The WebSocket's handler returns them, unchanged or merged with others.
     *
     * @param socket the receiver
     * @return each subscription gets the messages on the event loop of the WebSocket; fails with a {@link WebSocketCloseException} when the
     *     client is too slow; completes when the WebSocket or the broadcaster is {@linkplain #close closed}
     */
    @CheckReturnValue
    public Flowable<WebSocketMessage> messages(final WebSocket socket) {
        final EventLoop eventLoop = socket.eventLoop();
        return new Flowable<WebSocketMessage>() {
            @Override
            protected void subscribeActual(final Subscriber<? super WebSocketMessage> subscriber) {
                final BroadcastMember member = new BroadcastMember(socket, maxWaiting, subscriber);
                subscriber.onSubscribe(member);
                member.execute(() -> member.begin(group(eventLoop, socket.mapper())));
            }
        }.takeUntil(socket.ending().toFlowable());
    }

    /** Returns the event loop's group; null once the broadcaster is closed. */
    private synchronized @Nullable BroadcastGroup group(final EventLoop eventLoop, final ObjectMapper mapper) {
        return closed
                ? null
                : groups.computeIfAbsent(eventLoop, loop -> new BroadcastGroup(loop, mapper, sockets, this::remove));
    }

    /** Removes an empty group, on its event loop, on which members join it too. */
    private synchronized void remove(final BroadcastGroup empty) {
        groups.remove(empty.eventLoop(), empty);
    }

    /**
     * Sends a message to all WebSockets that have subscribed. Messages arrive in the order of the calls. Never waits; can be
     * called on any thread.
     *
     * @param message the message, which is encoded before this method returns
     * @return false if the message was dropped, because 1,024 messages are still on their way to the event loops, or because
     *     the broadcaster is closed
     * @throws IllegalArgumentException if the {@code ObjectMapper} of the application cannot write the value of the message
     */
    public boolean broadcast(final WebSocketMessage message) {
        if (closed || undelivered.get() >= MAX_UNDELIVERED) {
            return false;
        }
        final Map<ObjectMapper, WebSocketMessage> encoded = new HashMap<>();
        for (final BroadcastGroup group : groups.values()) {
            if (!encoded.containsKey(group.mapper())) {
                encoded.put(group.mapper(), encode(message, group.mapper()));
            }
        }
        return deliver(encoded);
    }

    private synchronized boolean deliver(final Map<ObjectMapper, WebSocketMessage> encoded) {
        if (closed) {
            return false;
        }
        final Map<BroadcastGroup, WebSocketMessage> targets = new HashMap<>();
        for (final BroadcastGroup group : groups.values()) {
            final WebSocketMessage message = encoded.get(group.mapper());
            if (message != null) { // else it has come just now
                targets.put(group, message);
            }
        }
        final BroadcastGroup.Broadcast broadcast = new BroadcastGroup.Broadcast(undelivered, targets.size());
        targets.forEach((group, message) -> group.add(message, broadcast));
        return true;
    }

    private static WebSocketMessage encode(final WebSocketMessage message, final ObjectMapper mapper) {
        try {
            return new WebSocketMessage(message.content().encodedBy(mapper));
        } catch (final IOException e) {
            throw new IllegalArgumentException(
                    "A message cannot be written as JSON, so it was not sent. Change its type, or how Jackson writes it.",
                    e);
        }
    }

    /**
     * Returns the number of WebSockets that get the broadcast messages.
     *
     * @return their number now
     */
    public int subscribers() {
        return sockets.get();
    }

    /** Returns the number of event loops that have subscribers now. */
    int eventLoops() {
        return groups.size();
    }

    /** Completes the messages of all WebSockets, which are closed with 1000 unless they have others. Later messages are dropped. */
    public synchronized void close() {
        closed = true;
        groups.values().forEach(BroadcastGroup::complete);
        groups.clear();
    }
}

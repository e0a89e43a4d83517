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
 * <p>A message is encoded once and passed once to each event loop, which writes it to its WebSockets. No WebSocket waits for another: if a
 * client is too slow, its WebSocket is closed. Safe for use by many threads.
 */
public final class WebSocketBroadcaster {

    /** The maximum number of messages that are queued for the event loops. */
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
     * Creates a broadcaster that queues up to 100 messages for a slow client.
     *
     * @return a broadcaster without WebSockets
     */
    public static WebSocketBroadcaster create() {
        return new WebSocketBroadcaster(DEFAULT_WAITING);
    }

    /**
     * Creates a broadcaster.
     *
     * @param maxWaiting the maximum number of messages queued for one client, in addition to 64 KiB in its connection and the operating
     *     system's buffers. A client that exceeds it is closed with 1008. All clients share the memory of a queued message
     * @return a broadcaster without WebSockets
     * @throws IllegalArgumentException if the number is not positive
     */
    public static WebSocketBroadcaster create(final int maxWaiting) {
        if (maxWaiting < 1) {
            throw new IllegalArgumentException("maxWaiting, the number of messages that may wait for a client, is "
                    + maxWaiting + ". Pass at least 1.");
        }
        return new WebSocketBroadcaster(maxWaiting);
    }

    /**
     * Returns the messages sent from now on, for one WebSocket. The WebSocket's handler returns them, unchanged or merged with other
     * messages.
     *
     * @param socket the receiver
     * @return the messages, on the event loop of the WebSocket; fails with a {@link WebSocketCloseException} when the client is too slow;
     *     completes when the WebSocket or the broadcaster is {@linkplain #close closed}
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

    /** Removes an empty group. Runs on its event loop, where members also join. */
    private synchronized void remove(final BroadcastGroup empty) {
        groups.remove(empty.eventLoop(), empty);
    }

    /**
     * Sends a message to all WebSockets that have subscribed. Messages arrive in the order of the calls. Never waits; can be
     * called on any thread.
     *
     * @param message the message, which is encoded before this method returns
     * @return false if the message was dropped, because 1,024 messages are already queued for the event loops, or because
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
                    "A message cannot be written as JSON, so it was not sent. Change its type or its Jackson annotations.",
                    e);
        }
    }

    /**
     * Returns the number of WebSockets that receive the messages.
     *
     * @return the current number
     */
    public int subscribers() {
        return sockets.get();
    }

    /** Returns the number of event loops that currently have subscribers. */
    int eventLoops() {
        return groups.size();
    }

    /**
     * Completes the messages of all WebSockets. A WebSocket is then closed with 1000, unless its handler sends other messages. Later
     * messages are dropped.
     */
    public synchronized void close() {
        closed = true;
        groups.values().forEach(BroadcastGroup::complete);
        groups.clear();
    }
}

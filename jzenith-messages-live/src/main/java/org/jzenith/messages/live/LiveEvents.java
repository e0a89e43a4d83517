package org.jzenith.messages.live;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.json.Json;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;
import org.jzenith.messages.internal.follow.FeedElement;
import org.jzenith.messages.internal.follow.FollowHub;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketMessage;

/**
 * Streams the messages of a topic to clients, on every instance of the application. Each client gets all messages that are published after it
 * connects. A client that reconnects, to any instance, also gets the messages that it missed.
 *
 * <pre>{@code
 * @GET
 * @Produces(MediaType.SERVER_SENT_EVENTS)
 * public Flowable<OutboundSseEvent> events(@HeaderParam("Last-Event-ID") String last) {
 *     return live.events(ORDERS, last);
 * }
 * }</pre>
 *
 * <p>The clients of an instance share one subscription to the topic's engine, and jZenith writes each message as JSON only once. A slow client
 * does not delay others: it gets the messages from the engine's log as fast as it reads them. If a client's next message was deleted from the
 * log, the client gets a reset, and has to load the current state.
 *
 * <p>Injectable in applications with {@link LiveEventsPlugin}; safe for use by many threads.
 */
@CheckReturnValue
public final class LiveEvents {

    /** The number of consecutive hidden messages after which a client gets its position. */
    private static final int HIDDEN_PER_POSITION = 100;

    private final FollowHub hub;
    private final LiveFormat format;

    @Inject
    LiveEvents(final FollowHub hub, final Injector injector, final Sse sse) {
        this(hub, Json.mapper(injector), sse);
    }

    private LiveEvents(final FollowHub hub, final ObjectMapper mapper, final Sse sse) {
        this.hub = hub;
        this.format = new LiveFormat(mapper, sse);
    }

    /**
     * Returns the messages of a topic as server-sent events. The data of an event is the message as JSON. The id is the position, which
     * browsers send as {@code Last-Event-ID} when they reconnect. An event with the name {@code reset} and the data {@code null} means that
     * messages before the next event are missing.
     *
     * @param topic a topic that the application knows
     * @param last the header {@code Last-Event-ID}; null for a new client, which immediately gets its position in a comment. If the topic never
     *     issued the id, or the id is too old, the first event is a reset
     * @param <T> the class of the messages
     * @return the events, as fast as the client reads them; completes when the application stops
     * @throws IllegalArgumentException if the application does not know the topic
     */
    public <T> Flowable<OutboundSseEvent> events(final Topic<T> topic, final @Nullable String last) {
        return hub.elements(topic, last).map(format::event);
    }

    /**
     * Works like {@link #events(Topic, String)}, but returns only messages that the request's identity is allowed to see. After every 100
     * consecutive messages that it is not allowed to see, the client gets its new position in a comment.
     *
     * @param topic a topic that the application knows
     * @param last the header {@code Last-Event-ID}; null if there is none
     * @param filter returns true for messages that the identity is allowed to see; called for each client on its event loop, must not block
     * @param <T> the class of the messages
     * @return the events
     * @throws IllegalStateException if the request has no identity
     */
    public <T> Flowable<OutboundSseEvent> events(
            final Topic<T> topic,
            final @Nullable String last,
            final BiPredicate<? super Identity, ? super Message<T>> filter) {
        return filtered(
                hub.elements(topic, last), identity(RequestContext.current()), filter, format::event, format::comment);
    }

    /**
     * Returns the messages of a topic for a WebSocket, each as a JSON text: {@code {"position":"..","value":{..}}}. A client that reconnects
     * sends the last position as the query parameter {@code after}. Without this parameter, the first text has only a position. {@code
     * {"position":"..","reset":true}} means that messages before the next text are missing.
     *
     * <pre>{@code
     * WebSocketPlugin.create().at("/orders", socket -> live.messages(ORDERS, socket))
     * }</pre>
     *
     * @param topic a topic that the application knows
     * @param socket the WebSocket of the handler, which handles the client's messages itself
     * @param <T> the class of the messages
     * @return the texts, as fast as the client reads them; completes when the WebSocket closes
     * @throws IllegalArgumentException if the application does not know the topic
     */
    public <T> Flowable<WebSocketMessage> messages(final Topic<T> topic, final WebSocket socket) {
        return untilClosed(elements(topic, socket).map(format::message), socket);
    }

    /**
     * Works like {@link #messages(Topic, WebSocket)}, but returns only messages that the identity of the handshake is allowed to see. After
     * every 100 consecutive messages that it is not allowed to see, the client gets its new position.
     *
     * @param topic a topic that the application knows
     * @param socket the WebSocket of the handler
     * @param filter returns true for messages that the identity is allowed to see; called for each client on its event loop, must not block
     * @param <T> the class of the messages
     * @return the texts
     * @throws IllegalStateException if the handshake has no identity
     */
    public <T> Flowable<WebSocketMessage> messages(
            final Topic<T> topic,
            final WebSocket socket,
            final BiPredicate<? super Identity, ? super Message<T>> filter) {
        return untilClosed(
                filtered(
                        elements(topic, socket),
                        identity(socket.handshake().context()),
                        filter,
                        format::message,
                        format::position),
                socket);
    }

    private <T> Flowable<FeedElement<T>> elements(final Topic<T> topic, final WebSocket socket) {
        return hub.elements(topic, socket.handshake().queryParameter("after").orElse(null));
    }

    /** Completes only when the WebSocket ends, because the stop of the application closes it with the right code. */
    private static Flowable<WebSocketMessage> untilClosed(
            final Flowable<WebSocketMessage> messages, final WebSocket socket) {
        return messages.concatWith(Flowable.never()).takeUntil(socket.ending().toFlowable());
    }

    private static Identity identity(final @Nullable RequestContext context) {
        final Identity identity = context == null ? null : context.identity();
        if (identity == null) {
            throw new IllegalStateException("Live events are filtered by identity, but the request has no identity."
                    + " Require a login for the path, for example with @RolesAllowed.");
        }
        return identity;
    }

    private static <T, E> Flowable<E> filtered(
            final Flowable<FeedElement<T>> elements,
            final Identity identity,
            final BiPredicate<? super Identity, ? super Message<T>> filter,
            final Function<FeedElement<T>, E> shown,
            final Function<String, E> position) {
        Objects.requireNonNull(filter, "filter");
        return Flowable.defer(() -> {
            final HiddenCount hidden = new HiddenCount(HIDDEN_PER_POSITION);
            return elements.filter(element -> hidden.passes(isVisible(element, identity, filter)))
                    .map(element -> hidden.isShown() ? shown.apply(element) : position.apply(element.position()));
        });
    }

    private static <T> boolean isVisible(
            final FeedElement<T> element,
            final Identity identity,
            final BiPredicate<? super Identity, ? super Message<T>> filter) {
        final Message<T> message = element.message();
        return message == null || filter.test(identity, message);
    }
}

package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CheckReturnValue;
import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;

/**
 * An open WebSocket. Its messages arrive on its event loop, in the context of the handshake request. They are read only when the subscriber
 * requests them. Safe for use by many threads.
 *
 * <pre>{@code
 * WebSocketPlugin.create().at("/echo", socket -> socket.texts().map(WebSocketMessage::text))
 * }</pre>
 */
@CheckReturnValue
public final class WebSocket {

    private final WebSocketConnection connection;
    private final Handshake handshake;
    private final ObjectMapper mapper;
    private final JsonValueReader reader;

    WebSocket(
            final WebSocketConnection connection,
            final Handshake handshake,
            final ObjectMapper mapper,
            final JsonValueReader reader) {
        this.connection = connection;
        this.handshake = handshake;
        this.mapper = mapper;
        this.reader = reader;
    }

    EventLoop eventLoop() {
        return connection.eventLoop();
    }

    ObjectMapper mapper() {
        return mapper;
    }

    /**
     * Returns the handshake request: path parameters, query, headers, request id.
     *
     * @return the same for each call
     */
    public Handshake handshake() {
        return handshake;
    }

    /**
     * Returns the messages from the client. Completes when either side closes; fails with a {@link WebSocketCloseException} with 1006 when
     * the connection is lost. Only one subscriber is allowed. When it cancels, later messages are discarded. Until there is a subscriber,
     * up to {@code websocket.max-pending-messages} messages are kept; then reading pauses.
     *
     * @return text and binary messages, in the order in which they arrive
     */
    public Flowable<WebSocketMessage> messages() {
        return connection.incoming();
    }

    /**
     * Returns the messages from the client as JSON, instead of {@link #messages()}. Each message is {@linkplain #read read} and validated.
     * The first invalid message is the error of the {@code Flowable}; if nothing handles it, the WebSocket is closed.
     *
     * @param type the type of the values
     * @param <T> the type of the values
     * @return one value for each message
     */
    public <T> Flowable<T> messages(final Class<T> type) {
        return messages().map(message -> reader.read(message, type));
    }

    /**
     * Reads a message as JSON with the application's {@code ObjectMapper}, and checks the constraints of Bean Validation on the type of the
     * value. A handler can catch the exception, tell the client, and continue with the next message. Can be called on any thread.
     *
     * @param message the client's message
     * @param type the type of the value; if it is an array, each element is checked
     * @param <T> the type of the value
     * @return a valid value
     * @throws InvalidMessageException if the message is not JSON of this type, or the value violates constraints
     * @throws WebSocketCloseException with 1003 if the message is binary
     */
    public <T> T read(final WebSocketMessage message, final Class<T> type) {
        return reader.read(message, type);
    }

    /**
     * Returns the messages from the client as text, instead of {@link #messages()}. A binary message fails with a {@link
     * WebSocketCloseException} with 1003.
     *
     * @return one text for each message
     */
    public Flowable<String> texts() {
        return messages().map(WebSocketMessage::text);
    }

    /**
     * Returns the messages from the client as bytes, instead of {@link #messages()}. A text message fails with a {@link
     * WebSocketCloseException} with 1003.
     *
     * @return one buffer for each message
     */
    public Flowable<Buffer> buffers() {
        return messages().map(WebSocketMessage::bytes);
    }

    /**
     * Closes the WebSocket: the outgoing messages are disposed, and the client gets a close frame. The connection is closed when the client
     * has replied, or after {@code websocket.close-timeout}. Nothing happens if the WebSocket is already closing.
     *
     * @param code 1000 to 1003, 1007 to 1014, or 3000 to 4999
     * @param reason a text for the client; cut off after 123 bytes of UTF-8
     * @throws IllegalArgumentException if the code cannot be sent
     */
    public void close(final int code, final String reason) {
        connection.close(CloseReason.checked(code), reason);
    }

    /**
     * Returns a signal that closing has started. A handler can use it to end messages that it sends as long as the WebSocket is open.
     *
     * @return completes on the event loop when either side has started to close or the connection is lost; never fails
     */
    public Completable ending() {
        return connection.ending();
    }

    /**
     * Returns the end of the connection.
     *
     * @return succeeds on the event loop when the connection is closed; never fails
     */
    public Single<CloseReason> closed() {
        return connection.closed();
    }

    @Override
    public String toString() {
        return "WebSocket " + handshake.path();
    }
}

package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CheckReturnValue;
import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;

/**
 * An open WebSocket. Its messages arrive on its event loop, in the context of the handshake's request, and are read as
 * their subscriber requests them. Safe for use by many threads.
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
     * Returns the request that asked for the WebSocket: path parameters, query, headers, request id.
     *
     * @return the same for each call
     */
    public Handshake handshake() {
        return handshake;
    }

    /**
     * Returns the messages from the client. Completes when either side closes; fails with a {@link WebSocketCloseException}
     * with 1006 when the connection ends otherwise. It has one subscriber, a second one fails. When the subscriber cancels, later messages are
     * discarded. Without a subscriber some messages are kept, and then the socket is not read; see {@code
     * websocket.max-pending-messages}.
     *
     * @return text and bytes, as they come
     */
    public Flowable<WebSocketMessage> messages() {
        return connection.incoming();
    }

    /**
     * Returns the messages from the client as JSON, instead of {@link #messages()}. Each is {@linkplain #read read} and validated; the
     * first that is refused is the error of the {@code Flowable}, and ends the WebSocket if nothing handles it.
     *
     * @param type the type of the values
     * @param <T> the type of the values
     * @return one value for each message
     */
    public <T> Flowable<T> messages(final Class<T> type) {
        return messages().map(message -> reader.read(message, type));
    }

    /**
     * Reads a message as JSON with the application's {@code ObjectMapper}, and checks the constraints of Bean Validation on the
     * type of the value. A handler that catches what is thrown tells the client, and goes on with the next message. On any
     * thread.
     *
     * @param message the client's message
     * @param type the type of the value; of an array, each element is checked
     * @param <T> the type of the value
     * @return the value, which keeps all constraints
     * @throws InvalidMessageException if the message is not such JSON, or the value breaks constraints
     * @throws WebSocketCloseException with 1003 if the message is binary
     */
    public <T> T read(final WebSocketMessage message, final Class<T> type) {
        return reader.read(message, type);
    }

    /**
     * Returns the messages from the client as text, instead of {@link #messages()}. Fails with a {@link WebSocketCloseException} at
     * bytes (1003).
     *
     * @return one text for each message
     */
    public Flowable<String> texts() {
        return messages().map(WebSocketMessage::text);
    }

    /**
     * Returns the messages from the client as bytes, instead of {@link #messages()}. Fails with a {@link WebSocketCloseException} at
     * text (1003).
     *
     * @return one buffer for each message
     */
    public Flowable<Buffer> buffers() {
        return messages().map(WebSocketMessage::bytes);
    }

    /**
     * Closes the WebSocket: the outgoing messages are disposed, the client is told, and the connection is closed when the client has answered or after
     * {@code websocket.close-timeout}. Nothing happens if it is closing already.
     *
     * @param code 1000 to 1003, 1007 to 1014, or 3000 to 4999
     * @param reason is sent to the client; what is beyond 123 bytes of UTF-8 is left out
     * @throws IllegalArgumentException if the code cannot be sent
     */
    public void close(final int code, final String reason) {
        connection.close(CloseReason.checked(code), reason);
    }

    /**
     * Returns the start of the end: what a handler sends for as long as the WebSocket is open completes then.
     *
     * @return completes when either side has started to close, or the connection is lost, on its event loop; never fails
     */
    public Completable ending() {
        return connection.ending();
    }

    /**
     * Returns the end of the connection.
     *
     * @return succeeds when the connection is closed, on its event loop; never fails
     */
    public Single<CloseReason> closed() {
        return connection.closed();
    }

    @Override
    public String toString() {
        return "WebSocket " + handshake.path();
    }
}

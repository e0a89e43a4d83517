package org.jzenith.websocket;

import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import org.jzenith.websocket.internal.message.MessageContent;

/** A message of a WebSocket: text or bytes. Immutable, unless you change its {@link Buffer}. */
public final class WebSocketMessage {

    private final MessageContent content;

    WebSocketMessage(final MessageContent content) {
        this.content = content;
    }

    MessageContent content() {
        return content;
    }

    /**
     * Creates a text message.
     *
     * @param text the whole message
     * @return a message
     */
    public static WebSocketMessage text(final String text) {
        return new WebSocketMessage(new MessageContent(Objects.requireNonNull(text, "text"), null, null));
    }

    /**
     * Creates a binary message.
     *
     * @param bytes the whole message; do not change it afterwards
     * @return a message
     */
    public static WebSocketMessage binary(final Buffer bytes) {
        return new WebSocketMessage(new MessageContent(null, Objects.requireNonNull(bytes, "bytes"), null));
    }

    /**
     * Creates a text message with a JSON value. The {@code ObjectMapper} of the application writes it when the client is ready to read it.
     *
     * @param value the value to write
     * @return a message
     */
    public static WebSocketMessage json(final Object value) {
        return new WebSocketMessage(new MessageContent(null, null, Objects.requireNonNull(value, "value")));
    }

    /**
     * Prepares this message for many clients: it is encoded now, and compressed at most once.
     *
     * @return this message
     * @throws IllegalStateException if it is a JSON value, which is encoded later by the application's {@code ObjectMapper}
     */
    public WebSocketMessage shared() {
        if (content.value() != null) {
            throw new IllegalStateException(
                    "A JSON value is not encoded yet. Share text or bytes, or use a WebSocketBroadcaster.");
        }
        return new WebSocketMessage(content.shared());
    }

    /**
     * Returns true for text, including JSON.
     *
     * @return false for bytes
     */
    public boolean isText() {
        return content.isText();
    }

    /**
     * Returns the text of a message from the client.
     *
     * @return the whole message
     * @throws WebSocketCloseException with 1003 if it is binary
     */
    public String text() {
        final String text = content.text();
        if (text == null) {
            throw new WebSocketCloseException(CloseReason.UNSUPPORTED, "Expected a text message.");
        }
        return text;
    }

    /**
     * Returns the bytes of a message from the client.
     *
     * @return the whole message
     * @throws WebSocketCloseException with 1003 if it is text
     */
    public Buffer bytes() {
        final Buffer bytes = content.bytes();
        if (bytes == null) {
            throw new WebSocketCloseException(CloseReason.UNSUPPORTED, "Expected a binary message.");
        }
        return bytes;
    }

    @Override
    public String toString() {
        return content.toString();
    }
}

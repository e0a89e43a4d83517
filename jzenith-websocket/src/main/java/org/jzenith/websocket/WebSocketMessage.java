package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One message of a WebSocket: text, or bytes. Immutable, unless somebody changes its {@link Buffer}. */
public final class WebSocketMessage {

    private final @Nullable String text;
    private final @Nullable Buffer bytes;
    private final @Nullable Object value;

    /** Of a message that goes to many. */
    private final @Nullable EncodedMessage encoded;

    private WebSocketMessage(final @Nullable String text, final @Nullable Buffer bytes, final @Nullable Object value) {
        this(text, bytes, value, null);
    }

    private WebSocketMessage(
            final @Nullable String text,
            final @Nullable Buffer bytes,
            final @Nullable Object value,
            final @Nullable EncodedMessage encoded) {
        this.text = text;
        this.bytes = bytes;
        this.value = value;
        this.encoded = encoded;
    }

    /**
     * A message of text.
     *
     * @param text the whole message
     * @return a message
     */
    public static WebSocketMessage text(final String text) {
        return new WebSocketMessage(Objects.requireNonNull(text, "text"), null, null);
    }

    /**
     * A message of bytes.
     *
     * @param bytes the whole message; not to be changed afterwards
     * @return a message
     */
    public static WebSocketMessage binary(final Buffer bytes) {
        return new WebSocketMessage(null, Objects.requireNonNull(bytes, "bytes"), null);
    }

    /**
     * A message of text that is JSON. The {@code ObjectMapper} of the application writes it when the client takes it.
     *
     * @param value what is written
     * @return a message
     */
    public static WebSocketMessage json(final Object value) {
        return new WebSocketMessage(null, null, Objects.requireNonNull(value, "value"));
    }

    /**
     * Whether this is text, JSON included.
     *
     * @return false for bytes
     */
    public boolean isText() {
        return bytes == null;
    }

    /**
     * The text of a message that has come from the client.
     *
     * @return the whole message
     * @throws WebSocketCloseException with 1003 if it is binary
     */
    public String text() {
        if (text == null) {
            throw new WebSocketCloseException(CloseReason.UNSUPPORTED, "A message of text is expected.");
        }
        return text;
    }

    /**
     * The bytes of a message that has come from the client.
     *
     * @return the whole message
     * @throws WebSocketCloseException with 1003 if it is text
     */
    public Buffer bytes() {
        if (bytes == null) {
            throw new WebSocketCloseException(CloseReason.UNSUPPORTED, "A message of bytes is expected.");
        }
        return bytes;
    }

    /** What is sent; throws if the mapper cannot write the value. */
    EncodedMessage encoded(final ObjectMapper mapper) throws IOException {
        return encoded == null ? new EncodedMessage(encode(mapper)) : encoded;
    }

    /** The same message, encoded now and once. */
    WebSocketMessage encodedBy(final ObjectMapper mapper) throws IOException {
        return encoded == null ? new WebSocketMessage(text, bytes, value, new EncodedMessage(encode(mapper))) : this;
    }

    private byte[] encode(final ObjectMapper mapper) throws IOException {
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        return bytes != null ? bytes.getBytes() : mapper.writeValueAsBytes(value);
    }

    /** How much memory it takes, about. */
    int size() {
        return text != null ? text.length() : bytes != null ? bytes.length() : 0;
    }

    @Override
    public String toString() {
        return text != null
                ? "text of " + text.length() + " characters"
                : bytes != null ? bytes.length() + " bytes" : "JSON";
    }
}

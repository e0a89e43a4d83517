package org.jzenith.websocket.internal.message;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of one message, of which one component is not null. Immutable, unless somebody changes the {@link Buffer}.
 *
 * @param text the text of a text message
 * @param bytes the bytes of a binary message
 * @param value written as JSON when the message is sent
 * @param encoded message, for a message that goes to many clients
 */
public record MessageContent(
        @Nullable String text,
        @Nullable Buffer bytes,
        @Nullable Object value,
        @Nullable EncodedMessage encoded) {

    public MessageContent(final @Nullable String text, final @Nullable Buffer bytes, final @Nullable Object value) {
        this(text, bytes, value, null);
    }

    public boolean isText() {
        return bytes == null;
    }

    /** Encodes the message; throws if the mapper cannot write the value. */
    public EncodedMessage encoded(final ObjectMapper mapper) throws IOException {
        return encoded == null ? new EncodedMessage(encode(mapper)) : encoded;
    }

    /** Returns the same message, encoded now and once. */
    public MessageContent encodedBy(final ObjectMapper mapper) throws IOException {
        return encoded == null ? new MessageContent(text, bytes, value, new EncodedMessage(encode(mapper))) : this;
    }

    /** Returns the same message of text or bytes, encoded now and once. */
    public MessageContent shared() {
        return encoded != null
                ? this
                : new MessageContent(
                        text,
                        bytes,
                        value,
                        new EncodedMessage(
                                text != null
                                        ? text.getBytes(StandardCharsets.UTF_8)
                                        : Objects.requireNonNull(bytes).getBytes()));
    }

    private byte[] encode(final ObjectMapper mapper) throws IOException {
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        return bytes != null ? bytes.getBytes() : mapper.writeValueAsBytes(value);
    }

    /** Returns the approximate size in memory. */
    public int size() {
        return text != null ? text.length() : bytes != null ? bytes.length() : 0;
    }

    @Override
    public String toString() {
        return text != null
                ? "text of " + text.length() + " characters"
                : bytes != null ? bytes.length() + " bytes" : "JSON";
    }
}

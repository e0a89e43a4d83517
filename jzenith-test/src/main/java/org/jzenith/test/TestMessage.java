package org.jzenith.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.jzenith.test.internal.client.JsonContent;

/** A complete message of a WebSocket. Immutable. */
public final class TestMessage {

    private final boolean isText;
    private final byte[] content;
    private final ObjectMapper mapper;

    TestMessage(final boolean isText, final byte[] content, final ObjectMapper mapper) {
        this.isText = isText;
        this.content = content;
        this.mapper = mapper;
    }

    /**
     * Returns the kind of the message.
     *
     * @return true for text, false for a binary message
     */
    public boolean isText() {
        return isText;
    }

    /**
     * Returns the message as text.
     *
     * @return the text; a binary message is decoded as UTF-8
     */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /**
     * Returns the message as bytes.
     *
     * @return its bytes; a text message is encoded as UTF-8
     */
    public byte[] bytes() {
        return content.clone();
    }

    /**
     * Returns the message as JSON.
     *
     * @return the tree
     * @throws IllegalStateException if the message is not JSON
     */
    public JsonNode json() {
        return JsonContent.tree(content, mapper, "message", this);
    }

    /**
     * Returns the message as an object.
     *
     * @param type its type
     * @param <T> its type
     * @return the object that Jackson reads
     * @throws IllegalStateException if the message cannot be read as this type
     */
    public <T> T as(final Class<T> type) {
        return JsonContent.object(content, type, mapper, "message", this);
    }

    @Override
    public String toString() {
        return isText ? text() : content.length + " bytes";
    }
}

package org.jzenith.test.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;

/** Reads what an application has sent as JSON. A failure names what was sent. */
public final class JsonContent {

    private JsonContent() {}

    public static JsonNode tree(
            final byte[] content, final ObjectMapper mapper, final String part, final Object whole) {
        try {
            return mapper.readTree(content);
        } catch (final IOException e) {
            throw new IllegalStateException("The " + part + " is not JSON: " + whole, e);
        }
    }

    public static <T> T object(
            final byte[] content,
            final Class<T> type,
            final ObjectMapper mapper,
            final String part,
            final Object whole) {
        try {
            return mapper.readValue(content, type);
        } catch (final IOException e) {
            throw unreadable(part, type.getSimpleName(), whole, e);
        }
    }

    public static <T> List<T> list(
            final byte[] content,
            final Class<T> type,
            final ObjectMapper mapper,
            final String part,
            final Object whole) {
        try {
            return mapper.readerForListOf(type).readValue(content);
        } catch (final IOException e) {
            throw unreadable(part, "a list of " + type.getSimpleName(), whole, e);
        }
    }

    private static IllegalStateException unreadable(
            final String part, final String type, final Object whole, final IOException cause) {
        return new IllegalStateException("The " + part + " cannot be read as " + type + ": " + whole, cause);
    }
}

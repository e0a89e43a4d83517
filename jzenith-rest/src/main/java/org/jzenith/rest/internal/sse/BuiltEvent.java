package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** An event as a builder makes it. Its data is written when the event is sent. */
@SuppressWarnings("NullAway") // Jakarta REST says that what is not set is null
record BuiltEvent(
        @Nullable String name,
        @Nullable String id,
        long reconnectDelay,
        @Nullable MediaType mediaType,
        @Nullable String comment,
        @Nullable Class<?> type,
        @Nullable Type genericType,
        @Nullable Object data)
        implements OutboundSseEvent {

    /** A value of a field that cannot be taken for a further field. */
    static String oneLine(final String field, final String value) {
        for (int i = 0; i < value.length(); i++) {
            final char c = value.charAt(i);
            if (c == '\n' || c == '\r' || c == 0) {
                throw new IllegalArgumentException("The " + field + " of an event has a line end or NUL at index " + i
                        + ", which would start a new field. Remove the character; only data and comments can have "
                        + "several lines.");
            }
        }
        return value;
    }

    boolean hasMediaType() {
        return mediaType != null;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    @Override
    public @Nullable String getId() {
        return id;
    }

    @Override
    public @Nullable String getComment() {
        return comment;
    }

    @Override
    public long getReconnectDelay() {
        return reconnectDelay;
    }

    @Override
    public boolean isReconnectDelaySet() {
        return reconnectDelay >= 0;
    }

    @Override
    public @Nullable Class<?> getType() {
        return type;
    }

    @Override
    public @Nullable Type getGenericType() {
        return genericType;
    }

    @Override
    public MediaType getMediaType() {
        return mediaType == null ? MediaType.TEXT_PLAIN_TYPE : mediaType;
    }

    @Override
    public @Nullable Object getData() {
        return data;
    }
}

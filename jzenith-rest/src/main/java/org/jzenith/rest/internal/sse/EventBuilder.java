package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.SseEvent;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Makes events. For one thread at a time. */
@SuppressWarnings("rawtypes") // as in the interface
final class EventBuilder implements OutboundSseEvent.Builder {

    private @Nullable String name;
    private @Nullable String id;
    private @Nullable String comment;
    private long reconnectDelay = SseEvent.RECONNECT_NOT_SET;
    private @Nullable MediaType mediaType;
    private @Nullable Class<?> type;
    private @Nullable Type genericType;
    private @Nullable Object data;

    @Override
    public OutboundSseEvent.Builder id(final String value) {
        id = value == null ? null : BuiltEvent.oneLine("id", value);
        return this;
    }

    @Override
    public OutboundSseEvent.Builder name(final String value) {
        name = value == null ? null : BuiltEvent.oneLine("name", value);
        return this;
    }

    @Override
    public OutboundSseEvent.Builder reconnectDelay(final long milliseconds) {
        reconnectDelay = milliseconds < 0 ? SseEvent.RECONNECT_NOT_SET : milliseconds;
        return this;
    }

    @Override
    public OutboundSseEvent.Builder mediaType(final MediaType value) {
        mediaType = required(value, "media type");
        return this;
    }

    @Override
    public OutboundSseEvent.Builder comment(final String value) {
        comment = value;
        return this;
    }

    @Override
    public OutboundSseEvent.Builder data(final Class declared, final Object value) {
        return data(required(declared, "type"), declared, value);
    }

    @Override
    public OutboundSseEvent.Builder data(final GenericType declared, final Object value) {
        return data(required(declared, "type").getRawType(), declared.getType(), value);
    }

    @Override
    public OutboundSseEvent.Builder data(final Object value) {
        return value instanceof final GenericEntity<?> entity
                ? data(entity.getRawType(), entity.getType(), entity.getEntity())
                : data(required(value, "data").getClass(), value.getClass(), value);
    }

    private EventBuilder data(final Class<?> raw, final Type generic, final Object value) {
        data = required(value, "data");
        type = raw;
        genericType = generic;
        return this;
    }

    private static <T> T required(final @Nullable T value, final String what) {
        if (value == null) {
            throw new IllegalArgumentException("The " + what + " of an event is null. Pass a value.");
        }
        return value;
    }

    @Override
    public OutboundSseEvent build() {
        if (comment == null && data == null) {
            throw new IllegalArgumentException(
                    "An event has neither data nor a comment. Call data(..) or comment(..).");
        }
        return new BuiltEvent(name, id, reconnectDelay, mediaType, comment, type, genericType, data);
    }
}

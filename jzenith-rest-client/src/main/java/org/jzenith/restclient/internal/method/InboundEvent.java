package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.InboundSseEvent;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.ServerSentEvent;

/** An event with its name, id and comment. Its data is text, or JSON for the application's mapper, whatever media type is asked for. */
@SuppressWarnings("NullAway") // Jakarta REST says that what is not set is null
final class InboundEvent implements InboundSseEvent {

    private final ServerSentEvent event;
    private final ObjectMapper mapper;

    InboundEvent(final ServerSentEvent event, final ObjectMapper mapper) {
        this.event = event;
        this.mapper = mapper;
    }

    @Override
    public @Nullable String getId() {
        return event.id();
    }

    @Override
    public @Nullable String getName() {
        return event.name();
    }

    @Override
    public @Nullable String getComment() {
        return event.comment();
    }

    @Override
    public long getReconnectDelay() {
        return event.reconnectDelay();
    }

    @Override
    public boolean isReconnectDelaySet() {
        return event.reconnectDelay() >= 0;
    }

    @Override
    public boolean isEmpty() {
        return event.data().isEmpty();
    }

    @Override
    public String readData() {
        return event.data();
    }

    @Override
    public <T> T readData(final Class<T> type) {
        return readData(new GenericType<>(type));
    }

    @Override
    @SuppressWarnings("unchecked") // a String is one
    public <T> T readData(final GenericType<T> type) {
        if (type.getType() == String.class) {
            return (T) event.data();
        }
        try {
            return mapper.readerFor(mapper.constructType(type.getType()))
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(event.data());
        } catch (final JsonProcessingException e) {
            throw new UncheckedIOException(
                    "The data of an event is not a valid " + type.getType().getTypeName() + ".", e);
        }
    }

    @Override
    public <T> T readData(final Class<T> type, final MediaType mediaType) {
        return readData(type);
    }

    @Override
    public <T> T readData(final GenericType<T> type, final MediaType mediaType) {
        return readData(type);
    }

    @Override
    public String toString() {
        return event.toString();
    }
}

package org.jzenith.messages.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Message;
import org.jzenith.messages.internal.follow.FeedElement;
import org.jzenith.websocket.WebSocketMessage;
import org.slf4j.LoggerFactory;

/** Formats the elements of a topic for clients, each element once for all clients. Safe for use by many threads. */
final class LiveFormat {

    private final ObjectMapper mapper;
    private final Sse sse;
    private final CountedWarning unwritable = new CountedWarning(
            LoggerFactory.getLogger(LiveEvents.class),
            "A message cannot be written as JSON, so its topic's clients do not get it.");

    LiveFormat(final ObjectMapper mapper, final Sse sse) {
        this.mapper = mapper;
        this.sse = sse;
    }

    <T> OutboundSseEvent event(final FeedElement<T> element) {
        return element.view(OutboundSseEvent.class, this::writeEvent);
    }

    private <T> OutboundSseEvent writeEvent(final FeedElement<T> element) {
        if (element.followed() instanceof Followed.Reset) {
            return data(element, "null".getBytes(StandardCharsets.US_ASCII))
                    .name("reset")
                    .build();
        }
        final byte[] json = json(element);
        return json == null ? comment(element.position()) : data(element, json).build();
    }

    private OutboundSseEvent.Builder data(final FeedElement<?> element, final byte[] json) {
        return sse.newEventBuilder()
                .id(element.position())
                .mediaType(MediaType.APPLICATION_JSON_TYPE)
                .data(byte[].class, json);
    }

    /** Returns an event with only a position. Browsers keep its id, but do not pass it to the page. */
    OutboundSseEvent comment(final String position) {
        return sse.newEventBuilder().id(position).comment("").build();
    }

    <T> WebSocketMessage message(final FeedElement<T> element) {
        return element.view(WebSocketMessage.class, this::writeMessage);
    }

    private <T> WebSocketMessage writeMessage(final FeedElement<T> element) {
        if (element.followed() instanceof Followed.Reset) {
            return text(element.position(), ",\"reset\":true");
        }
        final byte[] json = json(element);
        return json == null
                ? position(element.position())
                : text(element.position(), ",\"value\":" + new String(json, StandardCharsets.UTF_8));
    }

    /** Returns a text with only a position. */
    WebSocketMessage position(final String position) {
        return text(position, "");
    }

    private static WebSocketMessage text(final String position, final String rest) {
        return WebSocketMessage.text("{\"position\":\"" + position + "\"" + rest + "}")
                .shared();
    }

    /** Returns the message as JSON; null if there is no message, or it cannot be written. */
    private byte @Nullable [] json(final FeedElement<?> element) {
        final Message<?> message = element.message();
        if (message == null) {
            return null;
        }
        try {
            return mapper.writeValueAsBytes(message.value());
        } catch (final JsonProcessingException e) {
            // The message of Jackson may have a part of the value.
            unwritable.add(
                    message.topic(),
                    () -> "The message is " + message.id() + " of the topic '" + message.topic() + "': "
                            + e.getClass().getSimpleName() + ".");
            return null;
        }
    }
}

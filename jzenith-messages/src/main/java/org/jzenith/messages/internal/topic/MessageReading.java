package org.jzenith.messages.internal.topic;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Message;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.internal.follow.FollowedTopic;

/** Reads the stored messages of a topic, which may come from any client of the engine. Safe for use by many threads. */
public final class MessageReading {

    private final KnownTopic topic;

    public MessageReading(final KnownTopic topic) {
        this.topic = topic;
    }

    /** Returns a topic that can be followed. */
    public static FollowedTopic followed(final KnownTopic known) {
        final MessageReading reading = new MessageReading(known);
        return new FollowedTopic(known.name(), known.engine(), known.open(), reading::forFollowers);
    }

    /** Returns null for a dead letter, which is published again for one consumer. */
    private @Nullable Message<?> forFollowers(final StoredMessage stored) {
        if (stored.headers().containsKey(MessageHeaders.CONSUMER)) {
            return null;
        }
        check(stored);
        return read(stored, 1);
    }

    /**
     * Checks the size, the key and the headers.
     *
     * @throws UnreadableMessageException if the topic cannot have such a message
     */
    public void check(final StoredMessage stored) {
        final long size = KnownTopic.size(stored.body(), stored.key());
        if (size > topic.settings().maxSize().bytes()) {
            throw new UnreadableMessageException("The message has " + size + " bytes, more than messages."
                    + topic.name() + ".max-size, which is " + topic.settings().maxSize() + ".");
        }
        if (stored.key() == null && topic.topic().isKeyed()) {
            throw new UnreadableMessageException(
                    "The message has no key, but the topic '" + topic.name() + "' has keys.");
        }
        if (!MessageHeaders.fitWithTrace(stored.headers())) {
            throw new UnreadableMessageException(
                    "The message has " + stored.headers().size() + " headers, which are too many or too long.");
        }
    }

    /**
     * Reads the value.
     *
     * @throws UnreadableMessageException if it is not of the topic's class
     */
    public Message<?> read(final StoredMessage stored, final int attempt) {
        return new Message<>(
                topic.name(),
                stored.id(),
                stored.key(),
                value(stored),
                MessageHeaders.withoutOwn(stored.headers()),
                stored.publishedAt(),
                attempt);
    }

    private Object value(final StoredMessage stored) {
        final Object value;
        try {
            value = topic.read(stored.body());
        } catch (final IOException | RuntimeException | StackOverflowError e) {
            // The message of Jackson may have a part of the body; a deserializer of the application may throw anything.
            throw new UnreadableMessageException("The body cannot be read as "
                    + topic.topic().type().getName() + ": " + e.getClass().getSimpleName() + place(e) + ".");
        }
        if (value == null) {
            throw new UnreadableMessageException("The body is null.");
        }
        return value;
    }

    private static String place(final Throwable error) {
        final JsonLocation place = error instanceof final JsonProcessingException json ? json.getLocation() : null;
        return place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
    }
}

package org.jzenith.messages;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a topic, as a consumer receives it.
 *
 * @param topic the name of the topic
 * @param id the unique id, the same for each delivery of the message
 * @param key the key; null if the topic has no keys
 * @param value the value
 * @param headers the headers by name, without those of jZenith
 * @param publishedAt the time of publishing, by the publisher's clock
 * @param attempt the number of this delivery, from 1
 * @param <T> the class of the value
 */
public record Message<T>(
        String topic,
        String id,
        @Nullable String key,
        T value,
        Map<String, String> headers,
        Instant publishedAt,
        int attempt) {}

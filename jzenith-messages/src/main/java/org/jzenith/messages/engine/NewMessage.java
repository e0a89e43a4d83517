package org.jzenith.messages.engine;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message to store.
 *
 * @param id the unique id, at most 64 ASCII characters
 * @param partition the number of the partition, from 0
 * @param key the key; null if the topic has no keys
 * @param headers the headers by name
 * @param body the value as JSON in UTF-8
 * @param publishedAt the time of publishing, by the publisher's clock
 */
@SuppressWarnings("ArrayRecordComponent")
public record NewMessage(
        String id,
        int partition,
        @Nullable String key,
        Map<String, String> headers,
        byte[] body,
        Instant publishedAt) {}

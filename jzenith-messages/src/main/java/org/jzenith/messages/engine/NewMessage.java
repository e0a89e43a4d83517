package org.jzenith.messages.engine;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message to store.
 *
 * @param id unique, at most 64 ASCII characters
 * @param partition from 0
 * @param key null if the topic has no keys
 * @param headers text by name
 * @param body JSON in UTF-8
 * @param publishedAt when it was published, by the publisher's clock
 */
@SuppressWarnings("ArrayRecordComponent")
public record NewMessage(
        String id,
        int partition,
        @Nullable String key,
        Map<String, String> headers,
        byte[] body,
        Instant publishedAt) {}

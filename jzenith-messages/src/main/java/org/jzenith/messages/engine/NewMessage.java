package org.jzenith.messages.engine;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message that is to be stored.
 *
 * @param id unique, at most 64 ASCII characters
 * @param partition from 0
 * @param key null if the topic has no keys
 * @param headers text by name
 * @param body JSON in UTF-8
 * @param publishedAt the time of the publisher's clock
 */
@SuppressWarnings("ArrayRecordComponent")
public record NewMessage(
        String id,
        int partition,
        @Nullable String key,
        Map<String, String> headers,
        byte[] body,
        Instant publishedAt) {}

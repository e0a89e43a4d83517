package org.jzenith.messages.engine;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message in the log of a topic. Any client of the engine may have written it, so jZenith trusts none of its fields.
 *
 * @param position the position, from 1; positions rise within a partition, not necessarily by 1
 * @param partition the number of the partition, from 0
 * @param id the id that the publisher assigned
 * @param key the key; null if the message has none
 * @param headers the headers by name
 * @param body the body, which can be any bytes
 * @param publishedAt the time of publishing, by the publisher's clock
 */
@SuppressWarnings("ArrayRecordComponent")
public record StoredMessage(
        long position,
        int partition,
        String id,
        @Nullable String key,
        Map<String, String> headers,
        byte[] body,
        Instant publishedAt) {}

package org.jzenith.messages.engine;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message in the log of a topic. It may come from any client of the engine, so jZenith trusts none of it.
 *
 * @param position rises within a partition, not necessarily by 1; at least 1
 * @param partition from 0
 * @param id the id that the publisher gave it
 * @param key null if it has none
 * @param headers text by name
 * @param body any bytes
 * @param publishedAt when it was published, by the publisher's clock
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

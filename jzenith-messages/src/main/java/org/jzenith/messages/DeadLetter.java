package org.jzenith.messages;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message that a consumer could not handle.
 *
 * @param id of the dead letter, unique
 * @param topic the name of the topic
 * @param consumer the name of the consumer
 * @param messageId the id of the message
 * @param key the key of the message; null if it has none
 * @param headers the headers of the message, jZenith's own included
 * @param body the bytes of the message
 * @param error the class of the last error; with its message only if jZenith wrote it, because others may have personal data
 * @param attempts the number of deliveries
 * @param diedAt when it became a dead letter, by the consumer's clock
 */
@SuppressWarnings("ArrayRecordComponent")
public record DeadLetter(
        String id,
        String topic,
        String consumer,
        String messageId,
        @Nullable String key,
        Map<String, String> headers,
        byte[] body,
        String error,
        int attempts,
        Instant diedAt) {}

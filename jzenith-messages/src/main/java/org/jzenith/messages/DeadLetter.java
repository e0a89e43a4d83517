package org.jzenith.messages;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message that a consumer could not handle.
 *
 * @param id the unique id of the dead letter
 * @param topic the name of the topic
 * @param consumer the name of the consumer
 * @param messageId the id of the message
 * @param key the key of the message; null if it has none
 * @param headers the headers of the message, including those of jZenith
 * @param body the bytes of the message
 * @param error the class of the last error, followed by its text only if jZenith wrote that text: other texts can contain personal data
 * @param attempts the number of deliveries
 * @param diedAt the time at which the message became a dead letter, by the consumer's clock
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

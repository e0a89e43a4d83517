package org.jzenith.kafka.internal.consumer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a group, as {@link org.jzenith.kafka.KafkaGroup} describes them.
 *
 * @param deadTopic null if a record that fails is tried for ever
 * @param attempts the number of deliveries before a record is copied to that topic
 */
record TopicGroupOptions(
        Duration timeout, Duration retryPause, @Nullable String deadTopic, int attempts, boolean fromLatest) {

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    static TopicGroupOptions defaults() {
        return new TopicGroupOptions(Duration.ofSeconds(30), Duration.ofSeconds(1), null, Integer.MAX_VALUE, false);
    }

    /** Returns the pause after a number of failures. */
    Duration pauseAfter(final int failures) {
        Duration pause = retryPause;
        for (int i = 1; i < failures && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(LONGEST_PAUSE) < 0 || failures <= 1 ? pause : LONGEST_PAUSE;
    }
}

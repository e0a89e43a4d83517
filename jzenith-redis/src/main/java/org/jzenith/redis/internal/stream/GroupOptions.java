package org.jzenith.redis.internal.stream;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a group, as {@link org.jzenith.redis.stream.StreamGroup} describes them.
 *
 * @param deadStream null for the default
 * @param maxLength the approximate limit of the stream for entries that are put aside; 0 for none
 */
record GroupOptions(
        int concurrency,
        Duration timeout,
        int attempts,
        Duration retryPause,
        Duration takeoverAfter,
        @Nullable String deadStream,
        long maxLength) {

    static GroupOptions defaults(final long maxLength) {
        return new GroupOptions(
                1, Duration.ofSeconds(30), 5, Duration.ofSeconds(1), Duration.ofMinutes(1), null, maxLength);
    }

    /** Returns the pause after a failed delivery. */
    Duration pauseAfter(final long attempt) {
        Duration pause = retryPause;
        for (long i = 1; i < attempt && pause.compareTo(takeoverAfter) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(takeoverAfter) < 0 ? pause : takeoverAfter;
    }
}

package org.jzenith.redis.internal.stream;

import java.time.Duration;

/** Checks the options of streams. */
final class Positive {

    private Positive() {}

    static long check(final String option, final long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + "(" + value + ") is not positive.");
        }
        return value;
    }

    static Duration check(final String option, final Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException(option + "(" + value + ") is shorter than a millisecond.");
        }
        return value;
    }
}

package org.jzenith.core.health;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link HealthCheck}.
 *
 * @param up true if the part can do its work
 * @param reason the cause of a failure, for operators; it is logged, and shown to clients that may see details, so it must not contain
 *     secrets
 */
public record Health(boolean up, @Nullable String reason) {

    private static final Health HEALTHY = new Health(true, null);

    /**
     * Returns the result for a part that works.
     *
     * @return a healthy result
     */
    public static Health healthy() {
        return HEALTHY;
    }

    /**
     * Returns the result for a part that does not work.
     *
     * @param reason the cause, in a few words
     * @return an unhealthy result
     */
    public static Health unhealthy(final String reason) {
        return new Health(false, Objects.requireNonNull(reason, "reason"));
    }
}

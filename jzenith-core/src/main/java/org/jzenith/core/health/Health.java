package org.jzenith.core.health;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link HealthCheck}.
 *
 * @param status says whether the part works, and if not, whether the application works without it
 * @param reason the cause of a failure, for operators; null if the part works. It is logged, and shown to clients that may see details, so
 *     it must not contain secrets
 */
public record Health(Status status, @Nullable String reason) {

    private static final Health HEALTHY = new Health(Status.UP, null);

    /** The status of a part, or of all parts together, from best to worst. */
    public enum Status {
        /** The part works. */
        UP,
        /** The part does not work, but the application serves requests without it. Load balancers should keep sending requests. */
        DEGRADED,
        /** The part does not work, and no request should be sent to this instance. */
        DOWN
    }

    /**
     * Returns the result for a part that works.
     *
     * @return a healthy result
     */
    public static Health healthy() {
        return HEALTHY;
    }

    /**
     * Returns the result for a part that does not work but is not essential, such as a cache. The application stays ready: the health
     * response has the status 200.
     *
     * @param reason the cause, in a few words
     * @return a degraded result
     */
    public static Health degraded(final String reason) {
        return new Health(Status.DEGRADED, Objects.requireNonNull(reason, "reason"));
    }

    /**
     * Returns the result for an essential part that does not work. This instance should then get no requests.
     *
     * @param reason the cause, in a few words
     * @return an unhealthy result
     */
    public static Health unhealthy(final String reason) {
        return new Health(Status.DOWN, Objects.requireNonNull(reason, "reason"));
    }
}

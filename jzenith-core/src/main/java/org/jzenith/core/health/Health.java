package org.jzenith.core.health;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link HealthCheck}.
 *
 * @param status says whether the part works, and whether the application works without it
 * @param reason the cause of a failure, for operators; it is logged, and shown to clients that may see details, so it must not contain
 *     secrets; null if the part works
 */
public record Health(Status status, @Nullable String reason) {

    private static final Health HEALTHY = new Health(Status.UP, null);

    /** The status of a part, and of all parts together; the later one is worse. */
    public enum Status {
        /** The part works. */
        UP,
        /** The part does not work, but the application serves requests without it; load balancers may send them. */
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
     * Returns the result for a part that does not work, such as a cache, while the application goes on without it. The application stays
     * ready: the response has the status 200.
     *
     * @param reason the cause, in a few words
     * @return a degraded result
     */
    public static Health degraded(final String reason) {
        return new Health(Status.DEGRADED, Objects.requireNonNull(reason, "reason"));
    }

    /**
     * Returns the result for a part that does not work, and without which this instance should get no requests.
     *
     * @param reason the cause, in a few words
     * @return an unhealthy result
     */
    public static Health unhealthy(final String reason) {
        return new Health(Status.DOWN, Objects.requireNonNull(reason, "reason"));
    }
}

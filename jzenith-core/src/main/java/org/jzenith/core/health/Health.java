package org.jzenith.core.health;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a {@link HealthCheck}.
 *
 * @param up whether the part can do its work
 * @param reason why not, for operators; it stands in the log and is shown to whoever is trusted to read it, so it holds no
 *     secrets
 */
public record Health(boolean up, @Nullable String reason) {

    private static final Health HEALTHY = new Health(true, null);

    /**
     * The part can do its work.
     *
     * @return a healthy answer
     */
    public static Health healthy() {
        return HEALTHY;
    }

    /**
     * The part cannot do its work.
     *
     * @param reason why not, in a few words
     * @return an unhealthy answer
     */
    public static Health unhealthy(final String reason) {
        return new Health(false, Objects.requireNonNull(reason, "reason"));
    }
}

package org.jzenith.core.observe;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: an attribute of an {@link Operation}, named by OpenTelemetry's conventions if these have a name for it.
 *
 * @param key the name, for example {@code server.address}
 * @param value a {@link String}, {@link Long}, {@link Double} or {@link Boolean}
 */
public record Attribute(String key, Object value) {

    /**
     * Returns the value of an attribute.
     *
     * @param attributes those of an operation or event
     * @param key the name
     * @return null if there is none
     */
    public static @Nullable Object find(final List<Attribute> attributes, final String key) {
        for (final Attribute each : attributes) {
            if (each.key.equals(key)) {
                return each.value;
            }
        }
        return null;
    }

    /**
     * Checks the type of the value.
     *
     * @param key the name
     * @param value a {@link String}, {@link Long}, {@link Double} or {@link Boolean}
     */
    public Attribute {
        Objects.requireNonNull(key, "key");
        if (!(value instanceof String
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean)) {
            throw new IllegalArgumentException("The attribute " + key + " is a "
                    + value.getClass().getName() + ". Use a String, Long, Double or Boolean.");
        }
    }
}

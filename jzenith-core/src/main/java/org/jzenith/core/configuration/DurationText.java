package org.jzenith.core.configuration;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads durations that stand elsewhere than in settings, such as in annotations. */
public final class DurationText {

    private DurationText() {}

    /**
     * Reads a duration as settings do.
     *
     * @param text such as {@code 500ms}, {@code 15s}, {@code 2m}, {@code 1h}, {@code 1d} or {@code PT15S}
     * @return null if the text is no duration
     */
    public static @Nullable Duration parse(final String text) {
        try {
            return ValueConverters.duration(text);
        } catch (final RuntimeException e) {
            return null;
        }
    }
}

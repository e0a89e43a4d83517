package org.jzenith.rest.internal.rx;

import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for writing streams.
 *
 * @param flush the time an element may wait for others; zero to wait only for the current turn of the event loop
 * @param formats the formats that features bring
 */
public record StreamSettings(Duration flush, List<StreamFormat> formats) {

    /** Returns the format of a media type; null if no feature brings one. */
    @Nullable
    StreamFormat format(final MediaType type) {
        for (final StreamFormat format : formats) {
            if (format.isFor(type)) {
                return format;
            }
        }
        return null;
    }
}

package org.jzenith.security.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.DurationConverter;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of augmented identities. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security.augmentation")
public interface AugmentationConfiguration {

    /**
     * The time for which an augmented identity is remembered.
     *
     * @return zero if nothing is remembered; 60 s at most
     */
    @WithDefault("0s")
    @WithConverter(CacheTime.class)
    @Description("How long the result of an IdentityAugmentor is remembered; 0s for never, 60s at most.")
    Duration cacheTime();

    /**
     * The number of augmented identities that are remembered.
     *
     * @return a new one replaces the oldest
     */
    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description("How many augmented identities are remembered; a new one replaces the oldest.")
    int cacheSize();

    /** The time for which an augmented identity is remembered. */
    @SuppressWarnings("serial")
    final class CacheTime extends DurationConverter {

        /** Created by SmallRye Config. */
        public CacheTime() {
            super(Duration.ZERO, Duration.ofSeconds(60));
        }
    }
}

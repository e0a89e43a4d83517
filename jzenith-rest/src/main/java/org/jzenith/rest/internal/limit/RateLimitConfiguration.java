package org.jzenith.rest.internal.limit;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.rest.limit.RateLimit;

/** The settings of {@link RateLimit}. Immutable and safe for use by many threads. */
public interface RateLimitConfiguration {

    /**
     * The number of clients that one limit remembers. Beyond it the client that was not seen for the longest time is
     * forgotten, and starts again at zero. One takes about 200 bytes.
     *
     * @return at least one
     */
    @WithDefault("100000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of clients that one @RateLimit tracks, at about 200 bytes each. If there are "
            + "more, the least recently seen are dropped.")
    int maxKeys();

    /**
     * The place in which requests are counted.
     *
     * @return {@code memory} or the name of a plugin that has a store
     */
    @WithDefault(RateLimitStores.MEMORY)
    @Description("Where @RateLimit counts requests: in memory, for each instance separately, or in redis, for all "
            + "instances together.")
    String store();
}

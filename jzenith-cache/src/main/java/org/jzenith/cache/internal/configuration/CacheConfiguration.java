package org.jzenith.cache.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of all caches; the description of each says what it means. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "cache")
public interface CacheConfiguration {

    @Description("The store that all instances share: redis, or redis.NAME for RedisPlugin.named(NAME). With memory, "
            + "instances share nothing. Defaults to redis if the application has RedisPlugin, otherwise to "
            + "memory.")
    Optional<String> store();

    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of values of a cache in memory.")
    int maxEntries();

    @WithDefault("16M")
    @Description("The maximum size of a cache in memory: its keys, and its values as JSON.")
    DataSize maxSize();

    @WithDefault("100")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of concurrent loads for a cache on each instance; further loads are refused.")
    int maxLoads();

    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for a load.")
    Duration loadTimeout();

    @WithDefault("10m")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time after which a value is loaded again, in caches for which the code sets none.")
    Duration expireAfter();

    /** Returns the settings of single caches, by name. */
    @WithParentName
    Map<String, OfCache> caches();

    /** The settings of one cache. */
    interface OfCache {

        @Description("The maximum number of values of this cache in memory. Defaults to cache.max-entries.")
        Optional<@WithConverter(Ranges.Positive.class) Integer> maxEntries();

        @Description("The maximum size of this cache in memory. Defaults to cache.max-size.")
        Optional<DataSize> maxSize();

        @Description(
                "The maximum number of concurrent loads for this cache on each instance. Defaults to cache.max-loads.")
        Optional<@WithConverter(Ranges.Positive.class) Integer> maxLoads();

        @Description("The time limit for a load of this cache. Defaults to cache.load-timeout.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> loadTimeout();

        @Description("The time after which a value is loaded again. Defaults to the time set in code.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> expireAfter();

        @Description(
                "The time after which a value is loaded again in the background. Defaults to the time set in code.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> refreshAfter();

        @Description("How long an expired value is served while it cannot be loaded. Defaults to the time set in code.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> serveStaleFor();

        @Description("How long the absence of a value is cached. Defaults to the time set in code.")
        Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> cacheAbsentFor();
    }
}

package org.jzenith.http.internal.configuration;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/**
 * The settings of the limit on requests in flight that follows latency; a group of settings. Immutable and safe for use by
 * many threads.
 */
public interface AdaptiveLimitConfiguration {

    /**
     * Enables an adaptive limit in addition to the fixed one.
     *
     * @return true to enable it
     */
    @WithDefault("false")
    @Description("Limits each event loop's requests in flight by their latency; further ones get a 503.")
    boolean enabled();

    /**
     * The lowest limit.
     *
     * @return requests of one event loop
     */
    @WithDefault("16")
    @WithConverter(Ranges.Positive.class)
    @Description("The lowest adaptive limit, in requests per event loop.")
    int min();

    /**
     * The highest limit.
     *
     * @return requests of one event loop
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The highest adaptive limit, in requests per event loop.")
    int max();

    /**
     * The paths that are neither counted nor refused, because their requests wait: for events, or for slow work.
     *
     * @return paths below the context path, each with what is below it; empty for none
     */
    @Description("Paths, with everything below them, that the adaptive limit ignores, such as long polls.")
    Optional<List<@WithConverter(HttpText.PlainPath.class) String>> excludedPaths();
}

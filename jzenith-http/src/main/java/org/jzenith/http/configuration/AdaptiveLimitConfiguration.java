package org.jzenith.http.configuration;

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
    @Description("Whether each event loop limits its requests in flight by their latency; more are answered 503 with"
            + " Retry-After.")
    boolean enabled();

    /**
     * The lowest limit.
     *
     * @return requests of one event loop
     */
    @WithDefault("16")
    @WithConverter(Ranges.Positive.class)
    @Description("The lowest limit that latency can lead to, in requests of one event loop.")
    int min();

    /**
     * The highest limit.
     *
     * @return requests of one event loop
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The highest limit that latency can lead to, in requests of one event loop.")
    int max();

    /**
     * The paths that are neither counted nor refused, because their requests wait: for events, or for slow work.
     *
     * @return paths below the context path, each with what is below it; empty for none
     */
    @Description("The paths that this limit neither counts nor refuses, with what is below them, beside"
            + " rest.priority-paths: long polls, and slow reports.")
    Optional<List<@WithConverter(HttpText.PlainPath.class) String>> excludedPaths();
}

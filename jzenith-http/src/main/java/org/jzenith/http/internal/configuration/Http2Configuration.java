package org.jzenith.http.internal.configuration;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of HTTP/2; a group of settings. Immutable and safe for use by many threads. */
public interface Http2Configuration {

    /**
     * Enables HTTP/2 in addition to HTTP/1.1.
     *
     * @return true to enable it
     */
    @WithDefault("true")
    @Description("Enables HTTP/2: by ALPN over TLS, otherwise by prior knowledge.")
    boolean enabled();

    /**
     * The number of requests one connection may have in flight.
     *
     * @return at least one
     */
    @WithDefault("100")
    @WithConverter(Ranges.Positive.class)
    @Description("The number of requests in flight on one HTTP/2 connection.")
    int maxStreams();

    /**
     * The number of streams a client may reset within the window before its connection is closed. Resets by the
     * server do not count.
     *
     * @return at least one
     */
    @WithDefault("200")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "The maximum number of stream resets by a client within rest.http2.reset-window; more close its connection.")
    int maxResets();

    /**
     * The window in which resets are counted.
     *
     * @return at least one second
     */
    @WithDefault("30s")
    @WithConverter(Ranges.Seconds.class)
    @Description("The window for rest.http2.max-resets.")
    Duration resetWindow();
}

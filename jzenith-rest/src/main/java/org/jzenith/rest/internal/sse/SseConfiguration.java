package org.jzenith.rest.internal.sse;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of server-sent events; a group of settings. Immutable and safe for use by many threads. */
public interface SseConfiguration {

    /**
     * The time without an event after which a comment is sent, so that proxies keep the connection and a client that is
     * gone is noticed.
     *
     * @return zero to send none
     */
    @WithDefault("15s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How long a stream may be silent before a heartbeat comment is sent; 0s sends none.")
    Duration heartbeat();

    /**
     * The time after which a client connects again when the stream has ended.
     *
     * @return empty to leave it to the clients
     */
    @Description("How long clients wait before they reconnect to an ended stream. By default the clients decide.")
    Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> retry();

    /**
     * The events that may wait in the {@code SseEventSink} of one client. A client that takes them more slowly is
     * disconnected, and so is one for which more waits than is left of {@code rest.max-buffered-responses} in all sinks together,
     * so that those that have most go first. Events that wait for their event loop count apart, once each, up to as much
     * again.
     *
     * @return a size
     */
    @WithDefault("256K")
    @Description("The maximum size of the events that wait in an SseEventSink. A client with more is disconnected.")
    DataSize maxQueue();
}

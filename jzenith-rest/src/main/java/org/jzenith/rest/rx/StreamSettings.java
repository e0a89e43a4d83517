package org.jzenith.rest.rx;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings for writing streams.
 *
 * @param flush the time an element may wait for others; zero to wait only for the current turn of the event loop
 * @param heartbeat the time without an event after which a heartbeat comment is sent; zero for never
 * @param retry the time after which clients of events reconnect; empty to leave it to them
 */
public record StreamSettings(Duration flush, Duration heartbeat, Optional<Duration> retry) {}

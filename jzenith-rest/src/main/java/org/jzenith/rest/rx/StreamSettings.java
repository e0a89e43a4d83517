package org.jzenith.rest.rx;

import java.time.Duration;

/**
 * Settings for writing streams.
 *
 * @param flush the time an element may wait for others; zero to wait only for the current turn of the event loop
 * @param events the format of server-sent events
 */
public record StreamSettings(Duration flush, StreamFormat events) {}

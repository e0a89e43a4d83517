package org.jzenith.http.connection;

import java.time.Duration;
import java.util.Optional;

/**
 * The limits of connections, and the header {@code Server}.
 *
 * @param instances the number of servers
 * @param maxConnections more are closed at once
 * @param headerTimeout from the connection to the end of its first headers
 * @param idleTimeout without a request in flight, or with a response of which the client takes nothing
 * @param maxBufferedResponses bytes of responses that may wait for clients, on all connections together
 * @param idleGrace how long a client must have been silent before a stop closes its connection
 * @param serverHeader what the header {@code Server} says
 */
public record ConnectionSettings(
        int instances,
        int maxConnections,
        Duration headerTimeout,
        Duration idleTimeout,
        long maxBufferedResponses,
        Duration idleGrace,
        Optional<String> serverHeader) {}

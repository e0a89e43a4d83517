package org.jzenith.http.internal.connection;

import java.time.Duration;
import java.util.Optional;

/**
 * The limits on connections, and the headers of all responses.
 *
 * @param instances the number of servers
 * @param maxConnections the number of connections; further ones are closed immediately
 * @param headerTimeout the time from the connection to the end of its first headers
 * @param idleTimeout the time without a request in flight, or with a response of which the client reads nothing
 * @param maxBufferedResponses bytes of responses that may wait for clients, on all connections together
 * @param idleGrace the time for which a client must have been silent before a shutdown closes its connection
 * @param serverHeader the value of the {@code Server} header
 * @param preparedHeaders the headers of every HTTP/1 response, besides {@code Server} and {@code Date}
 */
public record ConnectionSettings(
        int instances,
        int maxConnections,
        Duration headerTimeout,
        Duration idleTimeout,
        long maxBufferedResponses,
        Duration idleGrace,
        Optional<String> serverHeader,
        Optional<ServerHeaders.Prepared> preparedHeaders) {}

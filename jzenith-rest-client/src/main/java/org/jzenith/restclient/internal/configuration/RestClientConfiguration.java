package org.jzenith.restclient.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.internal.tls.ClientTlsConfiguration;

/** The settings of one client; its name stands behind the prefix. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "rest-client")
public interface RestClientConfiguration {

    /**
     * The base URLs of the service.
     *
     * @return at least one
     */
    @Description("The base URL of the service, with its path. Further URLs are used when the first cannot be reached.")
    List<String> url();

    /**
     * TLS to the service.
     *
     * @return used for https
     */
    ClientTlsConfiguration tls();

    /**
     * The circuit breaker.
     *
     * @return off, unless configured
     */
    BreakerConfiguration breaker();

    /**
     * The bulkhead.
     *
     * @return off, unless configured
     */
    BulkheadConfiguration bulkhead();

    /**
     * HTTP/2.
     *
     * @return true to use it
     */
    @WithDefault("false")
    @Description("Uses HTTP/2: negotiated with https, by prior knowledge with http.")
    boolean http2();

    /**
     * The number of calls on one HTTP/2 connection.
     *
     * @return streams
     */
    @WithDefault("100")
    @WithConverter(Ranges.Threads.class)
    @Description("The maximum number of concurrent calls on the HTTP/2 connection; further calls wait.")
    int http2Streams();

    /**
     * The number of connections.
     *
     * @return as many calls at once
     */
    @WithDefault("50")
    @WithConverter(Ranges.Threads.class)
    @Description("The maximum number of HTTP/1.1 connections. Each carries one call at a time; further calls wait.")
    int poolSize();

    /**
     * The number of calls that wait for a connection.
     *
     * @return 0 for none
     */
    @WithDefault("200")
    @WithConverter(Ranges.Kept.class)
    @Description("The maximum number of calls that wait for a connection. Further calls fail immediately, and the "
            + "application's client gets a 503.")
    int waitQueue();

    /**
     * The time limit for a connection, TLS included.
     *
     * @return from the free place on
     */
    @WithDefault("2s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for connecting, including the TLS handshake.")
    Duration connectTimeout();

    /**
     * The time limit for an attempt.
     *
     * @return until the last byte, or until the head of a streamed response
     */
    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for an attempt, from waiting for a connection to the last byte of the response. For "
            + "a streamed response, it ends with the response headers.")
    Duration requestTimeout();

    /**
     * The time limit for silence in a stream.
     *
     * @return between two pieces of a streamed response
     */
    @WithDefault("60s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long a streamed response may send no data while the application requests more.")
    Duration idleTimeout();

    /**
     * The time after which an unused connection is closed.
     *
     * @return shorter than that of the service
     */
    @WithDefault("15s")
    @WithConverter(Ranges.Seconds.class)
    @Description(
            "The time after which an unused connection is closed. Keep it below the keep-alive time of the service.")
    Duration keepAliveTimeout();

    /**
     * The largest response.
     *
     * @return in bytes, after decompression
     */
    @WithDefault("10M")
    @Description("The maximum size of a collected response, after decompression, and of each element of a stream.")
    DataSize maxResponseSize();

    /**
     * Asks for compressed responses.
     *
     * @return true to ask for gzip
     */
    @WithDefault("false")
    @Description(
            "Asks for responses compressed with gzip, except for streams. Without this, a call fails if its response "
                    + "is compressed.")
    boolean compression();

    /**
     * The HTTP proxy.
     *
     * @return host and port
     */
    @Description("The HTTP proxy as host:port.")
    Optional<String> proxy();

    /**
     * The number of redirects that are followed.
     *
     * @return 0 for none
     */
    @WithDefault("5")
    @WithConverter(Ranges.Kept.class)
    @Description(
            "The maximum number of redirects for a GET or HEAD. Redirects beyond it, or outside the base URL, fail.")
    int redirects();

    /**
     * The number of retries of a call.
     *
     * @return 0 for none
     */
    @WithDefault("2")
    @WithConverter(Ranges.Kept.class)
    @Description(
            "The number of retries after a broken connection, 429, 502, 503 or 504. Only idempotent calls and calls "
                    + "with an Idempotency-Key are retried. All calls together get one retry per five calls.")
    int retries();

    /**
     * The delay before the first retry.
     *
     * @return doubled for each further one
     */
    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The delay before the first retry; it doubles for each further retry. A random part, up to half of "
            + "the delay, is subtracted.")
    Duration retryDelay();

    /**
     * The longest delay before a retry.
     *
     * @return a longer Retry-After ends the call
     */
    @WithDefault("2s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest delay before a retry. If the service sends a longer Retry-After, the client does not "
            + "retry.")
    Duration maxRetryDelay();

    /**
     * The header with the remaining time.
     *
     * @return empty for none
     */
    @WithDefault("X-Request-Deadline")
    @Description("The header that sends the remaining milliseconds of the deadline to the service; empty for none.")
    Optional<String> deadlineHeader();

    /**
     * The header with the request id.
     *
     * @return empty for none
     */
    @WithDefault("X-Request-Id")
    @Description("The header that sends the request id to the service; empty for none.")
    Optional<String> requestIdHeader();

    /**
     * The headers of the current request that travel on.
     *
     * @return names of headers
     */
    @WithDefault("traceparent,tracestate")
    @Description("The headers of the current request that each call forwards to the service.")
    Optional<List<String>> forwardedHeaders();

    /**
     * The default headers of all calls.
     *
     * @return values by name
     */
    @Description("A header that each call sends, unless a parameter of the method sets it.")
    Map<String, Secret<String>> headers();

    /**
     * The credentials with which the client gets access tokens.
     *
     * @return empty for none
     */
    Optional<ClientCredentialsConfiguration> clientCredentials();

    /**
     * Sends the user's token.
     *
     * @return true to send it
     */
    @WithDefault("false")
    @Description(
            "Sends the bearer token of the current request to the service. Enable it only for services that may act "
                    + "for the user.")
    boolean forwardToken();

    /**
     * Reconnects a stream of server-sent events.
     *
     * @return true to reconnect
     */
    @WithDefault("true")
    @Description("Reconnects when a stream of server-sent events ends or breaks, if its events have ids.")
    boolean sseReconnect();
}

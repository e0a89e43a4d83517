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
    @Description("The base URL of the service, with its path. Further ones are used when the first cannot be reached.")
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
    @Description("The number of calls at once on the HTTP/2 connection; more wait.")
    int http2Streams();

    /**
     * The number of connections.
     *
     * @return as many calls at once
     */
    @WithDefault("50")
    @WithConverter(Ranges.Threads.class)
    @Description("The number of HTTP/1.1 connections, and so of calls at once; more wait.")
    int poolSize();

    /**
     * The number of calls that wait for a connection.
     *
     * @return 0 for none
     */
    @WithDefault("200")
    @WithConverter(Ranges.Kept.class)
    @Description("The number of calls that wait for a connection; more fail at once, which is a 503.")
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
    @Description("The time limit for an attempt, from waiting for a connection to the last byte of the response; for a"
            + " streamed response to its head.")
    Duration requestTimeout();

    /**
     * The time limit for silence in a stream.
     *
     * @return between two pieces of a streamed response
     */
    @WithDefault("60s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time for which a streamed response may be silent while more of it is requested.")
    Duration idleTimeout();

    /**
     * The time after which an unused connection is closed.
     *
     * @return shorter than that of the service
     */
    @WithDefault("15s")
    @WithConverter(Ranges.Seconds.class)
    @Description(
            "The time after which an unused connection is closed. Shorter than the keep-alive time of the service.")
    Duration keepAliveTimeout();

    /**
     * The largest response.
     *
     * @return in bytes, after decompression
     */
    @WithDefault("10M")
    @Description("The largest response that is collected, after decompression, and the largest element of a stream.")
    DataSize maxResponseSize();

    /**
     * Asks for compressed responses.
     *
     * @return true to ask for gzip
     */
    @WithDefault("false")
    @Description(
            "Asks for responses compressed with gzip, except for streams. A compressed response that was not asked for is refused.")
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
            "The number of retries of an idempotent call, or one with an Idempotency-Key, after a broken connection,"
                    + " 429, 502, 503 or 504. All calls together have one retry for five calls.")
    int retries();

    /**
     * The delay before the first retry.
     *
     * @return doubled for each further one
     */
    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The delay before the first retry, doubled for each further one; a random half of it is left out.")
    Duration retryDelay();

    /**
     * The longest delay before a retry.
     *
     * @return a longer Retry-After ends the call
     */
    @WithDefault("2s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest delay before a retry. A Retry-After that is longer ends the retries.")
    Duration maxRetryDelay();

    /**
     * The header with the remaining time.
     *
     * @return empty for none
     */
    @WithDefault("X-Request-Deadline")
    @Description("The header that tells the service the remaining milliseconds; empty for none.")
    Optional<String> deadlineHeader();

    /**
     * The header with the request id.
     *
     * @return empty for none
     */
    @WithDefault("X-Request-Id")
    @Description("The header that tells the service the request id; empty for none.")
    Optional<String> requestIdHeader();

    /**
     * The headers of the current request that travel on.
     *
     * @return names of headers
     */
    @WithDefault("traceparent,tracestate")
    @Description("The headers of the current request that are sent to the service too.")
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
            "Sends the bearer token of the current request to the service. Only for services that may act for the user.")
    boolean forwardToken();

    /**
     * Reconnects a stream of server-sent events.
     *
     * @return true to reconnect
     */
    @WithDefault("true")
    @Description("Reconnects when a stream of server-sent events whose events have ids ends or breaks.")
    boolean sseReconnect();
}

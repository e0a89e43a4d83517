package org.jzenith.rest;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.http.configuration.AdaptiveLimitConfiguration;
import org.jzenith.http.configuration.Http2Configuration;
import org.jzenith.http.configuration.HttpConfiguration;
import org.jzenith.http.configuration.HttpText;
import org.jzenith.http.configuration.ListenerConfiguration;
import org.jzenith.http.configuration.TcpConfiguration;
import org.jzenith.rest.json.JsonBodyConfiguration;
import org.jzenith.rest.multipart.MultipartConfiguration;
import org.jzenith.rest.patch.PatchConfiguration;
import org.jzenith.rest.sse.SseConfiguration;

/**
 * The settings of the REST server. A feature with several settings has them as a group in its package. Immutable and
 * safe for use by many threads.
 */
@ConfigMapping(prefix = "rest")
public interface RestConfiguration extends HttpConfiguration, ListenerConfiguration {

    /**
     * The port to listen on.
     *
     * @return 0 for any free port
     */
    @WithDefault("8080")
    @WithConverter(Ranges.ListenPort.class)
    @Description("The port to listen on; 0 for any free port.")
    int port();

    /**
     * The number of servers that share the port, each on an event loop.
     *
     * @return the number, or empty for one per processor
     */
    @Description("The number of servers that share the port, each on its own event loop; one per processor when "
            + "not set.")
    Optional<@WithConverter(Ranges.EventLoops.class) Integer> instances();

    /**
     * The prefix of every path.
     *
     * @return a path such as {@code /api}
     */
    @WithDefault("/")
    @WithConverter(HttpText.AbsolutePath.class)
    @Description("The prefix of every path, for example /api.")
    String contextPath();

    /**
     * The header {@code Server} of every response (RFC 9110, 10.2.4).
     *
     * @return the name of the product, or empty for no header
     */
    @Description("The header Server of every response.")
    Optional<@WithConverter(HttpText.FieldValue.class) String> serverHeader();

    /**
     * True if the application enforces {@code @RolesAllowed}, {@code @DenyAll} and {@code @PermitAll}: with a filter on resources, or in its
     * own way on services.
     *
     * @return false to let the start fail where resources carry one of them, or where classes that handle no request limit access
     */
    @WithDefault("false")
    @Description("Declares that your code enforces @RolesAllowed, @DenyAll and @PermitAll on resources and services; "
            + "otherwise they fail the start.")
    boolean applicationEnforcesAccessAnnotations();

    /**
     * Makes warnings about resources fail the start, such as constraints that nothing checks.
     *
     * @return false to log warnings
     */
    @WithDefault("false")
    @Description("Fails the start on warnings about resources.")
    boolean failOnWarnings();

    /**
     * The largest body of a request; a larger one gets a 413.
     *
     * @return a size
     */
    @WithDefault("10M")
    @Description("The largest request body; a larger one gets a 413.")
    DataSize maxBodySize();

    /**
     * The fields of a body of the type {@code application/x-www-form-urlencoded}; more get a 413.
     *
     * @return at least one
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of fields in a URL-encoded form; more get a 413.")
    int maxFormFields();

    /**
     * The codings of bodies that the server decodes (RFC 9110, 8.4). Bodies with others get a 415.
     *
     * @return some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}; empty to decode none
     */
    @Description("The Content-Encodings to decode: gzip, deflate, br, zstd; others get a 415. Body limits apply to "
            + "the decoded bytes too.")
    Optional<List<@WithConverter(HttpText.Coding.class) String>> decodeBodies();

    /**
     * The bytes to which one byte of an encoded body may expand on average, beyond the first mebibyte. A body that
     * expands further is refused with 413.
     *
     * @return at least one
     */
    @WithDefault("200")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum decoded bytes per encoded byte of a body, after its first 1 MiB; more gets a 413.")
    int maxDecodingRatio();

    /**
     * The bytes of responses that may wait for clients, on all connections together. Beyond it new requests get a
     * 503, and the connections and HTTP/2 streams whose clients have taken nothing for the longest time, at least for
     * one second, are closed or reset, until there is room.
     *
     * @return a size of at least 64 KiB, or empty for a quarter of the heap, divided among the {@code RestPlugin}s of the
     *     application
     */
    @Description("The memory for responses that clients have not read yet. When it is used up, new requests get a "
            + "503 and the connections that have waited longest are closed. A quarter of the heap when not set.")
    Optional<DataSize> maxBufferedResponses();

    /**
     * The bytes that all buffered bodies of the server may take together. Beyond it bodies wait unread for room, at
     * most for the body time-out; then they get a 503.
     *
     * @return a size of at least 64 KiB, or empty for a quarter of the heap, divided among the {@code RestPlugin}s of the
     *     application
     */
    @Description("The memory for buffered request bodies. When it is used up, requests wait, then get a 503. A "
            + "quarter of the heap when not set.")
    Optional<DataSize> maxBufferedBodies();

    /**
     * The memory that the values of parsed bodies may take together, estimated as in {@code docs/limits.md}. A body whose value
     * is larger than seven eighths of it gets a 413; others wait until there is room.
     *
     * @return a size of at least 64 KiB, or empty for a quarter of the heap, divided among the {@code RestPlugin}s of the
     *     application
     */
    @Description("The memory for values parsed from bodies above 512 bytes. When it is used up, requests wait, then "
            + "get a 503; a body that can never fit gets a 413. A quarter of the heap when not set.")
    Optional<DataSize> maxParsedBodies();

    /**
     * The tokens of a JSON body: values, names, and the starts and ends of objects and arrays. A line of CSV counts as 4, and each
     * comma as 2. {@code @MaxElements} replaces it for a body that a method takes as a {@code Flowable}.
     *
     * @return at least one, or empty for one for each 32 bytes of {@link #maxParsedBodies}
     */
    @Description(
            "The maximum number of tokens (names, values, braces, brackets) in a JSON body, also one that is read as "
                    + "a stream; more get a 413. A CSV line counts as 4, a comma as 2. @MaxElements replaces it for a stream. One "
                    + "per 32 bytes of rest.max-parsed-bodies when not set.")
    Optional<@WithConverter(Ranges.Positive.class) Integer> maxTokens();

    /**
     * The largest header block of a request; a larger one gets a 431.
     *
     * @return a size
     */
    @WithDefault("8K")
    @Description("The largest header block of a request; a larger one gets a 431.")
    DataSize maxHeaderSize();

    /**
     * The longest request line; a longer one gets a 414.
     *
     * @return a size
     */
    @WithDefault("4K")
    @Description("The longest request line; a longer one gets a 414.")
    DataSize maxRequestLine();

    /**
     * The time a connection may stay open without a request, and the time a client may read nothing of a pending
     * response. HTTP/2 pings and settings do not reset it.
     *
     * @return at least one millisecond
     */
    @WithDefault("60s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long a connection may have no request, or an unread response.")
    Duration idleTimeout();

    /**
     * The time a new connection has to send its first request line and headers.
     *
     * @return at least one millisecond
     */
    @WithDefault("15s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for a new connection's first request line and headers.")
    Duration headerTimeout();

    /**
     * The time the body of a request has to arrive; a slower one is refused with 408. A body that is read as it arrives has this
     * time for every 8 KiB; time in which nothing is requested of it does not count.
     *
     * @return at least one millisecond
     */
    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The time limit for receiving a request body, or every 8 KiB of one that is read as it arrives; a slower "
                    + "one gets a 408.")
    Duration bodyTimeout();

    /**
     * The time until a request's response begins; receiving the body counts. A slower request is disposed; the client
     * gets a 503, or a 408 if the body is incomplete. {@code @Deadline} lowers it for a method.
     *
     * @return at least one millisecond
     */
    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit from the request's start to the response's first byte; a slower request is "
            + "disposed and gets a 503. @Deadline lowers it.")
    Duration requestTimeout();

    /**
     * The header in which a trusted proxy, or another service that is named in {@link #trustedProxies}, says how long the
     * request may take: milliseconds, or a value of gRPC's {@code grpc-timeout}. It lowers the request time-out.
     *
     * @return the name of a header, or empty for none
     */
    @Description("The header in which a trusted proxy may lower the request timeout, in milliseconds or like "
            + "grpc-timeout.")
    Optional<@WithConverter(HttpText.Token.class) String> deadlineHeader();

    /**
     * The source of request ids.
     *
     * @return true for the id of the request's trace: that of the header {@code traceparent}, or a new one. {@code X-Request-Id} is
     *     then ignored
     */
    @WithDefault("false")
    @Description(
            "Makes the request id the trace id: that of the client's traceparent, or a new one. X-Request-Id is ignored.")
    boolean traceIdAsRequestId();

    /**
     * The time an element of a stream may wait for further ones, to be sent together. They are also sent when they
     * reach 16 KiB, and at the end of the stream.
     *
     * @return zero to send it as soon as the source pauses
     */
    @WithDefault("0s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description(
            "How long a stream's element may wait for others to save packets; 0s sends it when the source " + "pauses.")
    Duration streamFlush();

    /**
     * The number of connections the application accepts; more are closed.
     *
     * @return at least one
     */
    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of open connections; further ones are closed immediately.")
    int maxConnections();

    /**
     * The number of requests that may be in flight; more get a 503 with {@code Retry-After}. As many
     * {@code @Blocking} methods may run or wait for a thread, also while their clients have left.
     *
     * @return at least one
     */
    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of requests in flight, and of running or waiting @Blocking methods; further "
            + "requests get a 503.")
    int maxRequestsInFlight();

    /**
     * The paths that are served even when {@link #maxRequestsInFlight} is reached, as long as fewer than 100 more are in
     * flight. The adaptive limit neither counts nor refuses them.
     *
     * @return paths below the context path, each with what is below it; empty for none
     */
    @WithDefault("/health")
    @Description("The paths, with everything below them, that are served beyond rest.max-requests-in-flight, up to "
            + "100 requests. The adaptive limit ignores them.")
    Optional<List<@WithConverter(HttpText.PlainPath.class) String>> priorityPaths();

    /**
     * The settings of the limit on requests in flight that follows latency.
     *
     * @return a group of settings
     */
    AdaptiveLimitConfiguration adaptiveLimit();

    /**
     * The settings of {@code @RateLimit}.
     *
     * @return a group of settings
     */
    RateLimits rateLimit();

    /**
     * The addresses whose {@code Forwarded} and {@code X-Forwarded-*} headers are believed.
     *
     * @return IP addresses or networks such as {@code 10.0.0.0/8}
     */
    @Description("The addresses or networks of trusted proxies, or unix for a Unix socket; their Forwarded and "
            + "PROXY protocol headers are used.")
    Optional<List<String>> trustedProxies();

    /**
     * The settings of HTTP/2.
     *
     * @return a group of settings
     */
    Http2Configuration http2();

    /**
     * The settings of TCP.
     *
     * @return a group of settings
     */
    TcpConfiguration tcp();

    /**
     * The settings of JSON.
     *
     * @return a group of settings
     */
    JsonBodyConfiguration json();

    /**
     * The settings of bodies of JSON Patch.
     *
     * @return a group of settings
     */
    PatchConfiguration patch();

    /**
     * The settings of the health resource.
     *
     * @return a group of settings
     */
    Health health();

    /**
     * Further listeners.
     *
     * @return by name
     */
    Map<String, FurtherListener> listeners();

    /**
     * The settings of server-sent events.
     *
     * @return a group of settings
     */
    SseConfiguration sse();

    /**
     * The settings of bodies of the type {@code multipart/form-data}.
     *
     * @return a group of settings
     */
    MultipartConfiguration multipart();

    /** The settings of {@code @RateLimit}. */
    interface RateLimits {

        /**
         * The number of clients that one limit remembers. Beyond it the client that was not seen for the longest time is
         * forgotten, and starts again at zero. One takes about 200 bytes.
         *
         * @return at least one
         */
        @WithDefault("100000")
        @WithConverter(Ranges.Positive.class)
        @Description("The clients that one @RateLimit tracks (about 200 bytes each); the least recently seen are "
                + "dropped.")
        int maxKeys();
    }

    /** A further address at which the same is served. */
    interface FurtherListener extends ListenerConfiguration {

        /**
         * The port to listen on.
         *
         * @return 0 for any free port; empty for a Unix socket
         */
        @Description("The port to listen on; 0 for any free port.")
        Optional<@WithConverter(Ranges.ListenPort.class) Integer> port();
    }

    /** The settings of the health resource. */
    interface Health {

        /**
         * True if jZenith serves {@code /health} and the paths below it.
         *
         * @return false to leave the paths to the application
         */
        @WithDefault("true")
        @Description("Serves /health and the paths below it.")
        boolean enabled();

        /**
         * The clients that read why a part is down, and how long its check took; others read names and states only.
         *
         * @return IP addresses or networks such as {@code 10.0.0.0/8}, empty for none; behind trusted proxies the
         *     client's address is the one that they name
         */
        @Description("The addresses or networks (such as 10.0.0.0/8) of clients that may see in /health why a "
                + "check is down.")
        Optional<List<String>> detailsFor();
    }
}

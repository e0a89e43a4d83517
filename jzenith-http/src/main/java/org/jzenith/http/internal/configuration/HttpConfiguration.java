package org.jzenith.http.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.RangeConverter;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.configuration.converter.TextConverter;

/**
 * The settings of an HTTP server and its listeners; those of Jakarta REST extend it. Immutable and thread-safe.
 */
@ConfigMapping(prefix = "rest")
public interface HttpConfiguration extends ListenerConfiguration {

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
     * The header {@code Server} of every response (RFC 9110, 10.2.4).
     *
     * @return the name of the product, or empty for no header
     */
    @Description("The Server header of every response.")
    Optional<@WithConverter(HttpText.FieldValue.class) String> serverHeader();

    /**
     * The largest body of a request; a larger one gets a 413.
     *
     * @return a size
     */
    @WithDefault("10M")
    @Description("The largest request body; a larger one gets a 413.")
    DataSize maxBodySize();

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
    @Description(
            "The maximum decoded bytes per encoded byte of a body, after its first 1 MiB; a higher ratio gets a 413.")
    int maxDecodingRatio();

    /**
     * The bytes of responses that may wait for clients, on all connections together. Beyond it new requests get a
     * 503, and the connections and HTTP/2 streams whose clients have taken nothing for the longest time, at least for
     * one second, are closed or reset, until there is room.
     *
     * @return a size of at least 64 KiB, or empty for a quarter of the heap, divided among the plugins of the
     *     application that open listeners
     */
    @Description("The memory for responses that clients have not read yet. When it is used up, new requests get a "
            + "503 and the connections that have waited longest are closed. A quarter of the heap when not set.")
    Optional<DataSize> maxBufferedResponses();

    /**
     * The bytes that all buffered bodies of the server may take together. Beyond it bodies wait unread for room, at
     * most for the body time-out; then they get a 503.
     *
     * @return a size of at least 64 KiB, or empty for a quarter of the heap, divided among the plugins of the
     *     application that open listeners
     */
    @Description("The memory for buffered request bodies. When it is used up, requests wait, then get a 503. A "
            + "quarter of the heap when not set.")
    Optional<DataSize> maxBufferedBodies();

    /**
     * The memory that the values of parsed bodies may take together, estimated as in {@code docs/limits.md}. A body whose value
     * is larger than seven eighths of it gets a 413; others wait until there is room.
     *
     * @return a size of at least 64 KiB, or empty for a quarter of the heap, divided among the plugins of the
     *     application that open listeners
     */
    @Description("The memory for values parsed from bodies above 512 bytes. When it is used up, requests wait, then "
            + "get a 503; a body that can never fit gets a 413. A quarter of the heap when not set.")
    Optional<DataSize> maxParsedBodies();

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
    @Description(
            "How long a connection may stay open without a request, or with a response that the client does not read.")
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
            "The time limit for a request body, or for each 8 KiB if the body is read as a stream. A slower client gets "
                    + "a 408.")
    Duration bodyTimeout();

    /**
     * The time until a request's response starts; receiving the body counts. A slower request is disposed; the client
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
            "Uses the trace id as the request id: from the client's traceparent header, or generated. X-Request-Id is ignored.")
    boolean traceIdAsRequestId();

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
    @Description(
            "Paths, with everything below them, that get 100 more requests in flight when rest.max-requests-in-flight is "
                    + "reached. The adaptive limit ignores them.")
    Optional<List<@WithConverter(HttpText.PlainPath.class) String>> priorityPaths();

    /**
     * The settings of the limit on requests in flight that follows latency.
     *
     * @return a group of settings
     */
    AdaptiveLimitConfiguration adaptiveLimit();

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
     * The pages of other origins that may read responses.
     *
     * @return a group of settings
     */
    Cors cors();

    /**
     * Headers that limit what browsers do with a response.
     *
     * @return a group of settings
     */
    SecurityHeaders securityHeaders();

    /**
     * The compression of responses.
     *
     * @return a group of settings
     */
    Compression compression();

    /**
     * Adds an {@code ETag} computed from the content to responses to {@code GET} that have none, and responds with 304 if the client
     * already has the content.
     *
     * @return true to add tags
     */
    @WithDefault("false")
    @Description("Adds an ETag (a hash of the content) to 200 responses to GET of up to 1 MiB, and responds with "
            + "304 if it matches.")
    boolean automaticEntityTags();

    /**
     * The access log, with one line for each request.
     *
     * @return a group of settings
     */
    AccessLog accessLog();

    /**
     * The time after which a request is slow.
     *
     * @return empty for no lines about slow requests
     */
    @Description(
            "Logs requests whose response starts later than this, such as 1s, and where the time went (org.jzenith.slow at WARN). Off "
                    + "when not set.")
    Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> slowRequest();

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

    /** The pages of other origins that may read responses (WHATWG Fetch, CORS protocol). */
    interface Cors {

        /**
         * The origins whose pages may read responses.
         *
         * @return origins such as {@code https://shop.example.org}, one label of which may be an asterisk, {@code null},
         *     or {@code *} for all; empty switches CORS off
         */
        @Description(
                "The origins whose pages may read responses. An entry is an origin (https://shop.example.org), a pattern in "
                        + "which * is one label (https://*.example.org), the word null (for pages whose Origin header is null), or * "
                        + "for all. CORS is off when not set.")
        Optional<List<String>> origins();

        /**
         * The HTTP methods that these pages may use; browsers always allow GET, HEAD and POST.
         *
         * @return names, or {@code *} for any
         */
        @WithDefault("GET,HEAD,POST,PUT,PATCH,DELETE")
        @Description("The methods that these pages may use, or * for any.")
        List<@WithConverter(HttpText.Token.class) String> methods();

        /**
         * The request headers that these pages may set.
         *
         * @return names, or {@code *} for any
         */
        @WithDefault("*")
        @Description("The request headers that these pages may set, or * for any.")
        List<@WithConverter(HttpText.Token.class) String> headers();

        /**
         * The response headers that these pages may read, in addition to those that browsers always expose.
         *
         * @return names, or empty for none
         */
        @Description("Further response headers that these pages may read, such as Location.")
        Optional<List<@WithConverter(HttpText.Token.class) String>> exposedHeaders();

        /**
         * Allows requests from these pages to carry cookies and other browser credentials.
         *
         * @return true to allow it; not with the origin {@code *}
         */
        @WithDefault("false")
        @Description("Lets these pages send cookies; not allowed with the origin *.")
        boolean credentials();

        /**
         * The time for which a browser may cache a preflight response.
         *
         * @return the duration, truncated to whole seconds
         */
        @WithDefault("30m")
        @WithConverter(Ranges.NotNegativeDuration.class)
        @Description("How long browsers may cache a preflight response.")
        Duration maxAge();

        /**
         * Refuses requests from pages of other origins with 403.
         *
         * @return false to respond without CORS headers, so that the browser does not let the page read the response
         */
        @WithDefault("false")
        @Description("Rejects requests from other origins with 403. When false, they are served without CORS headers.")
        boolean refuseOtherOrigins();
    }

    /** Headers that limit what browsers do with a response. A resource that sets one itself wins. */
    interface SecurityHeaders {

        /**
         * Enables the headers of this group.
         *
         * @return false to add none
         */
        @WithDefault("true")
        @Description("Adds the headers of this group to responses.")
        boolean enabled();

        /**
         * The header {@code X-Content-Type-Options} (WHATWG Fetch).
         *
         * @return its value, or empty for no header
         */
        @WithDefault("nosniff")
        @Description("The X-Content-Type-Options header; an empty value omits it.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> contentTypeOptions();

        /**
         * The header {@code X-Frame-Options} (RFC 7034).
         *
         * @return its value, or empty for no header
         */
        @WithDefault("DENY")
        @Description("The X-Frame-Options header, DENY or SAMEORIGIN; an empty value omits it.")
        Optional<@WithConverter(HttpText.FrameOptions.class) String> frameOptions();

        /**
         * The header {@code Referrer-Policy} (W3C Referrer Policy).
         *
         * @return its value, or empty for no header
         */
        @Description("The Referrer-Policy header, such as same-origin.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> referrerPolicy();

        /**
         * The header {@code Content-Security-Policy} (W3C Content Security Policy).
         *
         * @return its value, or empty for no header
         */
        @Description("The Content-Security-Policy header, such as default-src 'none'; frame-ancestors 'none'.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> contentSecurityPolicy();

        /**
         * The header {@code Cache-Control} (RFC 9111) of responses that have none.
         *
         * @return its value, or empty for no header
         */
        @Description("The Cache-Control header for responses that do not set it, such as no-store.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> cacheControl();

        /**
         * The header {@code Strict-Transport-Security} (RFC 6797) of responses to requests over TLS, as far as the
         * server or a trusted proxy says.
         *
         * @return its value, or empty for no header
         */
        @Description(
                "The Strict-Transport-Security header of responses over HTTPS, such as max-age=31536000; includeSubDomains.")
        Optional<@WithConverter(HttpText.TransportSecurity.class) String> strictTransportSecurity();
    }

    /** The compression of responses for clients that accept it. */
    interface Compression {

        /** A content coding (RFC 9110, 8.4.1). */
        enum Coding {

            /** Brotli (RFC 7932). */
            BR,

            /** Zstandard (RFC 8878). */
            ZSTD,

            /** The format of gzip (RFC 1952). */
            GZIP,

            /** The format of zlib (RFC 1950). */
            DEFLATE
        }

        /**
         * Enables compression of responses.
         *
         * @return true to compress them
         */
        @WithDefault("false")
        @Description("Compresses responses for clients that accept it.")
        boolean enabled();

        /**
         * The smallest content that is compressed.
         *
         * @return a size
         */
        @WithDefault("1K")
        @Description("The smallest body to compress; streams are always compressed.")
        DataSize minSize();

        /**
         * The media types that are compressed.
         *
         * @return types; an asterisk stands for any characters, but never for {@code text/event-stream}
         */
        @WithDefault(
                "text/*,application/json,application/*+json,application/x-ndjson,application/xml,application/*+xml,"
                        + "image/svg+xml,application/javascript,application/wasm,application/graphql,font/ttf,font/otf")
        @Description(
                "The media types to compress; * matches any characters. text/event-stream must be listed " + "itself.")
        List<@WithConverter(HttpText.MediaTypes.class) String> types();

        /**
         * The codings, the best first.
         *
         * @return those whose libraries are not on the class path are left out
         */
        @WithDefault("br,zstd,gzip,deflate")
        @Description("The codings, preferred first; br and zstd need their libraries on the class path.")
        List<Coding> codings();
    }

    /** A line for each request. */
    interface AccessLog {

        /** The format of a log line. */
        enum Format {

            /** No access log. */
            OFF,

            /** The Common Log Format. */
            COMMON,

            /** The Common Log Format with referer and user agent, as Apache and nginx write it. */
            COMBINED,

            /** A JSON document. */
            JSON
        }

        /** Takes the lines. */
        @SuppressWarnings("serial")
        final class Output extends TextConverter {

            /** The standard output. */
            public static final String STDOUT = "stdout";

            /** The logger {@code org.jzenith.access}. */
            public static final String LOGGER = "logger";

            public Output() {
                super(
                        STDOUT + "|" + LOGGER + "|\\P{Cntrl}*[/\\\\]\\P{Cntrl}*[^/\\\\\\p{Cntrl}]",
                        "stdout, logger, or the path of a file with a slash, such as ./access.log");
            }
        }

        /** The part of a whole. */
        @SuppressWarnings("serial")
        final class Part extends RangeConverter<Double> {

            public Part() {
                super("a number from 0 to 1", Double::valueOf, part -> part >= 0 && part <= 1);
            }

            @Override
            public @Nullable Double convert(final String text) {
                return super.convert(text);
            }
        }

        /**
         * The format of a log line.
         *
         * @return the format, or off for no lines
         */
        @WithDefault("off")
        @Description("The format of the line for each request.")
        Format format();

        /**
         * Takes the lines.
         *
         * @return {@code stdout}, {@code logger} or the path of a file
         */
        @WithDefault(Output.STDOUT)
        @WithConverter(Output.class)
        @Description("stdout, logger (org.jzenith.access at INFO), or a path with a slash, such as ./access.log.")
        String output();

        /**
         * The part of the requests that is logged.
         *
         * @return from 0 to 1
         */
        @WithDefault("1")
        @WithConverter(Part.class)
        @Description("The fraction of requests to log: 0.1 logs one in ten.")
        double sample();

        /**
         * The paths whose requests are not logged.
         *
         * @return paths with the context path, or {@code /path/*} for a path and all below it
         */
        @Description(
                "The paths to leave out, including the context path; /health/* is /health and everything " + "below.")
        Optional<List<@WithConverter(HttpText.AbsolutePath.class) String>> exclude();

        /**
         * The query and matrix parameters whose values are not logged.
         *
         * @return parts of their names, in any case; after an equals sign, whole words of them
         */
        @WithDefault(
                "token,password,passwd,pwd,secret,key,code,signature,sig,auth,session,credential,jwt,otp,=pin,=ticket")
        @Description(
                "The query and matrix parameters to log as ****. An entry matches any part of a name, in upper or lower case. An"
                        + " entry with a leading = matches only a whole word (=pin matches user_pin and userPin, not shipping).")
        List<String> maskedParameters();

        /**
         * Further parameters whose values are not logged, in addition to {@link #maskedParameters}.
         *
         * @return in the same form
         */
        @Description("Further parameters to mask.")
        Optional<List<String>> moreMaskedParameters();
    }
}

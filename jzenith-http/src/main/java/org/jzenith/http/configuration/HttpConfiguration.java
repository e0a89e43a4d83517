package org.jzenith.http.configuration;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.RangeConverter;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.configuration.converter.TextConverter;

/**
 * The settings for CORS, security headers, compression, entity tags, the access log and the log of slow requests; the configuration of a
 * server extends it. Immutable and thread-safe.
 */
public interface HttpConfiguration {

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
            "Requests whose response begins later than this, such as 1s, get a line in the log (org.jzenith.slow at WARN)"
                    + " that says where the time went. Off when not set.")
    Optional<@WithConverter(Ranges.PositiveDuration.class) Duration> slowRequest();

    /** The pages of other origins that may read responses (WHATWG Fetch, CORS protocol). */
    interface Cors {

        /**
         * The origins whose pages may read responses.
         *
         * @return origins such as {@code https://shop.example.org}, one label of which may be an asterisk, {@code null},
         *     or {@code *} for all; empty switches CORS off
         */
        @Description("The origins whose pages may read responses: https://shop.example.org, https://*.example.org "
                + "for one label, null, or * for all. CORS is off when not set.")
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
        @Description("Rejects requests from other origins with 403; otherwise serves them without CORS headers.")
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
        @Description("The header X-Content-Type-Options; an empty value omits it.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> contentTypeOptions();

        /**
         * The header {@code X-Frame-Options} (RFC 7034).
         *
         * @return its value, or empty for no header
         */
        @WithDefault("DENY")
        @Description("The header X-Frame-Options, DENY or SAMEORIGIN; an empty value omits it.")
        Optional<@WithConverter(HttpText.FrameOptions.class) String> frameOptions();

        /**
         * The header {@code Referrer-Policy} (W3C Referrer Policy).
         *
         * @return its value, or empty for no header
         */
        @Description("The header Referrer-Policy, such as same-origin.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> referrerPolicy();

        /**
         * The header {@code Content-Security-Policy} (W3C Content Security Policy).
         *
         * @return its value, or empty for no header
         */
        @Description("The header Content-Security-Policy, such as default-src 'none'; frame-ancestors 'none'.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> contentSecurityPolicy();

        /**
         * The header {@code Cache-Control} (RFC 9111) of responses that have none.
         *
         * @return its value, or empty for no header
         */
        @Description("The header Cache-Control for responses without one, such as no-store.")
        Optional<@WithConverter(HttpText.FieldValue.class) String> cacheControl();

        /**
         * The header {@code Strict-Transport-Security} (RFC 6797) of responses to requests over TLS, as far as the
         * server or a trusted proxy says.
         *
         * @return its value, or empty for no header
         */
        @Description("The header Strict-Transport-Security for responses over HTTPS, such as max-age=31536000; "
                + "includeSubDomains.")
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
        @Description("The query and matrix parameters to log as ****: matched case-insensitively anywhere in the "
                + "name; with a leading = only as a whole word (=pin matches user_pin and userPin, not "
                + "shipping).")
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

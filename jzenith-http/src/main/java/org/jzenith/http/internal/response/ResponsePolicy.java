package org.jzenith.http.internal.response;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.connection.ServerHeaders;

/** Adds CORS and security headers to responses, and compresses content. Immutable and safe for use by many threads. */
public final class ResponsePolicy {

    /** Content up to this size is encoded at once, in about 1 ms; more of it in so many bytes a turn of the event loop. */
    public static final int TURN_BYTES = 64 * 1024;

    /** Encodes the content of one response. Used on one event loop. */
    public interface ContentEncoder {

        /**
         * Encodes a piece.
         *
         * @param piece follows the previous pieces
         * @return bytes that let the client decode all pieces so far; empty if the piece is empty
         */
        Buffer encode(Buffer piece);

        /**
         * Encodes the last piece.
         *
         * @param piece may be empty
         * @return the end of the encoded content
         */
        Buffer encodeLast(Buffer piece);

        /** Frees memory outside the heap; may be called twice. */
        void close();
    }

    private static final CharSequence STRICT_TRANSPORT_SECURITY =
            HttpHeaders.createOptimized("Strict-Transport-Security");

    private final @Nullable CorsPolicy cors;

    /** Headers that limit what browsers do with a response. */
    private final Map<CharSequence, CharSequence> securityHeaders;

    /** The same in HTTP/1; null if other parts read one of them. */
    private final ServerHeaders.@Nullable Prepared prepared;

    private final @Nullable CharSequence transportSecurity;
    private final @Nullable Compression compression;
    private final boolean automaticTags;

    private ResponsePolicy(
            final @Nullable CorsPolicy cors,
            final Map<CharSequence, CharSequence> securityHeaders,
            final ServerHeaders.@Nullable Prepared prepared,
            final @Nullable CharSequence transportSecurity,
            final @Nullable Compression compression,
            final boolean automaticTags) {
        this.automaticTags = automaticTags;
        this.compression = compression;
        this.cors = cors;
        this.securityHeaders = securityHeaders;
        this.prepared = prepared;
        this.transportSecurity = transportSecurity;
    }

    /**
     * Computes what settings say.
     *
     * @param settings the settings of the plugin that responds
     * @param prefix stands before their keys, for problems
     * @param configuration names the source of a wrong setting
     * @return null if everything is off
     * @throws StartException if a setting cannot be read
     */
    public static @Nullable ResponsePolicy of(
            final HttpConfiguration settings, final String prefix, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        final CorsPolicy cors =
                StartException.collect(problems, () -> CorsPolicy.of(settings.cors(), prefix, configuration));
        final Compression compression =
                StartException.collect(problems, () -> Compression.of(settings.compression(), prefix, configuration));
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        final Map<CharSequence, CharSequence> security = securityHeaders(settings.securityHeaders());
        // Compression and entity tags read Cache-Control.
        final ServerHeaders.Prepared prepared =
                settings.securityHeaders().cacheControl().isPresent() ? null : new ServerHeaders.Prepared(security);
        final CharSequence transport = settings.securityHeaders()
                .strictTransportSecurity()
                .filter(text -> settings.securityHeaders().enabled())
                .map(HttpHeaders::createOptimized)
                .orElse(null);
        final boolean tags = settings.automaticEntityTags();
        return cors == null && security.isEmpty() && transport == null && compression == null && !tags
                ? null
                : new ResponsePolicy(cors, security, prepared, transport, compression, tags);
    }

    private static Map<CharSequence, CharSequence> securityHeaders(final HttpConfiguration.SecurityHeaders settings) {
        final Map<CharSequence, CharSequence> headers = new LinkedHashMap<>();
        if (settings.enabled()) {
            add(headers, "X-Content-Type-Options", settings.contentTypeOptions());
            add(headers, "X-Frame-Options", settings.frameOptions());
            add(headers, "Referrer-Policy", settings.referrerPolicy());
            add(headers, "Content-Security-Policy", settings.contentSecurityPolicy());
            add(headers, "Cache-Control", settings.cacheControl());
        }
        return headers;
    }

    private static void add(
            final Map<CharSequence, CharSequence> headers, final String name, final Optional<String> value) {
        value.ifPresent(text -> headers.put(HttpHeaders.createOptimized(name), HttpHeaders.createOptimized(text)));
    }

    /**
     * Parses the origins of the CORS settings.
     *
     * @param written origins such as {@code https://shop.example.org}, in which one label may be an asterisk; {@code null}; or {@code *}
     *     for all
     * @return a predicate that accepts the {@code Origin} headers of these origins
     * @throws IllegalArgumentException if an origin is invalid; its message is a sentence
     */
    public static Predicate<String> origins(final List<String> written) {
        return new Origins(written)::contains;
    }

    /**
     * Adds to the header {@code Vary}, which stays one field without repeated names.
     *
     * @param response the headers of the response
     * @param names the names of request headers, with commas between them
     */
    public static void addVary(final MultiMap response, final CharSequence names) {
        VaryField.add(response, names);
    }

    /**
     * Returns true for a CORS preflight request, which gets its response before it reaches a handler.
     *
     * @param method the method of the request
     * @param request its headers
     * @return false if CORS is off
     */
    public boolean isPreflight(final HttpMethod method, final MultiMap request) {
        return cors != null && CorsPolicy.isPreflight(method, request);
    }

    /**
     * Returns the reason why a preflight is refused.
     *
     * @param request its headers
     * @return a sentence for the client, or null if the preflight is allowed
     */
    public @Nullable String refusalOfPreflight(final MultiMap request) {
        return cors == null ? null : cors.refusal(request);
    }

    /**
     * Adds the headers of the response to an allowed preflight.
     *
     * @param request its headers
     * @param response the headers of the response
     */
    public void addPreflight(final MultiMap request, final MultiMap response) {
        if (cors != null) {
            cors.addPreflight(request, response);
        }
    }

    /**
     * Returns the reason why a request other than a preflight is refused.
     *
     * @param request its headers
     * @param scheme the scheme of this server, as the client sees it
     * @param authority the authority of this server, as the client sees it
     * @return a sentence for the client, or null if the request is admitted
     */
    public @Nullable String refusal(final MultiMap request, final String scheme, final String authority) {
        return cors != null && cors.refuses(request, scheme, authority)
                ? "Pages of this origin may not use this server."
                : null;
    }

    /**
     * Returns true if the CORS settings name the origin of a request.
     *
     * @param request its headers
     * @return false if they allow all origins, or CORS is off
     */
    public boolean namesOrigin(final MultiMap request) {
        return cors != null && cors.namesOrigin(request);
    }

    /**
     * Gives the handler the entity tags that it has made, where the client names those of compressed responses. Called before
     * the handler reads the request.
     *
     * @param request its headers, which are changed
     * @return the tags as the client has sent them, for {@link #complete}; null if they are unchanged
     */
    public @Nullable String restoreTags(final MultiMap request) {
        return compression == null ? null : compression.restoreTags(request);
    }

    /**
     * Adds an entity tag to a response to {@code GET} or {@code HEAD} that has none. Called before {@link #complete}.
     *
     * @param status the status of the response
     * @param response its headers
     * @param request the headers of the request
     * @param content the whole content
     * @return true if the client has this content; then the response is 304
     */
    public boolean isNotModified(
            final int status, final MultiMap response, final MultiMap request, final Buffer content) {
        return automaticTags && AutomaticTags.tag(status, response, request, content);
    }

    /**
     * Decides how the content of a response is encoded, and says so in its headers. Called once, when they are complete and
     * there is content.
     *
     * @param status the status of the response
     * @param response its headers
     * @param request the headers of the request
     * @param length the length of the content; negative if it is not known
     * @return makes the encoder; null if the content is sent as it is
     */
    public @Nullable Supplier<ContentEncoder> encoding(
            final int status, final MultiMap response, final MultiMap request, final long length) {
        if (compression == null) {
            return null;
        }
        final boolean oneTurn = length >= 0 && length <= TURN_BYTES;
        final ContentCoding coding = compression.choose(status, response, request, length, oneTurn);
        return coding == null ? null : () -> coding.encoder(oneTurn ? (int) length : TURN_BYTES);
    }

    /**
     * Adds the headers that a handler may replace; called before it sets its own.
     *
     * @param response empty so far
     * @param secure true if the request came over TLS
     */
    public void begin(final MultiMap response, final boolean secure) {
        securityHeaders.forEach(response::add);
        beginPrepared(response, secure);
    }

    /**
     * The headers that {@link #begin} adds to every response, for connections that write them themselves.
     *
     * @return null if they must be added to the others
     */
    public ServerHeaders.@Nullable Prepared prepared() {
        return prepared;
    }

    /**
     * Adds what {@link #begin} adds besides {@link #prepared}.
     *
     * @param response empty so far
     * @param secure true if the request came over TLS
     */
    public void beginPrepared(final MultiMap response, final boolean secure) {
        if (secure && transportSecurity != null) {
            response.add(STRICT_TRANSPORT_SECURITY, transportSecurity);
        }
    }

    /**
     * Adds the headers that depend on those of the handler; called once, at the end.
     *
     * @param status the status of the response
     * @param response the headers of the response
     * @param request the headers of the request
     * @param sentTags the result of {@link #restoreTags}
     */
    public void complete(
            final int status, final MultiMap response, final MultiMap request, final @Nullable String sentTags) {
        if (compression != null) {
            compression.completeNotModified(status, response, sentTags);
        }
        if (cors != null) {
            cors.addTo(response, request);
        }
    }
}

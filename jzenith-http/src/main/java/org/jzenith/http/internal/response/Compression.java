package org.jzenith.http.internal.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.request.AcceptEncoding;
import org.jzenith.http.internal.request.HeaderList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the compression of responses. An encoded representation is a separate one (RFC 9110, 8.8.3.3): its entity tag ends with its
 * coding, and requests that name such a tag refer to that of the handler. Immutable and thread-safe.
 */
final class Compression {

    private static final Logger LOGGER = LoggerFactory.getLogger(Compression.class);

    private static final CharSequence ACCEPT_ENCODING = HttpHeaders.createOptimized("Accept-Encoding");
    private static final CharSequence ACCEPT_RANGES = HttpHeaders.createOptimized("Accept-Ranges");

    /** Hashes of the content as it is sent. */
    private static final List<CharSequence> DIGESTS = List.of(
            HttpHeaders.createOptimized("Content-Digest"),
            HttpHeaders.createOptimized("Repr-Digest"),
            HttpHeaders.createOptimized("Digest"));

    private final List<ContentCoding> codings;
    private final List<ContentCoding> forPieces;
    private final CompressibleTypes types;
    private final long minSize;

    private Compression(final HttpConfiguration.Compression settings, final List<ContentCoding> codings) {
        this.codings = codings;
        this.forPieces = codings.stream().filter(ContentCoding::isForPieces).toList();
        this.types = new CompressibleTypes(settings.types());
        this.minSize = settings.minSize().bytes();
    }

    /** Null if it is off. */
    static @Nullable Compression of(
            final HttpConfiguration.Compression settings, final String prefix, final Configuration configuration) {
        if (!settings.enabled()) {
            return null;
        }
        final List<ContentCoding> codings = new ArrayList<>();
        final List<String> missing = new ArrayList<>();
        for (final HttpConfiguration.Compression.Coding each : settings.codings()) {
            final ContentCoding coding = ContentCoding.of(each);
            if (coding.isAvailable()) {
                codings.add(coding);
            } else {
                missing.add(coding.token() + " needs " + coding.needs());
            }
        }
        final String key = prefix + ".compression.codings";
        if (codings.isEmpty()) {
            throw new StartException(StartProblem.of("No coding of " + key + " is available: "
                            + String.join(", ", missing) + " on the class path.")
                    .from(configuration.origin(key).orElse(null))
                    .remedy("Add the dependency, or add gzip to " + key + "."));
        }
        LOGGER.info(
                "Responses are compressed with {}{}.",
                codings.stream().map(ContentCoding::token).collect(Collectors.joining(", ")),
                missing.isEmpty() ? "" : " (" + String.join("; ", missing) + " on the class path)");
        return new Compression(settings, List.copyOf(codings));
    }

    /**
     * Chooses the encoding of content, and sets the headers for it.
     *
     * @param length the length of the content; negative if unknown
     * @param oneTurn true if all content is encoded in one step
     * @return null if it is sent unencoded
     */
    @Nullable
    ContentCoding choose(
            final int status,
            final MultiMap response,
            final MultiMap request,
            final long length,
            final boolean oneTurn) {
        final String type = response.get(HttpHeaders.CONTENT_TYPE);
        if (status == 206
                || length == 0
                || type == null
                || !types.contains(type)
                || response.contains(HttpHeaders.CONTENT_ENCODING)
                || response.contains(HttpHeaders.CONTENT_RANGE)
                || DIGESTS.stream().anyMatch(response::contains)
                || forbidsTransformation(response)) {
            return null;
        }
        final AcceptEncoding accepted = new AcceptEncoding(request.getAll(ACCEPT_ENCODING));
        if (length >= 0 && length < minSize && !accepted.refusesIdentity()) {
            return null;
        }
        VaryField.add(response, ACCEPT_ENCODING);
        final ContentCoding coding = accepted.best(oneTurn ? codings : forPieces, ContentCoding::token);
        if (coding == null) {
            return null;
        }
        response.set(HttpHeaders.CONTENT_ENCODING, coding.token());
        response.remove(ACCEPT_RANGES); // ranges are those of the plain content
        final String tag = response.get(HttpHeaders.ETAG);
        if (tag != null && tag.startsWith("\"") && tag.endsWith("\"")) {
            response.set(HttpHeaders.ETAG, tag.substring(0, tag.length() - 1) + suffix(coding));
        }
        return coding;
    }

    private static boolean forbidsTransformation(final MultiMap response) {
        return response.getAll(HttpHeaders.CACHE_CONTROL).stream()
                .anyMatch(field -> field.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    /** Returns the suffix of an entity tag for encoded content. */
    private static String suffix(final ContentCoding coding) {
        return "--" + coding.token() + "\"";
    }

    /**
     * Gives a handler the tags that it has made itself. A tag of another coding than the client would get is none: the
     * client could not use what it stands for.
     *
     * @return the tags that the client has sent in {@code If-None-Match}; null if they are unchanged
     */
    @Nullable
    String restoreTags(final MultiMap request) {
        final String match = HeaderList.joined(request, HttpHeaders.IF_MATCH);
        if (match != null) {
            String restored = match;
            for (final ContentCoding coding : codings) {
                restored = restored.replace(suffix(coding), "\"");
            }
            if (!restored.equals(match)) {
                request.set(HttpHeaders.IF_MATCH, restored);
            }
        }
        final String noneMatch = HeaderList.joined(request, HttpHeaders.IF_NONE_MATCH);
        if (noneMatch == null || !noneMatch.contains("--")) {
            return null;
        }
        final AcceptEncoding accepted = new AcceptEncoding(request.getAll(ACCEPT_ENCODING));
        String restored = noneMatch;
        for (final List<ContentCoding> each : List.of(codings, forPieces)) {
            final ContentCoding coding = accepted.best(each, ContentCoding::token);
            if (coding != null) {
                restored = restored.replace(suffix(coding), "\"");
            }
        }
        if (restored.equals(noneMatch)) {
            return null;
        }
        request.set(HttpHeaders.IF_NONE_MATCH, restored);
        return noneMatch;
    }

    /** A 304 has the tag and the {@code Vary} of the 200 that it stands for (RFC 9110, 15.4.5). */
    void completeNotModified(final int status, final MultiMap response, final @Nullable String sentTags) {
        if (status != 304) {
            return;
        }
        VaryField.add(response, ACCEPT_ENCODING);
        final String tag = response.get(HttpHeaders.ETAG);
        if (sentTags == null || tag == null || !tag.endsWith("\"")) {
            return;
        }
        for (final ContentCoding coding : codings) {
            final String encoded = tag.substring(0, tag.length() - 1) + suffix(coding);
            if (sentTags.contains(encoded)) {
                response.set(HttpHeaders.ETAG, encoded);
                return;
            }
        }
    }
}

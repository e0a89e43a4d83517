package org.jzenith.http.internal.response;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jzenith.http.internal.request.HeaderList;

/** Entity tags of responses that have none, made of their content. */
final class AutomaticTags {

    /** A larger content would hold the event loop for more than some milliseconds. */
    private static final int LARGEST = 1024 * 1024;

    private static final int HASH_BYTES = 16;

    private AutomaticTags() {}

    /**
     * Adds an entity tag computed from the content.
     *
     * @return true if the client already has this content
     */
    static boolean tag(final int status, final MultiMap response, final MultiMap request, final Buffer content) {
        if (status != 200
                || content.length() == 0
                || content.length() > LARGEST
                || response.contains(HttpHeaders.ETAG)
                || isNotStored(response)) {
            return false;
        }
        final String tag = '"' + hash(content) + '"';
        response.set(HttpHeaders.ETAG, tag);
        final String known = HeaderList.joined(request, HttpHeaders.IF_NONE_MATCH);
        return known != null && (known.contains(tag) || known.strip().equals("*"));
    }

    private static boolean isNotStored(final MultiMap response) {
        return response.getAll(HttpHeaders.CACHE_CONTROL).stream()
                .anyMatch(field -> field.toLowerCase(Locale.ROOT).contains("no-store"));
    }

    private static String hash(final Buffer content) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(content.getBytes());
            return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256.", e);
        }
    }
}

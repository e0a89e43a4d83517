package org.jzenith.http.file;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.connection.HttpDate;
import org.jzenith.http.internal.request.HeaderList;

/**
 * The evaluated conditional and range headers of a request, in the order of RFC 9110, 13.2.2.
 *
 * @param status 200, 206, 304, 412 or 416
 * @param ranges the ranges to send with 206; otherwise empty
 */
record Preconditions(int status, List<ByteRange> ranges) {

    private static final Preconditions WHOLE = new Preconditions(200, List.of());

    /**
     * Evaluates the headers of a {@code GET} or {@code HEAD} whose response would be 200.
     *
     * @param tag the entity tag of the representation
     * @param modified the time of its last change
     * @param size its size in bytes
     * @param ranges true if parts of it can be sent
     */
    static Preconditions of(
            final HttpMethod method,
            final MultiMap headers,
            final String tag,
            final Instant modified,
            final long size,
            final boolean ranges) {
        final String match = HeaderList.joined(headers, HttpHeaders.IF_MATCH);
        final Long unmodifiedSince = match == null ? seconds(headers, "If-Unmodified-Since") : null;
        if (match != null ? !matches(match, tag, true) : isAfter(modified, unmodifiedSince)) {
            return new Preconditions(412, List.of());
        }
        final String noneMatch = HeaderList.joined(headers, HttpHeaders.IF_NONE_MATCH);
        final Long modifiedSince = noneMatch == null ? seconds(headers, HttpHeaders.IF_MODIFIED_SINCE) : null;
        if (noneMatch != null
                ? matches(noneMatch, tag, false)
                : modifiedSince != null && !isAfter(modified, modifiedSince)) {
            return new Preconditions(304, List.of());
        }
        // Ranges are defined for GET only (RFC 9110, 14.2).
        final List<String> asked = ranges && method.equals(HttpMethod.GET) ? headers.getAll("Range") : List.of();
        if (asked.size() != 1 || !isSameAsBefore(headers.get("If-Range"), tag, modified)) {
            return WHOLE;
        }
        final List<ByteRange> found = ByteRange.of(asked.get(0), size);
        if (found == null) {
            return WHOLE;
        }
        return new Preconditions(found.isEmpty() ? 416 : 206, found);
    }

    /** Several dates, or an invalid date, are ignored. */
    private static @Nullable Long seconds(final MultiMap headers, final CharSequence name) {
        if (!headers.contains(name)) {
            return null;
        }
        final List<String> all = headers.getAll(name);
        return all.size() == 1 ? HttpDate.seconds(all.get(0)) : null;
    }

    private static boolean isAfter(final Instant modified, final @Nullable Long seconds) {
        return seconds != null && modified.getEpochSecond() > seconds;
    }

    /** Returns true if a list of entity tags contains a tag. A weak tag never matches in a strong comparison (RFC 9110, 8.8.3.2). */
    private static boolean matches(final String list, final String tag, final boolean strong) {
        if (list.strip().equals("*")) {
            return true;
        }
        if (strong && tag.startsWith("W/")) {
            return false;
        }
        final String opaque = opaque(tag);
        int i = 0;
        while (i < list.length()) {
            final int start = list.indexOf('"', i);
            final int end = start < 0 ? -1 : list.indexOf('"', start + 1);
            if (end < 0) {
                return false;
            }
            final boolean weak = start >= 2 && list.startsWith("W/", start - 2);
            if (!(strong && weak) && list.substring(start, end + 1).equals(opaque)) {
                return true;
            }
            i = end + 1;
        }
        return false;
    }

    private static String opaque(final String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    /** Returns true if the client already has parts of this representation (RFC 9110, 13.1.5). */
    private static boolean isSameAsBefore(final @Nullable String ifRange, final String tag, final Instant modified) {
        if (ifRange == null) {
            return true;
        }
        final String known = ifRange.strip();
        if (known.startsWith("\"") || known.startsWith("W/")) {
            return !tag.startsWith("W/") && known.equals(tag);
        }
        final Long seconds = HttpDate.seconds(known);
        // A weak tag says that the file may change twice in the second of its date.
        return seconds != null && !tag.startsWith("W/") && seconds == modified.getEpochSecond();
    }
}

package org.jzenith.http.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a representation (RFC 9110, 14).
 *
 * @param first the position of the first byte
 * @param last the position of the last byte
 */
record ByteRange(long first, long last) {

    /** The maximum number of ranges; a client that asks for more gets the whole representation. */
    static final int MOST = 16;

    /**
     * Two ranges with at most this gap are sent as one, because the head of another part would be longer than the gap.
     */
    private static final int NEAR = 128;

    private static final String UNIT = "bytes=";

    /** The maximum number of digits, so that a number fits into a long. */
    private static final int DIGITS = 18;

    long length() {
        return last - first + 1;
    }

    /**
     * Returns the ranges of a header that exist in the representation.
     *
     * @param header a {@code Range}
     * @param size the size of the representation in bytes
     * @return empty if none of the ranges exists; null if the header is ignored, because it is malformed, has a unit other than
     *     bytes or too many ranges, or asks for the end of an empty representation
     */
    static @Nullable List<ByteRange> of(final String header, final long size) {
        if (!header.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return null;
        }
        final String[] specified = header.substring(UNIT.length()).split(",", -1);
        if (specified.length > MOST) {
            return null;
        }
        final List<ByteRange> found = new ArrayList<>();
        boolean any = false;
        boolean isWhole = false;
        for (final String each : specified) {
            final String text = each.strip();
            if (text.isEmpty()) {
                continue; // a list may have empty elements (RFC 9110, 5.6.1.2)
            }
            any = true;
            final int dash = text.indexOf('-');
            if (dash < 0 || !isNumber(text, 0, dash) || !isNumber(text, dash + 1, text.length())) {
                return null;
            }
            final String from = text.substring(0, dash);
            final String to = text.substring(dash + 1);
            if (from.isEmpty() && to.isEmpty()) {
                return null;
            }
            if (from.isEmpty()) {
                final long length = Math.min(number(to), size);
                if (length > 0) {
                    found.add(new ByteRange(size - length, size - 1));
                }
                isWhole |= size == 0 && number(to) > 0;
            } else {
                final long first = number(from);
                final long last = to.isEmpty() ? Long.MAX_VALUE : number(to);
                if (last < first) {
                    return null;
                }
                if (first < size) {
                    found.add(new ByteRange(first, Math.min(last, size - 1)));
                }
            }
        }
        return any && !isWhole ? merged(found) : null;
    }

    private static boolean isNumber(final String text, final int start, final int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static long number(final String digits) {
        int start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        return digits.length() - start > DIGITS ? Long.MAX_VALUE : Long.parseLong(digits.substring(start));
    }

    /** Keeps the requested order, unless ranges overlap or are close to each other (RFC 9110, 15.3.7.2). */
    private static List<ByteRange> merged(final List<ByteRange> asked) {
        final List<ByteRange> sorted = new ArrayList<>(asked);
        sorted.sort(Comparator.comparingLong(ByteRange::first));
        final List<ByteRange> merged = new ArrayList<>();
        for (final ByteRange each : sorted) {
            final ByteRange before = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (before != null && each.first() - before.last() <= NEAR) {
                merged.set(merged.size() - 1, new ByteRange(before.first(), Math.max(before.last(), each.last())));
            } else {
                merged.add(each);
            }
        }
        return merged.size() == asked.size() ? asked : merged;
    }
}

package org.jzenith.rest.route;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands at the literal segments of one level of a tree. A table with open addressing, at most half full: it is
 * asked for a part of a string, which is no key of a map, and which has been read once already.
 */
final class LiteralSegments<V> {

    /** 2 to the power of 32, divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private final String[] texts;
    private final V[] values;
    private final int mask;
    private final int shift;

    @SuppressWarnings("unchecked")
    LiteralSegments(final Map<String, V> segments) {
        final int size = Math.max(2, Integer.highestOneBit(segments.size() * 4));
        this.mask = size - 1;
        this.shift = Integer.numberOfLeadingZeros(mask);
        this.texts = new String[size];
        this.values = (V[]) new Object[size];
        segments.forEach((text, value) -> {
            int at = slot(hash(text));
            while (values[at] != null) {
                at = at + 1 & mask;
            }
            texts[at] = text;
            values[at] = value;
        });
    }

    /** The hash code of a segment with one character more; that of an empty one is 0. */
    static int hash(final int before, final char character) {
        return 31 * before + character;
    }

    private static int hash(final String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = hash(hash, text.charAt(i));
        }
        return hash;
    }

    @Nullable
    V find(final String path, final int begin, final int end, final int hash) {
        int at = slot(hash);
        while (values[at] != null) {
            if (texts[at].length() == end - begin && path.startsWith(texts[at], begin)) {
                return values[at];
            }
            at = at + 1 & mask;
        }
        return null;
    }

    /**
     * Texts that differ in their last characters only, such as those of numbered resources, have hash codes side by side,
     * which would fill the table in one place: multiplied, they are spread over its whole length.
     */
    private int slot(final int hash) {
        return (hash * SPREAD) >>> shift;
    }
}

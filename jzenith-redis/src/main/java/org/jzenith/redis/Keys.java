package org.jzenith.redis;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Joins parts to a key: {@code Keys.of("user", id)} is {@code user:8f14e45f}. Colons in a part are escaped, so that a client's input cannot
 * reach keys with other prefixes. Safe for use by many threads.
 */
public final class Keys {

    private Keys() {}

    /**
     * Joins the parts of a key with colons.
     *
     * @param prefix the first part, such as the kind of the value; not escaped
     * @param parts texts, numbers or other values whose {@code toString()} is their text. Percent signs, colons, control characters and the
     *     special characters of patterns ({@link RedisClient#scan}) are percent-encoded, for example a colon as {@code %3A}
     * @return the key
     * @throws IllegalArgumentException if a part is empty
     */
    public static String of(final String prefix, final Object... parts) {
        return Arrays.stream(parts).map(Keys::escape).collect(Collectors.joining(":", prefix + ":", ""));
    }

    private static String escape(final Object part) {
        final String text = Objects.requireNonNull(part, "part of a key").toString();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("A part of a key is empty.");
        }
        final StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '%' || c == ':' || c == '*' || c == '?' || c == '[' || c == ']' || c == '\\' || c < ' ') {
                escaped.append(String.format("%%%02X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}

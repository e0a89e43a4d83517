package org.jzenith.redis;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Makes keys of parts: {@code Keys.of("user", id)} is {@code user:8f14e45f}. A colon in a part is escaped, so that what a client sends
 * reaches no key with another prefix. Safe for use by many threads.
 */
public final class Keys {

    private Keys() {}

    /**
     * Joins the parts of a key with colons.
     *
     * @param prefix the first part, such as the kind of the value; not escaped
     * @param parts texts, numbers or other values whose {@code toString} is their text; in each {@code %} becomes {@code %25}, a colon
     *     {@code %3A}, and what {@link RedisClient#scan} reads as a pattern its percent-encoding
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

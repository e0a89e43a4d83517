package org.jzenith.http.internal.write;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jzenith.core.internal.log.LogText;

/**
 * Checks the name of a response header, and checks and escapes its value. Netty would send a question mark for every
 * character beyond Latin-1.
 */
final class HeaderValue {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private HeaderValue() {}

    /**
     * Escapes what no URI has (RFC 3986, 2.1) in the headers that hold one; others are sent as they are.
     *
     * @throws IllegalStateException if a value cannot be sent as it is
     */
    static String of(final String name, final String value) {
        if (name.equalsIgnoreCase("Location") || name.equalsIgnoreCase("Content-Location")) {
            return uri(value, true);
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > 0xff) {
                return name.equalsIgnoreCase("Link") ? uri(value, false) : refuse(name, value.codePointAt(i));
            }
        }
        return value;
    }

    /**
     * Checks that a name is a token (RFC 9110, 5.6.2).
     *
     * @throws IllegalStateException if it is not
     */
    static void checkName(final String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isTokenCharacter(name.charAt(i))) {
                throw new IllegalStateException(String.format(
                        "The response header name '%s' contains the character U+%04X. Header names can contain only ASCII letters,"
                                + " digits and "
                                + "!#$%%&'*+-.^_`|~. The header comes from the resource or a filter. Rename the header.",
                        LogText.escape(name), name.codePointAt(i)));
            }
        }
        if (name.isEmpty()) {
            throw new IllegalStateException(
                    "A response header has an empty name. The header comes from the resource or a filter. "
                            + "Set its name.");
        }
    }

    private static boolean isTokenCharacter(final char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "-_!#$%&'*+.^`|~".indexOf(c) >= 0;
    }

    private static String refuse(final String name, final int character) {
        throw new IllegalStateException(String.format(
                "The response header %s contains the character U+%04X, which is not in Latin-1. The header comes from the resource "
                        + "or a filter. Escape the character, for example as in RFC 8187.",
                name, character));
    }

    /** Escapes that are there stay as they are; control characters are refused later. */
    private static String uri(final String value, final boolean whole) {
        int i = 0;
        while (i < value.length() && isPlain(value, i, whole)) {
            i++;
        }
        if (i == value.length()) {
            return value;
        }
        final StringBuilder escaped = new StringBuilder(value.length() + 16).append(value, 0, i);
        while (i < value.length()) {
            final int character = value.codePointAt(i);
            if (isPlain(value, i, whole)) {
                escaped.append((char) character);
            } else {
                for (final byte octet : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append('%').append(HEX.toHighHexDigit(octet)).append(HEX.toLowHexDigit(octet));
                }
            }
            i += Character.charCount(character);
        }
        return escaped.toString();
    }

    private static boolean isPlain(final String value, final int at, final boolean whole) {
        final char c = value.charAt(at);
        if (c == '%') {
            return !whole || isEscape(value, at);
        }
        return c < 0x7f && !(whole && " \"<>\\^`{|}".indexOf(c) >= 0);
    }

    private static boolean isEscape(final String value, final int percent) {
        return percent + 2 < value.length()
                && HexFormat.isHexDigit(value.charAt(percent + 1))
                && HexFormat.isHexDigit(value.charAt(percent + 2));
    }
}

package org.jzenith.rest;

import java.nio.charset.StandardCharsets;

/** Normalizes paths, so that paths with the same meaning are equal (RFC 3986, section 6.2.2). */
final class BasePath {

    private static final String AS_THEY_ARE = "-._~!$&'()*+,=:@/";
    private static final int ESCAPE = 3;

    private BasePath() {}

    /** Escapes only the characters that need it, and merges repeated slashes. */
    static String canonical(final String path) {
        final StringBuilder canonical = new StringBuilder();
        final byte[] bytes = path.replaceAll("/{2,}", "/").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            final int escaped = escaped(bytes, i);
            final int value = escaped < 0 ? bytes[i] & 0xff : escaped;
            i += escaped < 0 ? 0 : ESCAPE - 1;
            if (isAsItIs(value) && !(escaped >= 0 && value == '/')) {
                canonical.append((char) value);
            } else {
                canonical
                        .append('%')
                        .append(Character.toUpperCase(Character.forDigit(value >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(value & 0xf, 16)));
            }
        }
        return canonical.toString();
    }

    private static int escaped(final byte[] bytes, final int start) {
        if (bytes[start] != '%' || start + 2 >= bytes.length) {
            return -1;
        }
        final int high = Character.digit(bytes[start + 1], 16);
        final int low = Character.digit(bytes[start + 2], 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private static boolean isAsItIs(final int value) {
        return (value >= '0' && value <= '9')
                || (value >= 'a' && value <= 'z')
                || (value >= 'A' && value <= 'Z')
                || AS_THEY_ARE.indexOf(value) >= 0;
    }
}

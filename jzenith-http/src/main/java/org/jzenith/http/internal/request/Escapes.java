package org.jzenith.http.internal.request;

import java.nio.charset.StandardCharsets;

/** Escapes in a request target, which the exchange has checked: they are UTF-8, and there are no other characters. */
public final class Escapes {

    private Escapes() {}

    /**
     * Decodes the escapes of a part of a request target.
     *
     * @param part of a target that the server has checked
     * @param isQuery true if a plus is a space, as in a query
     * @return the text without escapes
     */
    public static String decoded(final String part, final boolean isQuery) {
        int plain = 0;
        while (plain < part.length() && part.charAt(plain) != '%' && !(isQuery && part.charAt(plain) == '+')) {
            plain++;
        }
        if (plain == part.length()) {
            return part;
        }
        final byte[] octets = new byte[part.length()];
        int length = 0;
        for (int i = 0; i < part.length(); i++) {
            final char c = part.charAt(i);
            if (c == '%' && i + 2 < part.length()) { // a pattern may have cut an escape
                octets[length++] = (byte) (digit(part, i + 1) << 4 | digit(part, i + 2));
                i += 2;
            } else {
                octets[length++] = (byte) (isQuery && c == '+' ? ' ' : c);
            }
        }
        return new String(octets, 0, length, StandardCharsets.UTF_8);
    }

    private static int digit(final String part, final int at) {
        return Character.digit(part.charAt(at), 16);
    }
}

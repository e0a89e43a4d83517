package org.jzenith.http.internal.request;

import java.nio.charset.StandardCharsets;

/** Escapes in a request target, which the exchange has checked, or in a reference within a document. They are UTF-8. */
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
        final byte[] octets = part.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < octets.length; i++) {
            final byte octet = octets[i];
            if (octet == '%' && i + 2 < octets.length) { // a pattern may have cut an escape
                octets[length++] = (byte) (digit(octets[i + 1]) << 4 | digit(octets[i + 2]));
                i += 2;
            } else {
                octets[length++] = isQuery && octet == '+' ? (byte) ' ' : octet;
            }
        }
        return new String(octets, 0, length, StandardCharsets.UTF_8);
    }

    private static int digit(final byte octet) {
        return Character.digit(octet, 16);
    }
}

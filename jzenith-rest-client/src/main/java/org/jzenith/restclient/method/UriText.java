package org.jzenith.restclient.method;

import java.nio.charset.StandardCharsets;

/** Percent-encodes values for one place of a URI (RFC 3986), in UTF-8. */
enum UriText {
    /** A segment of the path; a slash is encoded. */
    SEGMENT("-._~!$&'()*+,:@", false),
    /** Segments of the path, for a parameter whose pattern allows slashes. */
    SEGMENTS("-._~!$&'()*+,:@/", false),
    /** The name or value of a matrix parameter. */
    MATRIX("-._~!$'()*+:@", false),
    /** The name or value of a query parameter. */
    QUERY("-._~!$'()*,:@/?", false),
    /** The name or value of a form parameter. */
    FORM("-._*", true);

    private static final String HEX = "0123456789ABCDEF";

    /** Bits of the characters that stay as they are, up to 63 and from 64 on. */
    private final long low;

    private final long high;
    private final boolean plus;

    UriText(final String others, final boolean plus) {
        long first = 0;
        long second = 0;
        for (int c = 0; c < 128; c++) {
            final boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (letter || others.indexOf(c) >= 0) {
                first |= c < 64 ? 1L << c : 0;
                second |= c < 64 ? 0 : 1L << (c - 64);
            }
        }
        this.low = first;
        this.high = second;
        this.plus = plus;
    }

    void append(final StringBuilder target, final String value, final boolean encoded) {
        if (encoded) {
            appendEncoded(target, value);
            return;
        }
        int i = 0;
        while (i < value.length() && isPlain(value.charAt(i))) {
            i++;
        }
        if (i == value.length()) {
            target.append(value);
            return;
        }
        for (final byte each : value.getBytes(StandardCharsets.UTF_8)) {
            append(target, each & 0xff);
        }
    }

    private boolean isPlain(final int c) {
        return c < 64 ? (low >> c & 1) != 0 : c < 128 && (high >> (c - 64) & 1) != 0;
    }

    private void append(final StringBuilder target, final int octet) {
        if (isPlain(octet)) {
            target.append((char) octet);
        } else if (plus && octet == ' ') {
            target.append('+');
        } else {
            target.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
        }
    }

    /** Keeps what is encoded already, as {@code @Encoded} asks. */
    private void appendEncoded(final StringBuilder target, final String value) {
        final byte[] octets = value.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < octets.length; i++) {
            final boolean escape = octets[i] == '%'
                    && i + 2 < octets.length
                    && Character.digit(octets[i + 1], 16) >= 0
                    && Character.digit(octets[i + 2], 16) >= 0;
            if (escape) {
                target.append('%');
            } else {
                append(target, octets[i] & 0xff);
            }
        }
    }
}

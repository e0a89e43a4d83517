package org.jzenith.test;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Elements of DER (X.690), as far as certificates need them. */
final class Der {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] element(final int tag, final byte[]... contents) {
        final byte[] content = joined(contents);
        final ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (content.length < 0x80) {
            element.write(content.length);
        } else {
            final byte[] length = BigInteger.valueOf(content.length).toByteArray();
            final int skipped = length[0] == 0 ? 1 : 0;
            element.write(0x80 | (length.length - skipped));
            element.write(length, skipped, length.length - skipped);
        }
        element.writeBytes(content);
        return element.toByteArray();
    }

    static byte[] sequence(final byte[]... contents) {
        return element(0x30, contents);
    }

    static byte[] set(final byte[]... contents) {
        return element(0x31, contents);
    }

    static byte[] integer(final BigInteger value) {
        return element(0x02, value.toByteArray());
    }

    static byte[] octets(final byte[]... contents) {
        return element(0x04, contents);
    }

    static byte[] bits(final int unused, final byte[] content) {
        return element(0x03, new byte[] {(byte) unused}, content);
    }

    static byte[] text(final int tag, final String value) {
        return element(tag, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(final Instant at) {
        return text(0x18, TIME.format(at));
    }

    static byte[] yes() {
        return element(0x01, new byte[] {-1});
    }

    /** An object identifier such as 2.5.29.17. */
    static byte[] identifier(final String dotted) {
        final String[] parts = dotted.split("\\.", -1);
        final ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(Integer.parseInt(parts[0]) * 40 + Integer.parseInt(parts[1]));
        for (int i = 2; i < parts.length; i++) {
            final int value = Integer.parseInt(parts[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (value >> shift > 0) {
                    content.write(0x80 | ((value >> shift) & 0x7f));
                }
            }
            content.write(value & 0x7f);
        }
        return element(0x06, content.toByteArray());
    }

    private static byte[] joined(final byte[]... parts) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}

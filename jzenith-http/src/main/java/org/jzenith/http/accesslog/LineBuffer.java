package org.jzenith.http.accesslog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jzenith.core.log.LogText;

/** Lines in UTF-8, one after the other. Used by one thread. */
final class LineBuffer {

    /** The digits of a long, and its sign. */
    private static final int LONGEST_NUMBER = 20;

    private byte[] bytes = new byte[16 * 1024];
    private int length;

    int length() {
        return length;
    }

    /** Removes what was appended after a length was taken. */
    void shorten(final int former) {
        length = former;
    }

    /** Returns a view of this buffer's array, valid until the next change. */
    ByteBuffer content() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    LineBuffer append(final char ascii) {
        ensureRoom(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    /** Appends text as it is. */
    LineBuffer append(final String text) {
        if (!appendPlain(text)) {
            append(text.getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    LineBuffer append(final byte[] text) {
        ensureRoom(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    LineBuffer append(final long number) {
        if (number < 0) {
            return append(Long.toString(number));
        }
        ensureRoom(LONGEST_NUMBER);
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Appends text of a client, in which control characters are escaped, and quotes and backslashes by a backslash. */
    LineBuffer appendEscaped(final String text) {
        if (!appendPlain(text)) {
            append(LogText.escape(text.replace("\\", "\\\\"))
                    .replace("\"", "\\\"")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    /** Appends nothing and returns false if text has other characters than those that every format writes as they are. */
    boolean appendPlain(final String text) {
        final int count = text.length();
        ensureRoom(count);
        for (int i = 0; i < count; i++) {
            final char c = text.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                return false;
            }
            bytes[length + i] = (byte) c;
        }
        length += count;
        return true;
    }

    private void ensureRoom(final int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}

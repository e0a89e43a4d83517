package org.jzenith.json;

import java.io.CharConversionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Refuses invalid UTF-8 sequences that Jackson would accept (RFC 3629, 4): overlong sequences, surrogates, and code points
 * above U+10FFFF. For example, {@code C0 AF} would become a slash. Jackson itself refuses all other invalid sequences. UTF-16
 * and UTF-32 are not checked.
 */
final class StrictUtf8 extends FilterInputStream {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final long NOT_ASCII = 0x8080808080808080L;

    private long position;

    /** True if the first two bytes show that the document is UTF-16 or UTF-32. */
    private boolean isWide;

    private int previous;

    StrictUtf8(final InputStream document) {
        super(document);
    }

    @Override
    public int read() throws IOException {
        final int next = in.read();
        if (next >= 0) {
            check(next);
        }
        return next;
    }

    @Override
    public int read(final byte[] target, final int offset, final int length) throws IOException {
        final int count = in.read(target, offset, length);
        int at = offset;
        while (at < offset + count && !isWide) {
            if (position > 1 && at + Long.BYTES <= offset + count && ((long) LONGS.get(target, at) & NOT_ASCII) == 0) {
                at += Long.BYTES;
                previous = 0;
            } else {
                check(target[at++] & 0xff);
            }
        }
        return count;
    }

    private void check(final int next) throws CharConversionException {
        if (position < 2) {
            position++;
            isWide |= next == 0 || (position == 1 && next >= 0xfe);
        }
        if (!isWide && next >= 0x80 && isInvalid(next)) {
            throw new CharConversionException("The document is not UTF-8.");
        }
        previous = next;
    }

    /** Checks a byte that is not ASCII, together with the byte before it. */
    private boolean isInvalid(final int next) {
        if (next == 0xc0 || next == 0xc1 || (next >= 0xf5 && next <= 0xf7)) {
            return true;
        }
        return switch (previous) {
            case 0xe0 -> next < 0xa0;
            case 0xed -> next >= 0xa0 && next < 0xc0;
            case 0xf0 -> next < 0x90;
            case 0xf4 -> next >= 0x90 && next < 0xc0;
            default -> false;
        };
    }
}

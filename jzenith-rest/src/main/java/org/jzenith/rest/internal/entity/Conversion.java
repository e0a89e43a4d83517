package org.jzenith.rest.internal.entity;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jzenith.rest.internal.error.Errors;

/** Converts one body to UTF-8, piece by piece; a piece may end within a character. */
final class Conversion {

    private final Charset charset;
    private final CharsetDecoder decoder;

    /** Bytes of a character whose others are in the next piece. */
    private byte[] carried = {};

    /** Half of a surrogate pair, or 0. */
    private char half;

    Conversion(final Charset charset) {
        this.charset = charset;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    byte[] next(final byte[] piece) {
        return convert(piece, false);
    }

    byte[] end() {
        return convert(new byte[0], true);
    }

    private byte[] convert(final byte[] piece, final boolean last) {
        final ByteBuffer input = ByteBuffer.wrap(carried.length == 0 ? piece : joined(piece));
        final CharBuffer text =
                CharBuffer.allocate(2 + (int) Math.ceil((input.remaining() + 1) * (double) decoder.maxCharsPerByte()));
        if (half != 0) {
            text.put(half);
            half = 0;
        }
        check(decoder.decode(input, text, last));
        if (last) {
            check(decoder.flush(text));
        }
        carried = Arrays.copyOfRange(input.array(), input.position(), input.limit());
        text.flip();
        if (!last && text.hasRemaining() && Character.isHighSurrogate(text.get(text.limit() - 1))) {
            half = text.get(text.limit() - 1);
            text.limit(text.limit() - 1);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private byte[] joined(final byte[] piece) {
        final byte[] all = Arrays.copyOf(carried, carried.length + piece.length);
        System.arraycopy(piece, 0, all, carried.length, piece.length);
        return all;
    }

    private void check(final CoderResult result) {
        if (result.isError()) {
            throw Errors.exception(
                    400, "The body is not valid " + charset.name() + ", the charset of its Content-Type.");
        }
    }
}

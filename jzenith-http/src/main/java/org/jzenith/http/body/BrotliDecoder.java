package org.jzenith.http.body;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Decodes {@code br} (RFC 7932) with the native library of brotli4j. Its large windows are off, because they are not part of the RFC. */
final class BrotliDecoder implements ContentDecoder {

    /** RFC 7932, section 9.1. */
    static final long LARGEST_WINDOW = 16 * 1024 * 1024;

    static final long TABLES = 64 * 1024;

    private static final int INPUT = 4096;

    private final DecoderJNI.Wrapper decoder;
    private byte[] piece = {};
    private int at;

    BrotliDecoder() {
        Brotli4jLoader.ensureAvailability();
        try {
            decoder = new DecoderJNI.Wrapper(INPUT);
        } catch (final IOException e) {
            throw new UncheckedIOException("Cannot create the decoder of brotli4j.", e);
        }
    }

    @Override
    public void offer(final byte[] next) {
        piece = next;
        at = 0;
    }

    @Override
    public int decode(final byte[] target) {
        while (true) {
            if (decoder.hasOutput()) {
                final ByteBuffer made = decoder.pull(target.length);
                final int count = made.remaining();
                made.get(target, 0, count);
                return count;
            }
            switch (decoder.getStatus()) {
                case OK -> decoder.push(0);
                case NEEDS_MORE_INPUT -> {
                    if (at == piece.length) {
                        return 0;
                    }
                    final ByteBuffer input = decoder.getInputBuffer();
                    input.clear();
                    final int count = Math.min(input.remaining(), piece.length - at);
                    input.put(piece, at, count);
                    at += count;
                    decoder.push(count);
                }
                case DONE -> {
                    if (at < piece.length) {
                        throw ContentDecoder.damaged(); // something follows
                    }
                    return 0;
                }
                default -> throw ContentDecoder.damaged();
            }
        }
    }

    @Override
    public boolean isWhole() {
        return decoder.getStatus() == DecoderJNI.Status.DONE && !decoder.hasOutput();
    }

    @Override
    public void end() {
        decoder.destroy();
    }
}

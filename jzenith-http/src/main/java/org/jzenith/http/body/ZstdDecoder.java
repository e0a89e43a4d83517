package org.jzenith.http.body;

import com.github.luben.zstd.ZstdBufferDecompressingStreamNoFinalizer;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Decodes {@code zstd} (RFC 8878) with the native library of zstd-jni. */
final class ZstdDecoder implements ContentDecoder {

    private static final int WINDOW_LOG = 23;

    /** The window that receivers must support and senders must not exceed (RFC 9659, section 3). */
    static final long LARGEST_WINDOW = 1L << WINDOW_LOG;

    static final long TABLES = 512 * 1024;

    private Frames frames = new Frames();

    @Override
    public void offer(final byte[] piece) {
        if (!frames.hasRemaining()) {
            frames.close();
            frames = new Frames(); // it takes nothing more after a frame that ends with its piece
        }
        frames.take(piece);
    }

    @Override
    public int decode(final byte[] target) {
        final ByteBuffer made = ByteBuffer.wrap(target);
        try {
            do {
                frames.read(made);
            } while (made.position() == 0 && frames.hasInput());
        } catch (final IOException e) {
            throw ContentDecoder.damaged();
        }
        return made.position();
    }

    @Override
    public boolean isWhole() {
        return !frames.hasRemaining();
    }

    @Override
    public void end() {
        frames.close();
    }

    private static final class Frames extends ZstdBufferDecompressingStreamNoFinalizer {

        Frames() {
            super(ByteBuffer.allocate(0));
            try {
                setLongMax(WINDOW_LOG);
            } catch (final IOException e) {
                throw new IllegalStateException("zstd-jni refused the limit of its window size.", e);
            }
        }

        void take(final byte[] piece) {
            source = ByteBuffer.wrap(piece);
        }

        boolean hasInput() {
            return source.hasRemaining();
        }
    }
}

package org.jzenith.http.body;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.vertx.VertxHttp;

/**
 * The body of a request, which reads across its blocks without a copy of it and without locks. Never blocks; for one
 * thread at a time. It can be read until the request has finished and nobody retains it.
 */
public final class BodyStream extends InputStream {

    private static final List<byte[]> NO_BLOCKS = List.of();

    /** Null when they have been released, which another thread may do while they are read. */
    private volatile @Nullable List<byte[]> blocks;

    private int length;
    private int position;
    private int block;
    private int offset;
    private int mark;
    private int markBlock;
    private int markOffset;

    /** Creates a stream; all blocks except the last are full. */
    BodyStream(final List<byte[]> blocks, final int length) {
        this.blocks = blocks;
        this.length = length;
    }

    static BodyStream empty() {
        return new BodyStream(NO_BLOCKS, 0);
    }

    /** Releases the blocks, on any thread; reading fails from now on. */
    void discard() {
        blocks = null;
    }

    boolean isDiscarded() {
        return blocks == null;
    }

    /** Releases the blocks after they have been read. */
    void clear() {
        blocks = NO_BLOCKS;
        length = 0;
        position = 0;
        mark = 0;
    }

    /**
     * Goes back to the first byte, wherever the mark is.
     *
     * @return this stream
     */
    public BodyStream fromStart() {
        position = 0;
        block = 0;
        offset = 0;
        return this;
    }

    /**
     * Returns the bytes that have not been read, in pieces that share them, without reading them.
     *
     * @return empty at the end, and after the request has ended
     */
    public List<Buffer> pieces() {
        final List<byte[]> present = blocks;
        final List<Buffer> all = new ArrayList<>();
        if (present == null) {
            return all;
        }
        int left = available();
        int from = offset;
        for (int i = block; left > 0; i++) {
            final int count = Math.min(left, present.get(i).length - from);
            if (count > 0) {
                all.add(VertxHttp.bufferOf(present.get(i), from, count));
            }
            left -= count;
            from = 0;
        }
        return all;
    }

    /**
     * Returns the length of the whole body.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    @Override
    public int read() throws IOException {
        final byte[] current = current();
        if (current == null) {
            return -1;
        }
        position++;
        return current[offset++] & 0xff;
    }

    @Override
    public int read(final byte[] target, final int start, final int count) throws IOException {
        Objects.checkFromIndexSize(start, count, target.length);
        if (count == 0) {
            return 0;
        }
        final byte[] current = current();
        if (current == null) {
            return -1;
        }
        final int taken = Math.min(count, Math.min(available(), current.length - offset));
        System.arraycopy(current, offset, target, start, taken);
        move(taken);
        return taken;
    }

    /** Returns the block to read from, or null at the end. */
    private byte @Nullable [] current() throws IOException {
        if (position == length) {
            return null;
        }
        final List<byte[]> present = blocks;
        if (present == null) {
            throw new IOException("The request is over, so its body is not read to the end.");
        }
        if (offset == present.get(block).length) {
            block++;
            offset = 0;
        }
        return present.get(block);
    }

    private void move(final int count) {
        position += count;
        offset += count;
    }

    /** Returns one exact copy. */
    @Override
    public byte[] readAllBytes() throws IOException {
        final byte[] all = new byte[available()];
        int filled = 0;
        while (filled < all.length) {
            filled += read(all, filled, all.length - filled);
        }
        return all;
    }

    @Override
    public long transferTo(final OutputStream target) throws IOException {
        long moved = 0;
        for (byte[] current = current(); current != null; current = current()) {
            final int taken = Math.min(available(), current.length - offset);
            target.write(current, offset, taken);
            move(taken);
            moved += taken;
        }
        return moved;
    }

    @Override
    public long skip(final long count) throws IOException {
        long left = Math.max(0, Math.min(count, available()));
        final long skipped = left;
        while (left > 0) {
            final byte[] current = Objects.requireNonNull(current());
            final int taken = (int) Math.min(left, current.length - offset);
            move(taken);
            left -= taken;
        }
        return skipped;
    }

    @Override
    public int available() {
        return length - position;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a request is read by one thread at a time
    public void mark(final int limit) {
        mark = position;
        markBlock = block;
        markOffset = offset;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void reset() {
        position = mark;
        block = markBlock;
        offset = markOffset;
    }
}

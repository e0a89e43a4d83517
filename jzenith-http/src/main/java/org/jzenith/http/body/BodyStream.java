package org.jzenith.http.body;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.VertxHttp;

/**
 * A stream of a request's body. It reads the blocks without copying them and without locks. Never blocks; for one
 * thread at a time. It can be read until the request has finished and the last user has released the body.
 */
public final class BodyStream extends InputStream {

    /** Null after the blocks are released; another thread may do that during a read. */
    private volatile @Nullable ByteBuf bytes;

    private int length;
    private int position;
    private int mark;

    /** Creates a stream of blocks. Only the last block may have bytes behind the end of the body. */
    BodyStream(final List<byte[]> blocks, final int length) {
        this.bytes = Unpooled.wrappedBuffer(blocks.toArray(new byte[0][]));
        this.length = length;
    }

    static BodyStream empty() {
        return new BodyStream(List.of(), 0);
    }

    /** Releases the blocks, on any thread; reading fails from now on. */
    void discard() {
        bytes = null;
    }

    boolean isDiscarded() {
        return bytes == null;
    }

    /** Releases the blocks after they have been read. */
    void clear() {
        bytes = Unpooled.EMPTY_BUFFER;
        length = 0;
        position = 0;
        mark = 0;
    }

    /**
     * Goes back to the first byte and ignores the mark.
     *
     * @return this stream
     */
    public BodyStream fromStart() {
        position = 0;
        return this;
    }

    /**
     * Returns the unread bytes without reading them. The pieces share the stream's blocks.
     *
     * @return empty at the end, and after the request has ended
     */
    public List<Buffer> pieces() {
        final ByteBuf present = bytes;
        final List<Buffer> all = new ArrayList<>();
        if (present != null && available() > 0) {
            for (final ByteBuffer piece : present.nioBuffers(position, available())) {
                all.add(VertxHttp.bufferOf(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining()));
            }
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

    private ByteBuf present() throws IOException {
        final ByteBuf present = bytes;
        if (present == null) {
            throw new IOException("The request is over, so its body is not read to the end.");
        }
        return present;
    }

    @Override
    public int read() throws IOException {
        return position == length ? -1 : present().getByte(position++) & 0xff;
    }

    @Override
    public int read(final byte[] target, final int start, final int count) throws IOException {
        Objects.checkFromIndexSize(start, count, target.length);
        if (count == 0) {
            return 0;
        }
        if (position == length) {
            return -1;
        }
        final int taken = Math.min(count, available());
        present().getBytes(position, target, start, taken);
        position += taken;
        return taken;
    }

    /** Reads all remaining bytes into one array. */
    @Override
    public byte[] readAllBytes() throws IOException {
        final byte[] all = new byte[available()];
        if (all.length > 0) {
            present().getBytes(position, all);
            position = length;
        }
        return all;
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
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void reset() {
        position = mark;
    }
}

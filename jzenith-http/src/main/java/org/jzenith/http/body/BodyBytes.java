package org.jzenith.http.body;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.http.internal.vertx.VertxHttp;

/** The bytes of a body, in blocks: adding bytes never copies the earlier ones. */
final class BodyBytes {

    static final int LARGEST_BLOCK = 64 * 1024;

    private static final int FIRST_BLOCK = 1024;

    private final List<byte[]> blocks = new ArrayList<>(2);
    private int room;
    private int length;

    /** Returns the size of the next block. The number of bytes left is negative if it is unknown. */
    static int block(final long held, final long left) {
        if (left >= 0) {
            return (int) Math.min(left, LARGEST_BLOCK);
        }
        return (int) Math.min(Math.max(held, FIRST_BLOCK), LARGEST_BLOCK);
    }

    int length() {
        return length;
    }

    /** The number of bytes that fit into the last block. */
    int room() {
        return room;
    }

    void addBlock(final int size) {
        blocks.add(new byte[size]);
        room = size;
    }

    /**
     * Takes a whole body without copying it, because Vert.x has copied it already.
     *
     * @return false if the buffer uses only a part of its array
     */
    boolean adopt(final Buffer whole) {
        final ByteBuf bytes = VertxHttp.bytesOf(whole);
        if (!bytes.hasArray() || bytes.arrayOffset() != 0 || bytes.array().length != whole.length()) {
            return false;
        }
        blocks.add(bytes.array());
        length = whole.length();
        return true;
    }

    /** Appends bytes to the last block, which must have room for them. */
    void append(final Buffer source, final int from, final int count) {
        final byte[] block = blocks.get(blocks.size() - 1);
        source.getBytes(from, from + count, block, block.length - room);
        room -= count;
        length += count;
    }

    BodyStream toStream() {
        return new BodyStream(blocks, length);
    }
}

package org.jzenith.http.vertx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;

/** Converts between Vert.x's buffers and bytes without a copy. Vert.x deprecates these methods without a replacement. */
@SuppressWarnings("deprecation")
public final class BufferViews {

    private BufferViews() {}

    /**
     * Returns the bytes of a buffer.
     *
     * @param buffer shares its bytes with the result
     * @return the position and the end are those of the buffer
     */
    public static ByteBuf bytesOf(final Buffer buffer) {
        return buffer.getByteBuf();
    }

    /**
     * Returns a buffer on a part of an array.
     *
     * @param bytes shared with the result
     * @param from the first byte
     * @param length the number of bytes
     * @return cannot grow beyond its length
     */
    public static Buffer of(final byte[] bytes, final int from, final int length) {
        return Buffer.buffer(Unpooled.wrappedBuffer(bytes, from, length));
    }
}

package org.jzenith.http.write;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.DirectContent;

/**
 * A piece of content for many responses of one event loop. The first response that sends it frames it for HTTP/1.1, and all
 * responses write these bytes. Used on that event loop.
 */
public final class SharedPiece {

    private final byte[] content;
    private @Nullable ByteBuf chunk;
    private boolean ended;

    /**
     * Creates a piece; the caller must {@linkplain #end end} it.
     *
     * @param content must not be empty and must not change
     */
    public SharedPiece(final byte[] content) {
        this.content = content;
    }

    /**
     * Returns the content. May be called on any thread, and after the piece has ended.
     *
     * @return the content; do not change it
     */
    public byte[] content() {
        return content;
    }

    /** Ends the piece: no more responses can take it. Responses that have taken it still write it. May be called on any thread. */
    public void end() {
        ended = true;
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    /** Returns the piece as an HTTP/1.1 chunk, which the caller writes or releases; null after the piece has ended. */
    public @Nullable ByteBuf chunk(final ByteBufAllocator allocator) {
        if (ended) {
            return null;
        }
        ByteBuf framed = chunk;
        if (framed == null) {
            framed = DirectContent.chunk(allocator, content);
            chunk = framed;
        }
        return framed.retainedDuplicate();
    }
}

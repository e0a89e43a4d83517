package org.jzenith.http.write;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.DirectContent;

/**
 * A piece of content that goes to many responses of one event loop. It is framed for HTTP/1.1 once, when the first response
 * takes it, and all of them write these bytes. Used on that event loop.
 */
public final class SharedPiece {

    private final byte[] content;
    private @Nullable ByteBuf chunk;
    private boolean ended;

    /**
     * Creates a piece; it must be {@linkplain #end ended}.
     *
     * @param content is not empty and must not change
     */
    public SharedPiece(final byte[] content) {
        this.content = content;
    }

    /**
     * Returns the content. On any thread, and also when the piece has ended.
     *
     * @return not to be changed
     */
    public byte[] content() {
        return content;
    }

    /** Ends the piece: no further response takes it, and those that have taken it still write it. On any thread. */
    public void end() {
        ended = true;
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    /** Returns a chunk of HTTP/1.1, which the caller writes or releases; null when the piece has ended. */
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

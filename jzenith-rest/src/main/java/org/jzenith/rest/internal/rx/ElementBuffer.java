package org.jzenith.rest.internal.rx;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncOutputStream;

/** The elements of a stream that are not sent yet. While the stream waits for elements, it has an array of at most 1 KiB. */
public final class ElementBuffer extends ByteArrayOutputStream {

    /** The size from which a piece is sent although the source goes on. */
    static final int FULL = 16 * 1024;

    private static final int FIRST = 256;
    private static final int MOST_IDLE = 1024;

    /** Creates it without elements. */
    public ElementBuffer() {
        super(FIRST);
    }

    void write(final Buffer source) {
        writeBytes(source.getBytes());
    }

    /**
     * Throws away the end of what has not been taken.
     *
     * @param first the number of first bytes, which are left
     */
    public synchronized void truncate(final int first) {
        count = Math.min(count, first);
    }

    /**
     * Writes all to a target; nothing may be added before that is done. After a full piece the array stays for the next one: call
     * {@link #release} if there is none.
     */
    synchronized CompletionStage<Void> moveTo(final AsyncOutputStream target) {
        final int length = count;
        count = 0;
        final CompletionStage<Void> taken = target.asyncWrite(buf, 0, length);
        if (length < FULL) {
            release();
        }
        return taken;
    }

    /** Returns true if {@link #release} frees memory. */
    synchronized boolean isLarge() {
        return buf.length > MOST_IDLE;
    }

    /** Frees the array, which must be empty, if it is large. */
    synchronized void release() {
        if (isLarge()) {
            buf = new byte[FIRST];
        }
    }
}

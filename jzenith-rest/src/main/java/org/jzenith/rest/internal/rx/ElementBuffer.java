package org.jzenith.rest.internal.rx;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncOutputStream;

/** The elements of a stream that are not sent yet. One array is used for the whole stream. */
public final class ElementBuffer extends ByteArrayOutputStream {

    private static final int FIRST = 256;

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

    /** Writes all to a target; nothing may be added before that is done. */
    synchronized CompletionStage<Void> moveTo(final AsyncOutputStream target) {
        final int length = count;
        count = 0;
        return target.asyncWrite(buf, 0, length);
    }
}

package org.jzenith.rest.rx;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncOutputStream;

/** The elements of a stream that are not sent yet. One array is used for the whole stream. */
public final class ElementBuffer extends OutputStream {

    private static final int SMALLEST = 256;

    private byte[] bytes = {};
    private int length;

    /** Returns the number of bytes that are not sent yet. */
    public int length() {
        return length;
    }

    @Override
    public void write(final int value) {
        ensureRoom(1);
        bytes[length++] = (byte) value;
    }

    @Override
    public void write(final byte[] source, final int offset, final int count) {
        ensureRoom(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    void write(final Buffer source) {
        ensureRoom(source.length());
        source.getBytes(bytes, length);
        length += source.length();
    }

    /**
     * Throws away the end of what has not been taken.
     *
     * @param count the number of first bytes, which are left
     */
    public void truncate(final int count) {
        length = Math.min(length, count);
    }

    private void ensureRoom(final int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, Math.max(3 * bytes.length, SMALLEST)));
        }
    }

    /** Writes all to a target; nothing may be added before that is done. */
    CompletionStage<Void> moveTo(final AsyncOutputStream target) {
        final int count = length;
        length = 0;
        return target.asyncWrite(bytes, 0, count);
    }

    /** Writes all to a target at once. */
    void writeTo(final OutputStream target) throws IOException {
        target.write(bytes, 0, length);
        length = 0;
    }
}

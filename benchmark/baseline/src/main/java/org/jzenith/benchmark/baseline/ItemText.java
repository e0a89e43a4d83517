package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Items as JSON, an array or a document a line, in pieces of 16 KiB. */
final class ItemText {

    private static final int PIECE = 16 * 1024;

    private final Pending pending = new Pending();
    private final SequenceWriter elements;
    private final boolean lines;

    private ItemText(final ObjectWriter writer, final boolean lines) throws IOException {
        final ObjectWriter items = writer.without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
        this.lines = lines;
        this.elements =
                lines ? items.withRootValueSeparator("\n").writeValues(pending) : items.writeValuesAsArray(pending);
    }

    static ItemText array(final ObjectWriter writer) throws IOException {
        return new ItemText(writer, false);
    }

    static ItemText lines(final ObjectWriter writer) throws IOException {
        return new ItemText(writer, true);
    }

    void write(final Item item) throws IOException {
        elements.write(item);
    }

    /** Returns true if the pending bytes fill a piece. */
    boolean isFull() {
        return pending.count >= PIECE;
    }

    void end() throws IOException {
        elements.close();
        if (lines) {
            pending.write('\n');
        }
    }

    Buffer taken() {
        final Buffer taken = BufferImpl.buffer(Unpooled.wrappedBuffer(Arrays.copyOf(pending.bytes, pending.count)));
        pending.count = 0;
        return taken;
    }

    /** A byte array stream without the locks of the JDK's. */
    private static final class Pending extends OutputStream {

        private byte[] bytes = new byte[PIECE + 10 * 1024];
        private int count;

        @Override
        public void write(final int value) {
            ensureRoom(1);
            bytes[count++] = (byte) value;
        }

        @Override
        public void write(final byte[] source, final int offset, final int length) {
            ensureRoom(length);
            System.arraycopy(source, offset, bytes, count, length);
            count += length;
        }

        private void ensureRoom(final int length) {
            if (bytes.length - count < length) {
                bytes = Arrays.copyOf(bytes, Math.max(count + length, 2 * bytes.length));
            }
        }
    }
}

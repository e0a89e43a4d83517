package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Items as JSON, an array or a document a line, in pieces of 16 KiB. */
final class ItemText {

    private static final int PIECE = 16 * 1024;

    private final ByteArrayOutputStream pending = new ByteArrayOutputStream(PIECE + 10 * 1024);
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

    /** Whether what is pending fills a piece. */
    boolean isFull() {
        return pending.size() >= PIECE;
    }

    void end() throws IOException {
        elements.close();
        if (lines) {
            pending.write('\n');
        }
    }

    Buffer taken() {
        final Buffer taken = BufferImpl.buffer(Unpooled.wrappedBuffer(pending.toByteArray()));
        pending.reset();
        return taken;
    }
}

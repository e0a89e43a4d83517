package org.jzenith.test.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Makes lines of pieces of a body in UTF-8. A line ends with LF, CR or both. Used by one thread at a time. */
public final class LineSplitter {

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean isAfterReturn;

    public void split(final ByteBuffer piece, final Consumer<String> lines) {
        while (piece.hasRemaining()) {
            final byte next = piece.get();
            if (next == '\n' && isAfterReturn) {
                isAfterReturn = false;
            } else if (next == '\n' || next == '\r') {
                isAfterReturn = next == '\r';
                lines.accept(end());
            } else {
                isAfterReturn = false;
                line.write(next);
            }
        }
    }

    /** The last line, empty if it had an end. */
    public String end() {
        final String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        return text;
    }
}

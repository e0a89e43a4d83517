package org.jzenith.restclient.stream;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Splits NDJSON into lines; blank lines are left out. */
final class NdjsonSplitter implements Splitter<Buffer> {

    private final ElementBytes line;

    NdjsonSplitter(final String description, final int limit) {
        this.line = new ElementBytes(description, limit);
    }

    @Override
    public List<Buffer> feed(final Buffer piece) {
        final List<Buffer> complete = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < piece.length(); i++) {
            if (piece.getByte(i) == '\n') {
                line.append(piece, begin, i);
                begin = i + 1;
                add(complete);
            }
        }
        line.append(piece, begin, piece.length());
        return complete;
    }

    private void add(final List<Buffer> complete) {
        final Buffer text = line.take();
        if (!isBlank(text)) {
            complete.add(text);
        }
    }

    private static boolean isBlank(final Buffer text) {
        for (int i = 0; i < text.length(); i++) {
            final byte c = text.getByte(i);
            if (c != ' ' && c != '\t' && c != '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<Buffer> end() {
        final List<Buffer> complete = new ArrayList<>();
        if (!line.isEmpty()) {
            add(complete);
        }
        return complete;
    }
}

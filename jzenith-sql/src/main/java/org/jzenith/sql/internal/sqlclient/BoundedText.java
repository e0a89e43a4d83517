package org.jzenith.sql.internal.sqlclient;

import java.io.IOException;
import java.io.Writer;

/** A text that is written until it is too long. Belongs to one thread. */
final class BoundedText extends Writer {

    private final StringBuilder text = new StringBuilder();
    private final long limit;
    private boolean full;

    /** @param limit the most characters */
    BoundedText(final long limit) {
        this.limit = limit;
    }

    /** Returns true if the text is longer than the limit, so that its end is missing. */
    boolean isFull() {
        return full;
    }

    @Override
    public void write(final char[] characters, final int start, final int length) throws IOException {
        if (text.length() + length > limit) {
            full = true;
            throw new IOException("too long");
        }
        text.append(characters, start, length);
    }

    @Override
    public String toString() {
        return text.toString();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}

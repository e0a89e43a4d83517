package org.jzenith.rest.multipart;

import io.vertx.core.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content of a part that has arrived, in a file or in memory. Not on an event loop if it is in a file. For one thread at a time. */
final class PartInputStream extends InputStream {

    private static final int BUFFER = 16 * 1024;

    private final String name;
    private final @Nullable TemporaryFile file;
    private final long stored;
    private byte[] buffer;
    private int position;
    private int filled;
    private long readOfFile;
    private boolean closed;

    /**
     * @param name the name of the part
     * @param file null if all is in memory
     * @param stored bytes in the file
     * @param memory all, if there is no file
     */
    PartInputStream(final String name, final @Nullable TemporaryFile file, final long stored, final byte[] memory) {
        this.name = name;
        this.file = file;
        this.stored = file == null ? 0 : stored;
        this.buffer = memory;
        this.filled = memory.length;
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[position++] & 0xff : -1;
    }

    @Override
    public int read(final byte[] target, final int offset, final int most) throws IOException {
        Objects.checkFromIndexSize(offset, most, target.length);
        if (most == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        final int count = Math.min(most, filled - position);
        System.arraycopy(buffer, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int available() {
        return closed ? 0 : filled - position;
    }

    /** Fills the buffer if it is empty. Returns false at the end of the content. */
    private boolean fill() throws IOException {
        if (closed) {
            throw new IOException("The stream is closed.");
        }
        if (position < filled) {
            return true;
        }
        if (file == null || readOfFile == stored) {
            return false;
        }
        if (Context.isOnEventLoopThread()) {
            throw new IllegalStateException("The part '" + Refusal.shown(name) + "' has " + stored
                    + " bytes and is in a file, which is not read on an event loop. Annotate the method with @Blocking,"
                    + " read the part with Blocking.single(..), or take it as org.jzenith.rest.body.Part.");
        }
        if (buffer.length == 0) {
            buffer = new byte[BUFFER];
        }
        filled = file.read(readOfFile, buffer, 0, (int) Math.min(buffer.length, stored - readOfFile));
        if (filled == 0) {
            throw new IOException("The temporary file of a part has become shorter.");
        }
        readOfFile += filled;
        position = 0;
        return true;
    }

    @Override
    public void close() {
        closed = true;
    }
}

package org.jzenith.rest.dispatch;

import io.vertx.core.buffer.Buffer;
import java.io.InputStream;

/** Reads a buffer without a copy of it and without locks. */
final class BufferInputStream extends InputStream {

    private final Buffer buffer;
    private int position;
    private int mark;

    BufferInputStream(final Buffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public int read() {
        return position < buffer.length() ? buffer.getUnsignedByte(position++) : -1;
    }

    @Override
    public int read(final byte[] target, final int offset, final int length) {
        if (length == 0) {
            return 0;
        }
        final int count = Math.min(length, available());
        if (count == 0) {
            return -1;
        }
        buffer.getBytes(position, position + count, target, offset);
        position += count;
        return count;
    }

    @Override
    public long skip(final long length) {
        final int count = (int) Math.max(0, Math.min(length, available()));
        position += count;
        return count;
    }

    @Override
    public int available() {
        return buffer.length() - position;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a request is read by one thread at a time
    public void mark(final int limit) {
        mark = position;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void reset() {
        position = mark;
    }
}

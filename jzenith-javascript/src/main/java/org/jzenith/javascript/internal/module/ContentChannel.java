package org.jzenith.javascript.internal.module;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A read-only channel on bytes in memory. For one thread at a time. */
final class ContentChannel implements SeekableByteChannel {

    private final byte[] content;
    private int position;
    private boolean closed;

    ContentChannel(final byte[] content) {
        this.content = content;
    }

    @Override
    public int read(final ByteBuffer target) {
        final int count = Math.min(target.remaining(), content.length - position);
        if (count <= 0) {
            return target.hasRemaining() ? -1 : 0;
        }
        target.put(content, position, count);
        position += count;
        return count;
    }

    @Override
    public int write(final ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(final long next) {
        position = (int) Math.min(next, content.length);
        return this;
    }

    @Override
    public long size() {
        return content.length;
    }

    @Override
    public SeekableByteChannel truncate(final long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}

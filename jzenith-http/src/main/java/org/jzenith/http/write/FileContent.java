package org.jzenith.http.write;

import io.vertx.core.buffer.Buffer;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file, for {@code ServerResponse.sendFile}: an open file, or bytes in memory. A file of at most {@link #IN_MEMORY}
 * bytes is read when it is opened. Size and time are from the time of opening. Safe for use by many threads.
 */
public final class FileContent implements Closeable {

    /** The largest file, in bytes, that is read immediately, because that costs less than keeping it open. */
    static final int IN_MEMORY = 64 * 1024;

    /** The number of attempts to open a file that changes while it is being inspected. */
    private static final int ATTEMPTS = 5;

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);

    private final @Nullable FileChannel channel;
    private final @Nullable Buffer bytes;
    private final long size;
    private final Instant lastModified;
    private final AtomicInteger holders = new AtomicInteger(1);

    private FileContent(
            final @Nullable FileChannel channel,
            final @Nullable Buffer bytes,
            final long size,
            final Instant lastModified) {
        this.channel = channel;
        this.bytes = bytes;
        this.size = size;
        this.lastModified = lastModified;
    }

    /**
     * Opens a file. Blocks.
     *
     * @param file the path of the file
     * @return the content; close it, or pass it to {@code ServerResponse.sendFile}, which closes it
     * @throws NoSuchFileException if there is no file, or if it is a directory, a device or a pipe
     * @throws IOException if the file cannot be read, or keeps changing
     */
    public static FileContent open(final Path file) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            final FileContent content = attempt(file);
            if (content != null) {
                return content;
            }
        }
        throw new IOException("The file kept changing while it was opened.");
    }

    /** Opens the file. Returns null if it has changed meanwhile, because size and time may not match the content. */
    private static @Nullable FileContent attempt(final Path file) throws IOException {
        final BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
        if (!before.isRegularFile()) {
            throw new NoSuchFileException(file.toString());
        }
        final FileChannel channel = FileChannel.open(file, READ);
        boolean kept = false;
        try {
            final long size = before.size();
            final Instant time = before.lastModifiedTime().toInstant();
            if (size > IN_MEMORY) {
                if (channel.size() == size && isSame(before, file)) {
                    kept = true;
                    return new FileContent(channel, null, size, time);
                }
                return null;
            }
            final Buffer all = channel.size() == size ? readAll(channel, (int) size) : null;
            return all != null && isSame(before, file) ? new FileContent(null, all, size, time) : null;
        } finally {
            if (!kept) {
                channel.close();
            }
        }
    }

    private static @Nullable Buffer readAll(final FileChannel channel, final int size) throws IOException {
        final byte[] all = new byte[size];
        return read(channel, all, 0) ? Buffer.buffer(all) : null;
    }

    private static boolean isSame(final BasicFileAttributes before, final Path file) throws IOException {
        final BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return now.size() == before.size()
                && now.lastModifiedTime().equals(before.lastModifiedTime())
                && Objects.equals(now.fileKey(), before.fileKey());
    }

    /** Fills an array. Returns false if the file ends first. */
    private static boolean read(final FileChannel channel, final byte[] target, final long position)
            throws IOException {
        final ByteBuffer left = ByteBuffer.wrap(target);
        while (left.hasRemaining()) {
            if (channel.read(left, position + left.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Creates content from bytes in memory.
     *
     * @param bytes the content, which is not copied and must not change
     * @param lastModified the time of the last change
     * @return the content; it need not be closed
     */
    public static FileContent of(final Buffer bytes, final Instant lastModified) {
        return new FileContent(null, bytes, bytes.length(), lastModified);
    }

    /**
     * Returns the length of the content.
     *
     * @return bytes
     */
    public long size() {
        return size;
    }

    /**
     * Returns the time of the last change of the content.
     *
     * @return the time, in the precision of the file system
     */
    public Instant lastModified() {
        return lastModified;
    }

    /** Returns the file's channel; null if the content is in memory. */
    @Nullable
    FileChannel channel() {
        return channel;
    }

    /** Returns the content in memory; null if it is in a file. */
    @Nullable
    Buffer bytes() {
        return bytes;
    }

    /** Reads a piece of an open file. Blocks. */
    Buffer read(final long position, final int length) throws IOException {
        final byte[] piece = new byte[length];
        if (!read(Objects.requireNonNull(channel), piece, position)) {
            throw new EOFException("The file has become shorter while it was sent.");
        }
        return Buffer.buffer(piece);
    }

    /** Returns true if the open file has been truncated before the given end of a part. */
    boolean isShorterThan(final long end) {
        try {
            return Objects.requireNonNull(channel).size() < end;
        } catch (final IOException e) {
            return false;
        }
    }

    /** Retains the content for another reader, which must release it. */
    FileContent retain() {
        holders.incrementAndGet();
        return this;
    }

    /** Ends the use by one reader; the last reader closes the file. */
    void release() {
        if (holders.decrementAndGet() == 0 && channel != null) {
            try {
                channel.close();
            } catch (final IOException e) {
                // it was only read
            }
        }
    }

    @Override
    public void close() {
        release();
    }
}

package org.jzenith.rest.internal.multipart;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.VertxHttp;

/**
 * A file that is deleted when its request ends, unless it is moved before. It exists from the first bytes on. Its methods block;
 * they wait for each other.
 */
final class TemporaryFile {

    private final TemporaryFolder folder;
    private @Nullable Path path;
    private @Nullable FileChannel channel;
    private long size;
    private boolean ended;

    TemporaryFile(final TemporaryFolder folder) {
        this.folder = folder;
    }

    /**
     * Writes to the end.
     *
     * @param pieces the folder has room for them
     * @throws ClosedChannelException if the file has ended
     */
    synchronized void write(final List<Buffer> pieces) throws IOException {
        long added = 0;
        for (final Buffer piece : pieces) {
            added += piece.length();
        }
        if (ended) {
            folder.free(added);
            throw new ClosedChannelException();
        }
        size += added;
        try {
            final FileChannel target = open();
            for (final Buffer piece : pieces) {
                final ByteBuffer bytes = VertxHttp.bytesOf(piece).nioBuffer();
                while (bytes.hasRemaining()) {
                    target.write(bytes);
                }
            }
            folder.written();
        } catch (final IOException e) {
            folder.failed(e);
            throw e;
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            final Path made = folder.newFilePath();
            path = made;
            open = FileChannel.open(made, StandardOpenOption.READ, StandardOpenOption.WRITE);
            channel = open;
        }
        return open;
    }

    /**
     * Reads.
     *
     * @param most bytes
     * @return 0 at the end
     */
    synchronized int read(final long position, final byte[] target, final int offset, final int most)
            throws IOException {
        final FileChannel source = channel;
        if (ended || source == null) {
            throw new ClosedChannelException();
        }
        return Math.max(0, source.read(ByteBuffer.wrap(target, offset, most), position));
    }

    /** Moves the file to a path where none is; then it is not deleted. Returns its size. */
    synchronized long moveTo(final Path target) throws IOException {
        final Path source = path;
        final FileChannel open = channel;
        if (ended || source == null || open == null) {
            throw new ClosedChannelException();
        }
        // An empty file holds the name: a rename would replace what is there.
        Files.createFile(target, TemporaryFolder.ownerOnly("rw-------"));
        try {
            open.close();
            Files.move(source, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
        ended = true;
        folder.fileEnded(size);
        return size;
    }

    /** Deletes the file. A second call does nothing. */
    synchronized void delete() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        folder.fileEnded(size);
        final Path present = path;
        if (present != null) {
            final FileChannel open = channel;
            try (open) { // null if the file could not be opened
                Files.deleteIfExists(present);
            }
        }
    }
}

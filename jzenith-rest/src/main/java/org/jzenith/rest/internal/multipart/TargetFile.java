package org.jzenith.rest.internal.multipart;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A new file of the application, into which a content is written. It is deleted if it is not complete. Its methods block. */
final class TargetFile {

    private static final Set<StandardOpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path path;
    private final FileChannel channel;
    private long size;
    private boolean complete;

    private TargetFile(final Path path, final FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static TargetFile create(final Path path) throws IOException {
        return new TargetFile(path, FileChannel.open(path, NEW_FILE, TemporaryFolder.ownerOnly("rw-------")));
    }

    synchronized void write(final Buffer piece) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(piece.getBytes());
        size += bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Returns the size of the file. */
    synchronized long complete() throws IOException {
        channel.close();
        complete = true;
        return size;
    }

    synchronized void deleteUnlessComplete() throws IOException {
        if (!complete) {
            channel.close();
            Files.deleteIfExists(path);
        }
    }
}

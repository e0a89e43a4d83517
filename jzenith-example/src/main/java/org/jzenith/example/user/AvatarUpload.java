package org.jzenith.example.user;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;

/** A picture that is being received, in its own file. All methods block. */
final class AvatarUpload implements AutoCloseable {

    private static final int TOO_LARGE = 413;
    private static final int NOT_SUPPORTED = 415;

    private final Path file;
    private final FileChannel channel;
    private final long maxSize;
    private long size;

    AvatarUpload(final Path folder, final long maxSize) throws IOException {
        Files.createDirectories(folder);
        this.file = Files.createTempFile(folder, "upload", ".part");
        this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
        this.maxSize = maxSize;
    }

    void write(final Buffer piece) throws IOException {
        size += piece.length();
        if (size > maxSize) {
            throw new ProblemException(
                    Problem.of(TOO_LARGE).withDetail("A picture may have at most " + maxSize + " bytes."));
        }
        final ByteBuffer left = ByteBuffer.wrap(piece.getBytes());
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** Checks that the bytes are of the type that the client declared. */
    void check(final ImageType type) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            if (!type.isOf(content.readNBytes(ImageType.HEAD))) {
                throw new ProblemException(Problem.of(NOT_SUPPORTED)
                        .withDetail("The picture does not have the type that Content-Type names."));
            }
        }
    }

    void moveTo(final Path target) throws IOException {
        channel.close();
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the file if it was not moved. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }
}

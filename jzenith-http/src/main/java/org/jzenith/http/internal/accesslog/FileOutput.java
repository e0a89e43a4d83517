package org.jzenith.http.internal.accesslog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends lines to a file, and opens the path anew when another program has moved the file. Several outputs may append to
 * one file: each call writes whole lines.
 */
final class FileOutput implements LineOutput {

    private static final Logger LOGGER = LoggerFactory.getLogger(AccessLog.class);

    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path path;
    private @Nullable FileChannel channel;

    /** Identifies the open file; null where the file system has no such keys. */
    private @Nullable Object key;

    private long checkedNanos;
    private boolean openFailed;

    /** The file ends within a line. */
    private boolean torn;

    /** Lines since the last write that succeeded. */
    private long lost;

    FileOutput(final String path) {
        this.path = Path.of(path).toAbsolutePath();
    }

    @Override
    public void open() throws IOException {
        final Path folder = path.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new NotDirectoryException("The folder " + folder + " does not exist.");
        }
        try {
            openPath();
        } catch (final IOException e) {
            throw new IOException("The file " + path + " cannot be opened: " + e + ".", e);
        }
    }

    private void openPath() throws IOException {
        final FileChannel opened =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
        closeChannel();
        channel = opened;
        final Object last = key;
        key = keyOfPath();
        torn &= Objects.equals(last, key);
        checkedNanos = System.nanoTime();
    }

    private @Nullable Object keyOfPath() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    @Override
    public void write(final String lines, final int count) {
        if (System.nanoTime() - checkedNanos >= CHECK_NANOS) {
            followPath();
        }
        final ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
        try {
            if (torn) {
                Objects.requireNonNull(channel).write(ByteBuffer.wrap(new byte[] {'\n'}));
                torn = false;
            }
            while (bytes.hasRemaining()) {
                Objects.requireNonNull(channel).write(bytes);
            }
            reportLost();
        } catch (final IOException e) {
            torn |= bytes.position() > 0;
            if (lost == 0) {
                LOGGER.warn(
                        "The access log cannot be written to {}. Until it can be written again, requests are left out.",
                        path,
                        e);
            }
            lost += count;
        }
    }

    /** Opens the path if the open file is no longer there, or cannot be written; until that succeeds, the open file stays. */
    private void followPath() {
        checkedNanos = System.nanoTime();
        if (lost == 0 && isThere()) {
            return;
        }
        try {
            openPath();
            openFailed = false;
        } catch (final IOException e) {
            if (!openFailed) {
                LOGGER.warn(
                        "The access log {} was moved, and the new file cannot be opened. Lines go to the old file.",
                        path,
                        e);
            }
            openFailed = true;
        }
    }

    private boolean isThere() {
        try {
            return Objects.equals(key, keyOfPath());
        } catch (final IOException e) {
            return false;
        }
    }

    private void reportLost() {
        if (lost > 0) {
            LOGGER.warn("{} requests are not in the access log {}, because it could not be written.", lost, path);
            lost = 0;
        }
    }

    @Override
    public void close() {
        reportLost();
        closeChannel();
    }

    private void closeChannel() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException e) {
            LOGGER.warn("The access log {} cannot be closed.", path, e);
        }
    }
}

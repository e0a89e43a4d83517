package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A lock that lets one JVM use a data directory. The operating system releases it with the JVM, also after a SIGKILL.
 *
 * <p>POSIX systems drop all locks that a process has on a file when it closes any of its handles of that file. So this
 * JVM must not open the lock file of a directory that it has locked: it reads the file beside it first, which names the
 * owner.
 */
record DataDirectoryLock(Path file, Path owner, FileChannel channel) implements AutoCloseable {

    /** Acquires the lock; empty if another process, or another server of this one, has it. */
    static Optional<DataDirectoryLock> tryAcquire(final Path file) throws IOException {
        final Path owner = file.resolveSibling(file.getFileName() + ".owner");
        if (Files.exists(owner) && Files.readString(owner).equals(thisProcess())) {
            return Optional.empty();
        }
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            final FileLock lock = channel.tryLock();
            if (lock != null) {
                Files.writeString(owner, thisProcess());
                return Optional.of(new DataDirectoryLock(file, owner, channel));
            }
        } catch (final OverlappingFileLockException e) {
            channel.close();
            return Optional.empty();
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    private static String thisProcess() {
        final ProcessHandle self = ProcessHandle.current();
        return self.pid() + " "
                + self.info().startInstant().map(Object::toString).orElse("");
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(owner);
        try (channel) {
            Files.deleteIfExists(file);
        }
    }
}

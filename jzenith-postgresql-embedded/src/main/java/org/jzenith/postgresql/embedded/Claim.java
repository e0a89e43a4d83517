package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The right of this JVM to use a directory. The operating system ends it with the JVM, also after a SIGKILL.
 *
 * <p>POSIX systems drop all locks that a process has on a file when it closes any of its handles of that file. So this
 * JVM must not even open the lock file of a directory that it holds: the file beside it, with the owner's name, is
 * looked at first.
 */
final class Claim implements AutoCloseable {

    private final Path file;
    private final Path owner;
    private final FileChannel channel;

    private Claim(final Path file, final Path owner, final FileChannel channel) {
        this.file = file;
        this.owner = owner;
        this.channel = channel;
    }

    /** Takes the lock, or nothing if somebody else has it. */
    static Optional<Claim> take(final Path file) throws IOException {
        final Path owner = file.resolveSibling(file.getFileName() + ".owner");
        if (Files.exists(owner) && Files.readString(owner).equals(thisProcess())) {
            return Optional.empty();
        }
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            final FileLock lock = channel.tryLock();
            if (lock != null) {
                Files.writeString(owner, thisProcess());
                return Optional.of(new Claim(file, owner, channel));
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

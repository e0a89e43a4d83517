package org.jzenith.rest.internal.multipart;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one server for temporary files, and the limits of all of them. Its name is unguessable, only the user of the
 * process may enter it, and the process holds a lock in it as long as it uses it. A folder without such a lock was left by
 * a process that was killed. Safe for use by many threads; {@link #open}, {@link #close} and the work of files block.
 */
final class TemporaryFolder {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.rest.internal.multipart.MultipartForms");

    private static final String PREFIX = "jzenith-multipart-";
    private static final String LOCK = "lock";
    private static final int ATTEMPTS = 10;

    private static final Set<StandardOpenOption> NEW_LOCK =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path base;
    private final LeftFolders left;
    private final long maxBytes;
    private final int maxFiles;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger files = new AtomicInteger();
    private final AtomicBoolean failing = new AtomicBoolean();
    private @Nullable Path folder;
    private @Nullable FileChannel lock;
    private boolean closed;

    /**
     * Opens nothing.
     *
     * @param base has the folders of all servers
     * @param maxBytes in all files
     * @param maxFiles at a time
     */
    TemporaryFolder(final Path base, final long maxBytes, final int maxFiles) {
        this.base = base;
        this.left = new LeftFolders(base, LOCK);
        this.maxBytes = maxBytes;
        this.maxFiles = maxFiles;
    }

    static TemporaryFolder of(final MultipartConfiguration settings) {
        return new TemporaryFolder(
                settings.folder().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))),
                settings.maxDisk().bytes(),
                settings.maxFiles());
    }

    Path base() {
        return base;
    }

    /** Makes the folder if it is not there yet, and deletes those that killed processes have left. */
    synchronized Path open() throws IOException {
        if (closed) {
            throw new IOException("The server has stopped.");
        }
        Path present = folder;
        if (present == null) {
            Files.createDirectories(base);
            left.sweep(PREFIX, PREFIX + processId() + "-");
            present = create();
            folder = present;
        }
        return present;
    }

    private Path create() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            final Path made = Files.createTempDirectory(base, PREFIX + processId() + "-", ownerOnly("rwx------"));
            final Path lockFile = made.resolve(LOCK);
            final FileChannel channel = FileChannel.open(lockFile, NEW_LOCK, ownerOnly("rw-------"));
            try {
                // Another process that sweeps may have taken the lock, and deleted the folder, before this one had it.
                if (channel.tryLock() != null && Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)) {
                    lock = channel;
                    return made;
                }
            } catch (final OverlappingFileLockException e) {
                LOGGER.debug("A new temporary folder is already in use: {}.", made, LogText.escape(e));
            }
            channel.close();
        }
        throw new IOException("No folder below " + base + " could be locked.");
    }

    /** Process number and time of start. To open a lock file of the own process, and to close it, would end its lock. */
    private static String processId() {
        final ProcessHandle process = ProcessHandle.current();
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    static FileAttribute<?>[] ownerOnly(final String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Makes an empty file with an unguessable name. */
    Path newFilePath() throws IOException {
        return Files.createTempFile(open(), "", "", ownerOnly("rw-------"));
    }

    /** A file that is created when it is written to; null if there are too many. */
    @Nullable
    TemporaryFile newFile() {
        if (files.incrementAndGet() > maxFiles) {
            files.decrementAndGet();
            return null;
        }
        return new TemporaryFile(this);
    }

    void fileEnded(final long size) {
        files.decrementAndGet();
        bytes.addAndGet(-size);
    }

    long bytes() {
        return bytes.get();
    }

    /** Reserves bytes until their file has ended. Returns false if there is no room. */
    boolean reserve(final long more) {
        if (bytes.addAndGet(more) <= maxBytes) {
            return true;
        }
        bytes.addAndGet(-more);
        return false;
    }

    void free(final long less) {
        bytes.addAndGet(-less);
    }

    /** Logged once, until a file can be written again. */
    void failed(final Throwable error) {
        if (!failing.getAndSet(true)) {
            LOGGER.error(
                    "Parts of forms cannot be written to {}, so requests with them get a 503. Free disk space there, "
                            + "or set rest.multipart.folder to another folder.",
                    base,
                    LogText.escape(error));
        }
    }

    void written() {
        failing.set(false);
    }

    /** Deletes all files. */
    synchronized void close() throws IOException {
        closed = true;
        final Path present = folder;
        final FileChannel held = lock;
        if (present != null && held != null) {
            folder = null;
            lock = null;
            try (held) {
                left.delete(present);
            }
        }
    }
}

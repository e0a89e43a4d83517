package org.jzenith.rest.internal.multipart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes temporary folders left by dead processes; safe in world-writable directories. If the file system supports it,
 * each folder is opened once and its files are deleted through the open folder, so that a link in its place is not
 * followed. Folders of other users are left alone. All methods block.
 */
final class LeftFolders {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.rest.multipart.MultipartForms");

    /** A folder without a lock file that is younger may be one that its process has just made. */
    private static final Duration BEGINS = Duration.ofMinutes(1);

    private final Path base;
    private final String lock;

    /**
     * @param base has the folders
     * @param lock the name of the lock file in each
     */
    LeftFolders(final Path base, final String lock) {
        this.base = base;
        this.lock = lock;
    }

    /**
     * Deletes the folders that processes of the same user have left when they were killed.
     *
     * @param prefix the prefix of the names of all folders
     * @param own the prefix of the names of the folders of this process
     */
    void sweep(final String prefix, final String own) throws IOException {
        final UserPrincipal user = user(own);
        try (DirectoryStream<Path> found = Files.newDirectoryStream(base, prefix + "*")) {
            for (final Path each : found) {
                if (!each.getFileName().toString().startsWith(own)) {
                    sweep(found, each, user);
                }
            }
        }
    }

    /** The user of the process. An empty file can be made even where the disk is full. */
    private UserPrincipal user(final String own) throws IOException {
        final Path file = Files.createTempFile(base, own, ".user", TemporaryFolder.ownerOnly("rw-------"));
        try {
            return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void sweep(final DirectoryStream<Path> entries, final Path path, final UserPrincipal user) {
        try (Folder folder = Folder.open(entries, path)) {
            if (folder.owner().equals(user)) {
                sweep(folder);
            }
        } catch (final IOException | OverlappingFileLockException e) {
            LOGGER.debug("A folder of temporary files could not be checked or deleted: {}.", path, LogText.escape(e));
        }
    }

    private void sweep(final Folder folder) throws IOException {
        try (FileChannel channel = folder.openFile(lock);
                FileLock taken = channel.tryLock()) {
            if (taken != null) {
                delete(folder);
                LOGGER.info("The temporary files of a killed application were deleted: {}.", folder.path());
            }
        } catch (final NoSuchFileException e) {
            if (folder.lastModified().isBefore(Instant.now().minus(BEGINS))) {
                delete(folder);
            }
        }
    }

    /** Deletes the own folder. */
    void delete(final Path own) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base, String.valueOf(own.getFileName()));
                Folder folder = Folder.open(entries, own)) {
            delete(folder);
        } catch (final NoSuchFileException e) {
            LOGGER.debug("Another process has deleted the folder of temporary files: {}.", own, LogText.escape(e));
        }
    }

    /** The lock file is deleted last, so that a folder is swept again if this ends half-way. */
    private void delete(final Folder folder) throws IOException {
        for (final Path each : folder.content()) {
            if (!each.endsWith(lock)) {
                folder.deleteFile(each.getFileName());
            }
        }
        folder.deleteFile(Path.of(lock));
        folder.delete();
    }

    /**
     * A folder that is open.
     *
     * @param parent null where files are reached by their paths
     * @param opened null where files are reached by their paths
     */
    private record Folder(
            Path path,
            DirectoryStream<Path> content,
            @Nullable SecureDirectoryStream<Path> parent,
            @Nullable SecureDirectoryStream<Path> opened)
            implements Closeable {

        @SuppressWarnings("StreamResourceLeak") // it is closed with the folder
        static Folder open(final DirectoryStream<Path> entries, final Path path) throws IOException {
            if (entries instanceof final SecureDirectoryStream<Path> parent) {
                final SecureDirectoryStream<Path> opened =
                        parent.newDirectoryStream(path.getFileName(), LinkOption.NOFOLLOW_LINKS);
                return new Folder(path, opened, parent, opened);
            }
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(path.toString());
            }
            return new Folder(path, Files.newDirectoryStream(path), null, null);
        }

        UserPrincipal owner() throws IOException {
            return opened == null
                    ? Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
                    : opened.getFileAttributeView(FileOwnerAttributeView.class).getOwner();
        }

        Instant lastModified() throws IOException {
            return opened == null
                    ? Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant()
                    : opened.getFileAttributeView(BasicFileAttributeView.class)
                            .readAttributes()
                            .lastModifiedTime()
                            .toInstant();
        }

        FileChannel openFile(final String name) throws IOException {
            if (opened == null) {
                return FileChannel.open(path.resolve(name), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            }
            return (FileChannel)
                    opened.newByteChannel(Path.of(name), Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        }

        void deleteFile(final Path name) throws IOException {
            try {
                if (opened == null) {
                    Files.delete(path.resolve(name));
                } else {
                    opened.deleteFile(name);
                }
            } catch (final NoSuchFileException e) {
                LOGGER.trace("Deleted already: {}.", name, LogText.escape(e));
            }
        }

        /** Fails if another folder or a link has taken its place, unless that folder is empty. */
        void delete() throws IOException {
            if (parent == null) {
                Files.deleteIfExists(path);
            } else {
                parent.deleteDirectory(path.getFileName());
            }
        }

        @Override
        public void close() throws IOException {
            content.close();
        }
    }
}

package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * The directory of one user below the temporary directory: the unpacked programs, and the data of temporary servers. Other
 * users can read but not write it, so that they cannot place programs there.
 */
public record Workspace(Product product, Path directory) {

    private static final String DATA = "data-";

    public static Workspace open(final Product product) {
        return open(product, Path.of(System.getProperty("java.io.tmpdir")));
    }

    public static Workspace open(final Product product, final Path temporary) {
        try {
            final Path directory = temporary.resolve("jzenith-" + product.prefix() + "-" + user(temporary));
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, readableByAll());
            }
            checkOwner(directory);
            return new Workspace(product, directory);
        } catch (final IOException e) {
            throw notWritable(product, temporary, e);
        }
    }

    /** The id of the user, because some users have no name. */
    private static String user(final Path temporary) throws IOException {
        if (Platform.isWindows()) {
            return System.getProperty("user.name").replaceAll("\\W", "_");
        }
        final Path mine = Files.createTempFile(temporary, "jzenith-", "");
        try {
            return Files.getAttribute(mine, "unix:uid").toString();
        } finally {
            Files.delete(mine);
        }
    }

    /** Returns true if the user of this JVM is root, who owns what it creates. */
    public boolean isRoot() {
        try {
            return !Platform.isWindows()
                    && Files.getAttribute(directory, "unix:uid").equals(0);
        } catch (final IOException e) {
            throw notWritable(product, directory, e);
        }
    }

    private static FileAttribute<?>[] readableByAll() {
        return Platform.isWindows()
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))
                };
    }

    private static void checkOwner(final Path directory) throws IOException {
        final Path mine = Files.createTempFile(directory, "mine", "");
        try {
            if (!Files.getOwner(directory).equals(Files.getOwner(mine))) {
                throw new StartException(StartProblem.of("The directory " + directory + " belongs to "
                                + Files.getOwner(directory) + ", who could place programs in it.")
                        .remedy("Delete it, or choose another temporary directory with -Djava.io.tmpdir=..."));
            }
        } finally {
            Files.delete(mine);
        }
    }

    /** The report of a directory in which a file cannot be written or read. */
    public static StartException notWritable(final Product product, final Path directory, final IOException e) {
        return new StartException(StartProblem.of("The embedded " + product.title() + " cannot write to the directory "
                        + directory + ": " + e + ".")
                .remedy("Make the directory writable, free some space, or choose another directory "
                        + "(-Djava.io.tmpdir=... or " + product.plugin().getSimpleName()
                        + ".create().inDirectory(..)).")
                .causedBy(e));
    }

    /** A new directory for temporary data; its name holds the id of this process. */
    public Path newData() {
        return directory.resolve(DATA + ProcessHandle.current().pid() + "-"
                + UUID.randomUUID().toString().substring(0, 8));
    }

    /** Deletes the data of servers whose JVM was killed. */
    public void cleanUp() {
        final List<Path> left;
        try (Stream<Path> entries = Files.list(directory)) {
            left = entries.filter(Files::isDirectory)
                    .filter(this::isDataOfOtherProcess)
                    .toList();
        } catch (final IOException e) {
            product.logger().debug("Cannot list the data of killed processes in {}", directory, e);
            return;
        }
        left.forEach(this::cleanUp);
    }

    private boolean isDataOfOtherProcess(final Path entry) {
        final String name = entry.getFileName().toString();
        return name.startsWith(DATA)
                && !name.startsWith(DATA + ProcessHandle.current().pid() + "-");
    }

    private void cleanUp(final Path data) {
        try {
            final Optional<DataDirectoryLock> lock = DataDirectoryLock.tryAcquire(lockOf(data));
            if (lock.isPresent()) {
                ServerProcess.of(product, data).ifPresent(ServerProcess::kill);
                delete(data);
                lock.get().close();
                product.logger().debug("Removed {}, the data of a process that was killed.", data);
            }
        } catch (final IOException e) {
            product.logger().debug("Cannot remove {}, the data of a process that was killed", data, e);
        }
    }

    public static Path lockOf(final Path data) {
        return data.resolveSibling(data.getFileName() + ".lock");
    }

    void deleteQuietly(final Path path) {
        try {
            delete(path);
        } catch (final IOException e) {
            product.logger().debug("Cannot remove {}", path, e);
        }
    }

    public static void delete(final Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException error) throws IOException {
                if (error instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw error;
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path visited, final @Nullable IOException error)
                    throws IOException {
                if (error != null) {
                    throw error;
                }
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

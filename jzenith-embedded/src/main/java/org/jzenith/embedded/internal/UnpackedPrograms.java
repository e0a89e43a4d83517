package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The directory with the server's programs. They are unpacked once for each user and version, into a temporary directory that is
 * then renamed, so that JVMs can unpack at the same time.
 */
public final class UnpackedPrograms {

    private final Product product;
    private final Path directory;

    private UnpackedPrograms(final Product product, final Path directory) {
        this.product = product;
        this.directory = directory;
    }

    /** Fills an empty directory. */
    public interface Unpacking {

        void into(Path target) throws IOException;
    }

    /**
     * Unpacks the programs unless they are there.
     *
     * @param key names the archive
     */
    public static Path in(final Workspace workspace, final String key, final Unpacking unpacking) {
        final Path directory = workspace.directory().resolve(key);
        try {
            if (!isComplete(directory)) {
                new UnpackedPrograms(workspace.product(), directory).unpack(unpacking);
            }
            return directory;
        } catch (final IOException e) {
            throw Workspace.notWritable(workspace.product(), workspace.directory(), e);
        }
    }

    /** Names an archive without reading it, because a digest of its megabytes would delay each start. */
    public static String key(final String name, final long size, final long checksum) {
        return name + "-" + Long.toHexString(size) + "-" + Long.toHexString(checksum);
    }

    /** Fails if the start takes too long. */
    public static void check(final TimeLimit deadline, final String entry) throws IOException {
        if (deadline.hasPassed() || Thread.currentThread().isInterrupted()) {
            throw new IOException("the time limit for startup passed while unpacking " + entry);
        }
    }

    /** Lets every user run a program. */
    public static void makeExecutable(final Path program) throws IOException {
        if (!program.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + program + " executable");
        }
    }

    /** A cleaner of temporary directories can have removed some of the files. */
    private static boolean isComplete(final Path directory) throws IOException {
        final Path marker = directory.resolve(".complete");
        return Files.exists(marker) && Files.readString(marker).equals(String.valueOf(count(directory)));
    }

    private static long count(final Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> !file.endsWith(".complete")).count();
        }
    }

    private void unpack(final Unpacking unpacking) throws IOException {
        final long start = System.nanoTime();
        final Path fresh = directory.resolveSibling("unpacking-" + UUID.randomUUID());
        try {
            unpacking.into(fresh);
            Files.writeString(fresh.resolve(".complete"), String.valueOf(count(fresh)));
            if (Files.exists(directory) && !isComplete(directory)) {
                Workspace.delete(directory);
            }
            moveUnlessThere(fresh);
        } finally {
            Workspace.delete(fresh);
        }
        product.logger()
                .info(
                        "Unpacked the embedded {} into {} in {} ms.",
                        product.title(),
                        directory,
                        (System.nanoTime() - start) / 1_000_000);
    }

    private void moveUnlessThere(final Path fresh) throws IOException {
        try {
            Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            final boolean isThere = e instanceof FileAlreadyExistsException || e instanceof DirectoryNotEmptyException;
            if (!isThere && !isComplete(directory)) {
                throw e;
            }
            product.logger().debug("Another process has unpacked {} meanwhile.", directory, e);
        }
    }
}

package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL for this machine. They are unpacked once for each user and version, into a temporary
 * directory that is then renamed, so that JVMs can unpack at the same time.
 */
final class Binaries {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.postgresql.embedded.EmbeddedPostgresql");

    private final Path directory;

    private Binaries(final Path directory) {
        this.directory = directory;
    }

    static Binaries in(final Workspace workspace, final TimeLimit deadline) {
        return in(workspace, Platform.archives(), deadline);
    }

    static Binaries in(final Workspace workspace, final List<String> archives, final TimeLimit deadline) {
        final URL archive = find(archives);
        try {
            final Path directory = workspace.directory().resolve(key(archive));
            if (!isComplete(directory)) {
                unpack(archive, directory, deadline);
            }
            return new Binaries(directory);
        } catch (final IOException e) {
            throw Workspace.notWritable(workspace.directory(), e);
        }
    }

    String program(final String name) {
        return directory
                .resolve("bin")
                .resolve(Platform.isWindows() ? name + ".exe" : name)
                .toString();
    }

    private static URL find(final List<String> archives) {
        for (final String archive : archives) {
            final URL url = Binaries.class.getResource("/" + archive);
            if (url != null) {
                return url;
            }
        }
        throw new StartException(StartProblem.of("The embedded PostgreSQL has no programs for this machine: "
                        + archives.get(0) + " is not on the class path.")
                .remedy(
                        "Set postgresql.host (POSTGRESQL_HOST in the environment) to use a server. For development, start with"
                                + " mvn jzenith:dev, make the jar with -Pdevelopment-jar, or add the artifact of"
                                + " io.zonky.test.postgres for this machine."));
    }

    /** Names the archive without reading it, because a digest of its megabytes would delay each start. */
    private static String key(final URL archive) throws IOException {
        final URLConnection connection = archive.openConnection();
        final String file = archive.getPath().substring(archive.getPath().lastIndexOf('/') + 1);
        final long checksum =
                connection instanceof JarURLConnection jar ? jar.getJarEntry().getCrc() : connection.getLastModified();
        final long size = connection.getContentLengthLong();
        return file.replace(".txz", "") + "-" + Long.toHexString(size) + "-" + Long.toHexString(checksum);
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

    private static void unpack(final URL archive, final Path directory, final TimeLimit deadline) throws IOException {
        final long start = System.nanoTime();
        final Path fresh = directory.resolveSibling("unpacking-" + UUID.randomUUID());
        try {
            extract(archive, fresh, deadline);
            Files.writeString(fresh.resolve(".complete"), String.valueOf(count(fresh)));
            if (Files.exists(directory) && !isComplete(directory)) {
                Workspace.delete(directory);
            }
            moveUnlessThere(fresh, directory);
        } finally {
            Workspace.delete(fresh);
        }
        LOGGER.info(
                "Unpacked the embedded PostgreSQL into {} in {} ms.",
                directory,
                (System.nanoTime() - start) / 1_000_000);
    }

    private static void moveUnlessThere(final Path fresh, final Path directory) throws IOException {
        try {
            Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (final FileAlreadyExistsException | DirectoryNotEmptyException e) {
            LOGGER.debug("Another process has unpacked {} meanwhile.", directory, e);
        } catch (final IOException e) {
            if (!isComplete(directory)) {
                throw e;
            }
            LOGGER.debug("Another process has unpacked {} meanwhile.", directory, e);
        }
    }

    private static void extract(final URL archive, final Path target, final TimeLimit deadline) throws IOException {
        try (InputStream packed = archive.openStream();
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (deadline.hasPassed() || Thread.currentThread().isInterrupted()) {
                    throw new IOException("the time limit of the start passed while unpacking " + entry.getName());
                }
                extract(tar, entry, target);
            }
        }
    }

    private static void extract(final TarArchiveInputStream tar, final TarArchiveEntry entry, final Path target)
            throws IOException {
        final Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("the archive has an entry outside its directory: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            Files.createLink(path, target.resolve(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            if ((entry.getMode() & 0111) != 0 && !path.toFile().setExecutable(true, false)) {
                throw new IOException("cannot make " + path + " executable");
            }
        }
    }
}

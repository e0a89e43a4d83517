package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.embedded.internal.Platform;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.UnpackedPrograms;
import org.jzenith.embedded.internal.Workspace;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL for this machine. */
record Binaries(Path directory) {

    static Binaries in(final Workspace workspace, final TimeLimit deadline) {
        return in(workspace, archives(), deadline);
    }

    static Binaries in(final Workspace workspace, final List<String> archives, final TimeLimit deadline) {
        final URL archive = find(archives);
        try {
            return new Binaries(
                    UnpackedPrograms.in(workspace, key(archive), target -> extract(archive, target, deadline)));
        } catch (final IOException e) {
            throw Workspace.notWritable(workspace.product(), workspace.directory(), e);
        }
    }

    String program(final String name) {
        return directory.resolve("bin").resolve(Platform.program(name)).toString();
    }

    /** The resources on the class path that can hold the programs for this machine, the best first. */
    private static List<String> archives() {
        final String architecture = Platform.architecture();
        if (Platform.isWindows()) {
            return List.of("postgres-windows-" + architecture + ".txz", "postgres-windows-x86_64.txz");
        }
        if (Platform.isMac()) {
            return List.of("postgres-darwin-" + architecture + ".txz");
        }
        if (Platform.isLinux()) {
            return Files.exists(Path.of("/etc/alpine-release"))
                    ? List.of("postgres-linux-" + architecture + "-alpine_linux.txz")
                    : List.of("postgres-linux-" + architecture + ".txz");
        }
        throw new StartException(
                StartProblem.of("There is no embedded PostgreSQL for " + Platform.name() + " on " + architecture + ".")
                        .remedy("Configure postgresql.host to use another server."));
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

    private static String key(final URL archive) throws IOException {
        final URLConnection connection = archive.openConnection();
        final String file = archive.getPath().substring(archive.getPath().lastIndexOf('/') + 1);
        final long checksum =
                connection instanceof JarURLConnection jar ? jar.getJarEntry().getCrc() : connection.getLastModified();
        return UnpackedPrograms.key(file.replace(".txz", ""), connection.getContentLengthLong(), checksum);
    }

    private static void extract(final URL archive, final Path target, final TimeLimit deadline) throws IOException {
        try (InputStream packed = archive.openStream();
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                UnpackedPrograms.check(deadline, entry.getName());
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
            if ((entry.getMode() & 0111) != 0) {
                UnpackedPrograms.makeExecutable(path);
            }
        }
    }
}

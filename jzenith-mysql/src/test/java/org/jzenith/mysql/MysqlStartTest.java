package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.test.internal.log.LogLines;

/** The start of an application on MariaDB: settings, migrations, health and reports. */
@Tag("full")
final class MysqlStartTest {

    private final String database = TestServer.freshDatabase();

    @TempDir
    private Path migrations;

    private JZenith application() {
        return TestServer.application(database)
                .withConfiguration("mysql.migrations.locations", "filesystem:" + migrations);
    }

    /** Starts an application that must not start; returns the first problem. */
    static String failure(final JZenith application) {
        final StartException error = catchThrowableOfType(StartException.class, application::run);
        assertThat(error).isNotNull();
        return error.problems().get(0).toString();
    }

    @Test
    void itMigratesAndIsHealthy() throws IOException {
        Files.writeString(
                migrations.resolve("V1__item.sql"),
                "CREATE TABLE item (id int PRIMARY KEY, name varchar(10));\nINSERT INTO item VALUES (1, 'a''b;c');");
        final RunningApplication application = application().run();
        assertThat(application
                        .get(Database.class)
                        .query("SELECT name FROM item WHERE id = ?", 1)
                        .as(String.class)
                        .single()
                        .blockingGet())
                .isEqualTo("a'b;c");
        assertThat(application.get(HealthChecks.class).run().blockingGet().stream()
                        .filter(result -> result.health().status() == Health.Status.UP)
                        .map(HealthChecks.Result::name))
                .contains("mysql");
        application.stop();
    }

    @Test
    void aFailedMigrationNamesTheFileAndIsNotSaidToBeRolledBack() throws IOException {
        Files.writeString(migrations.resolve("V1__item.sql"), "CREATE TABEL item (id int)");
        assertThat(failure(application()))
                .startsWith("The migration V1__item.sql failed on 127.0.0.1:")
                .contains("undo its changes")
                .doesNotContain("rolled back");
    }

    @Test
    void aMigrationThatWaitsForALockSaysForWhom() throws IOException, SQLException {
        Files.writeString(migrations.resolve("V1__item.sql"), "CREATE TABLE item (id int)");
        application().run().stop();
        Files.writeString(migrations.resolve("V2__more.sql"), "ALTER TABLE item ADD COLUMN name varchar(10)");
        try (Connection other = TestServer.connect(database);
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO item VALUES (1)");
            assertThat(failure(application().withConfiguration("jzenith.start-timeout", "5s")))
                    .contains("V2__more.sql")
                    .contains("Waiting for table metadata lock")
                    .contains("has had a transaction open since");
        }
    }

    @Test
    void theReportsNameWhatIsWrong() {
        assertThat(failure(application().withOverridingConfiguration("mysql.database", "nowhere")))
                .matches("(?s)MariaDB at .* has no database 'nowhere'\\..*set mysql\\.database\\.");
        assertThat(failure(application().withOverridingConfiguration("mysql.password", "wrong")))
                .matches("(?s)MariaDB at .* refuses the user .*Set mysql\\.username and mysql\\.password to .*");
        assertThat(failure(JZenith.application("--mysql.url=postgresql://db/x").withPlugins(MysqlPlugin.create())))
                .contains("mysql.url does not begin with mariadb://.");
    }

    @Test
    void aUrlIsAnAddressToo() {
        final RunningApplication application = JZenith.application()
                .withPlugins(MysqlPlugin.create())
                .withConfiguration(
                        "mysql.url",
                        "mariadb://" + TestServer.SERVER.username() + ":" + TestServer.SERVER.password() + "@"
                                + TestServer.SERVER.host() + ":" + TestServer.SERVER.port() + "/" + database
                                + "?sslmode=disable")
                .run();
        assertThat(application
                        .get(Database.class)
                        .query("SELECT DATABASE()")
                        .as(String.class)
                        .single()
                        .blockingGet())
                .isEqualTo(database);
        application.stop();
    }

    @Test
    void aFurtherDatabaseHasAName() {
        final String further = TestServer.freshDatabase();
        final RunningApplication application = application()
                .withPlugins(MysqlPlugin.named("archive"))
                .withConfiguration("mysql.archive.host", TestServer.SERVER.host())
                .withConfiguration("mysql.archive.port", TestServer.SERVER.port())
                .withConfiguration("mysql.archive.username", TestServer.SERVER.username())
                .withConfiguration("mysql.archive.password", TestServer.SERVER.password())
                .withConfiguration("mysql.archive.database", further)
                .run();
        assertThat(application
                        .get(Database.class, "archive")
                        .query("SELECT DATABASE()")
                        .as(String.class)
                        .single()
                        .blockingGet())
                .isEqualTo(further);
        application.stop();
    }

    @Test
    void sessionsDoNotHaveTheServersDefaults() throws SQLException {
        try (Connection other = TestServer.connect(database);
                Statement server = other.createStatement()) {
            server.execute("SET @zone = @@GLOBAL.time_zone, @mode = @@GLOBAL.sql_mode");
            server.execute("SET GLOBAL time_zone = '+05:00', GLOBAL sql_mode = ''");
            final RunningApplication application = application().run();
            server.execute("SET GLOBAL time_zone = @zone, GLOBAL sql_mode = @mode");
            server.execute("CREATE TABLE item (name varchar(3), day date, at timestamp NULL, flag tinyint(1))");
            final Database client = application.get(Database.class);
            for (final String change :
                    List.of("name) VALUES ('long')", "day) VALUES ('2026-02-30')", "flag) VALUES (300)")) {
                assertThatThrownBy(() -> client.query("INSERT INTO item (" + change)
                                .execute()
                                .blockingAwait())
                        .as(change)
                        .isInstanceOf(InvalidValueException.class);
            }
            final Instant instant = Instant.parse("2026-03-29T01:30:00Z");
            client.query("INSERT INTO item (at, flag) VALUES (?, 2)", instant)
                    .execute()
                    .blockingAwait();
            assertThat(client.query("SELECT at FROM item WHERE at = '2026-03-29 01:30:00'")
                            .as(Instant.class)
                            .list()
                            .blockingGet())
                    .containsExactly(instant);
            assertThatThrownBy(() -> client.query("SELECT flag FROM item")
                            .as(Boolean.class)
                            .list()
                            .blockingGet())
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("column flag of the type tinyint");
            application.stop();
        }
    }

    @Test
    void aDatabaseWithoutAllCharactersIsAWarning() {
        TestServer.run(database, "ALTER DATABASE `" + database + "` CHARACTER SET latin1");
        try (LogLines log = LogLines.open();
                RunningApplication application = application().run()) {
            assertThat(log.messages())
                    .filteredOn(message -> message.contains("character set"))
                    .containsExactly(
                            "The database " + database + " has the character set latin1, so new tables cannot store "
                                    + "every character. Run: ALTER DATABASE `" + database + "` CHARACTER SET utf8mb4");
            TestServer.run(database, "CREATE TABLE item (name varchar(3))");
            final Database client = application.get(Database.class);
            assertThatThrownBy(() -> client.query("INSERT INTO item VALUES (?)", "\ud83d\ude00")
                            .execute()
                            .blockingAwait())
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("column name");
        }
    }

    @Test
    void aSettingOfWhatMariadbDoesNotHaveFailsTheStart() {
        assertThat(failure(application().withConfiguration("mysql.row-security.role-setting", "app.roles")))
                .contains("mysql.row-security");
    }
}

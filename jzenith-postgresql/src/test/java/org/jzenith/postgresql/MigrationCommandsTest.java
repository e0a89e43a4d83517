package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.internal.log.PrintedText;

/** The steps of migrations that run without a start: {@code --migrate}, {@code --repair} and {@code --baseline}. */
final class MigrationCommandsTest {

    @TempDir
    private Path folder;

    private final String database = TestServer.freshDatabase();

    private void script(final String name, final String sql) throws IOException {
        Files.writeString(folder.resolve(name), sql);
    }

    private JZenith application(final String... arguments) {
        return TestServer.application(database, arguments)
                .withConfiguration("postgresql.migrations.locations", "filesystem:" + folder);
    }

    private static String refusal(final JZenith application) {
        final StartException error = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        assertThat(error).isNotNull();
        return error.toString();
    }

    private long count(final String sql) {
        return TestServer.count(database, sql);
    }

    private long tables(final String name) {
        return count("SELECT count(*) FROM pg_tables WHERE tablename = '" + name + "'");
    }

    private long sessions() {
        return count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid()");
    }

    @Test
    void migrateAppliesTheScriptsAndLeavesNoConnection() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        assertThat(PrintedText.of(application("--migrate")))
                .containsPattern(database + ".*: 1 migrations applied in \\d+ ms\\.");
        assertThat(tables("one")).isEqualTo(1);
        Leaks.await("the connections are closed", () -> sessions() == 0);
        assertThat(PrintedText.of(application("--migrate"))).contains(": All migrations are already applied.");
    }

    @Test
    void migrateReportsTheScriptThatFails() throws IOException {
        script("V1__one.sql", "CREATE TABEL one (id int)");
        assertThat(refusal(application("--migrate")))
                .contains("The migration V1__one.sql failed", folder.resolve("V1__one.sql") + ", line 1");
    }

    @Test
    void migrateReportsADatabaseThatIsMissing() {
        assertThat(refusal(TestServer.application("missing", "--migrate"))).contains("has no database 'missing'");
    }

    @Test
    void allDatabasesAreMigratedExceptThoseWithoutMigrations() throws IOException {
        final String archive = TestServer.freshDatabase();
        final String replica = TestServer.freshDatabase();
        script("V1__one.sql", "CREATE TABLE one (id int)");
        final JZenith application = application("--migrate")
                .withPlugins(PostgresqlPlugin.named("archive"), PostgresqlPlugin.named("replica"))
                .withConfiguration("postgresql.replica.migrations.enabled", false)
                .withConfiguration("postgresql.archive.migrations.locations", "filesystem:" + folder);
        for (final String name : new String[] {"archive", "replica"}) {
            TestServer.settings(name.equals("archive") ? archive : replica)
                    .forEach((key, value) -> application.withConfiguration(
                            key.replace("postgresql.", "postgresql." + name + "."), value));
        }
        assertThat(PrintedText.of(application))
                .containsPattern(database + ".*: 1 migrations applied")
                .containsPattern(archive + ".*: 1 migrations applied")
                .containsPattern(replica
                        + ".*: Nothing was done, because postgresql\\.replica\\.migrations\\.enabled is false\\.");
        final String tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'one'";
        assertThat(TestServer.count(archive, tables)).isEqualTo(1);
        assertThat(TestServer.count(replica, tables)).isZero();
    }

    @Test
    void repairRemovesAFailedMigrationFromTheHistory() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        script("V2__two.sql", "CREATE TABLE two (id int);\nCREATE TABEL three (id int)");
        script("V2__two.sql.conf", "executeInTransaction=false");
        assertThat(refusal(application())).contains("run the application with --repair");
        assertThat(refusal(application())).contains("V2__two.sql failed.", "run the application with --repair");
        TestServer.run(database, "DROP TABLE two");
        script("V2__two.sql", "CREATE TABLE two (id int)");
        assertThat(PrintedText.of(application("--repair")))
                .contains(": Repaired the history of the migrations: removed 1 failed, accepted 0 changed, and marked "
                        + "0 missing");
        assertThat(tables("two")).isZero();
        application().run().stop();
        assertThat(tables("two")).isEqualTo(1);
    }

    @Test
    void repairAcceptsAChangedMigration() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        application().run().stop();
        script("V1__one.sql", "CREATE TABLE one (id int) -- the first table");
        assertThat(PrintedText.of(application("--repair"))).contains("accepted 1 changed");
        application().run().stop();
    }

    @Test
    void baselineStartsTheHistoryOfTablesThatExist() throws IOException {
        TestServer.run(database, "CREATE TABLE one (id int)");
        script("V1__one.sql", "CREATE TABLE one (id int)");
        script("V1.1__more.sql", "CREATE TABLE one (id int)");
        script("V2__two.sql", "CREATE TABLE two (id int)");
        assertThat(refusal(application()))
                .contains("has tables, but no history of migrations.")
                .contains("run the application once with --baseline=VERSION");
        assertThat(PrintedText.of(application("--baseline=1.1")))
                .contains(": The baseline is version 1.1: migrations up to it count as applied.");
        assertThat(tables("two")).isZero();
        application().run().stop();
        assertThat(tables("two")).isEqualTo(1);
        assertThat(refusal(application("--baseline=2")))
                .contains("already has a history of migrations.", "Run --migrate");
    }

    @Test
    void baselineRefusesAVersionThatIsNone() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        assertThat(refusal(application("--baseline=first"))).contains("The migrations of", "first");
        assertThat(tables("flyway_schema_history")).isZero();
    }
}

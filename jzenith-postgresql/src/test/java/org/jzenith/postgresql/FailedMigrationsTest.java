package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jzenith.test.internal.leak.Polling.until;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;

/** Migrations that need special care, wait or fail. */
final class FailedMigrationsTest {

    @TempDir
    private Path folder;

    private final String database = TestServer.freshDatabase();

    private FailedMigrationsTest script(final String name, final String sql) throws IOException {
        Files.writeString(folder.resolve(name), sql);
        return this;
    }

    private JZenith application() {
        return TestServer.application(database)
                .withConfiguration("postgresql.migrations.locations", "filesystem:" + folder);
    }

    private static String refusal(final JZenith application) {
        final StartException error = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        assertThat(error).isNotNull();
        return error.toString();
    }

    private String refusal() {
        return refusal(application());
    }

    private void start() {
        application().run().stop();
    }

    private long count(final String sql) {
        return TestServer.count(database, sql);
    }

    private void untilThereIs(final String session) {
        until(() -> TestServer.sessions("datname = '" + database + "' AND " + session) > 0);
    }

    @Test
    void anIndexIsCreatedConcurrently() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)").script("V2__index.sql", """
            -- Nothing else may be in this script.
            CREATE INDEX CONCURRENTLY one_id ON one (id);
            """);
        start();
        assertThat(count("SELECT count(*) FROM pg_index WHERE indexrelid = 'one_id'::regclass AND indisvalid"))
                .isEqualTo(1);
    }

    @Test
    void aConnectionThatTheServerRefusesToTheMigrationsIsReportedInItsWords() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        TestServer.run(database, "CREATE ROLE single LOGIN PASSWORD 'single' CONNECTION LIMIT 1");
        assertThat(refusal(application()
                        .withConfiguration("postgresql.username", "single")
                        .withConfiguration("postgresql.password", "single")))
                .contains("/" + database
                        + " failed: FATAL: too many connections for role \"single\" (SQLSTATE 53300).\n");
    }

    @Test
    void instancesThatStartTogetherTakeTurns() throws IOException, SQLException {
        TestServer.run(database, "CREATE SCHEMA aside; CREATE TABLE aside.gate (id int)");
        script("V1__one.sql", "INSERT INTO aside.gate VALUES (1); CREATE TABLE one (id int)")
                .script("V2__index.sql", "CREATE INDEX CONCURRENTLY one_id ON one (id)");
        final List<CompletableFuture<Void>> starts;
        try (Connection holder = TestServer.connect(database);
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("LOCK TABLE aside.gate");
            starts = List.of(CompletableFuture.runAsync(this::start), CompletableFuture.runAsync(this::start));
            untilThereIs("wait_event_type = 'Lock'");
            untilThereIs("query LIKE '%advisory_lock%'");
        }
        starts.forEach(CompletableFuture::join);
        assertThat(count("SELECT count(*) FROM aside.gate")).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM flyway_schema_history WHERE success AND version IN ('1', '2')"))
                .isEqualTo(2);
    }

    @Test
    void aStartThatTakesTooLongNamesWhatItWaitsFor() throws IOException, SQLException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        script("V2__two.sql", "CREATE TABLE two (id int);\nALTER TABLE one ADD COLUMN name text");
        final CompletableFuture<String> first;
        final CompletableFuture<String> second;
        try (Connection holder = TestServer.connect(database);
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("LOCK TABLE one");
            first = CompletableFuture.supplyAsync(
                    () -> refusal(application().withConfiguration("jzenith.start-timeout", "16s")));
            untilThereIs("wait_event_type = 'Lock'");
            second = CompletableFuture.supplyAsync(
                    () -> refusal(application().withConfiguration("jzenith.start-timeout", "10s")));
            assertThat(second.join())
                    .contains("could not start within 90 % of jzenith.start-timeout.")
                    .containsPattern(
                            "They are being run by session \\d+ of jzenith \\(postgres\\), which is active\\.");
            assertThat(first.join())
                    .contains("The migration V2__two.sql did not end")
                    .containsPattern("It waited for the lock \\(relation\\) of session \\d+ of PostgreSQL JDBC Driver"
                            + " \\(postgres\\), which is idle in transaction\\.")
                    .contains(folder.resolve("V2__two.sql") + ", line 2")
                    .contains("raise jzenith.start-timeout")
                    .contains("changes were rolled back");
            assertThat(count("SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND application_name = 'jzenith'"))
                    .isZero();
        }
        assertThat(count("SELECT count(*) FROM pg_tables WHERE tablename = 'two'"))
                .isZero();
        start();
    }

    @Test
    void aPlaceholderHasTheValueOfItsSetting() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (name text DEFAULT '${shop.name}')")
                .script("V2__two.sql", "INSERT INTO one VALUES ('${first}')")
                .script("V2__two.sql.conf", "placeholderReplacement=false");
        assertThat(refusal())
                .contains("A migration contains ${shop.name}, which has no value.")
                .contains(folder.resolve("V1__one.sql").toString())
                .contains("Set postgresql.migrations.placeholders.shop.name.")
                .contains("placeholderReplacement=false");
        application()
                .withConfiguration("postgresql.migrations.placeholders.shop.name", "Corner")
                .run()
                .stop();
        TestServer.run(database, "INSERT INTO one VALUES (DEFAULT)");
        assertThat(count("SELECT count(*) FROM one WHERE name IN ('Corner', '$' || '{first}')"))
                .isEqualTo(2);
    }

    @Test
    void whatAScriptHasCommittedIsNotSaidToBeRolledBack() throws IOException {
        script("V1__one.sql", """
            CREATE TABLE one (note text DEFAULT ';COMMIT');
            COMMIT;
            CREATE TABLE two (id int);
            CREATE TABEL three (id int);
            COMMIT;
            """);
        assertThat(refusal())
                .contains("V1__one.sql, line 4")
                .contains("changes before its own COMMIT in line 2 were not rolled back: undo them")
                .doesNotContain("changes were rolled back");
        assertThat(count("SELECT count(*) FROM pg_tables WHERE tablename IN ('one', 'two')"))
                .isEqualTo(1);
    }

    @Test
    void aScriptThatFailsBeforeItsCommitIsRolledBack() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int);\nCREATE TABEL two (id int);\nCOMMIT;");
        assertThat(refusal()).contains("The migration's changes were rolled back. Correct it and start again.");
        assertThat(count("SELECT count(*) FROM pg_tables WHERE tablename = 'one'"))
                .isZero();
    }

    @Test
    void anInvalidIndexOfAFailedScriptIsNamed() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int); INSERT INTO one VALUES (1), (1)")
                .script("V2__index.sql", "CREATE UNIQUE INDEX CONCURRENTLY one_id ON one (id)");
        assertThat(refusal())
                .contains("SQLSTATE 23505")
                .contains("The migration ran without a transaction, so nothing was rolled back")
                .contains("The index one_id of one is invalid; remove it with DROP INDEX one_id.")
                .doesNotContain("changes were rolled back");
        TestServer.run(database, "DELETE FROM one; DROP INDEX one_id");
        assertThat(refusal()).contains("V2__index.sql failed.", "flyway_schema_history");
        TestServer.run(database, "DELETE FROM flyway_schema_history WHERE NOT success");
        start();
    }

    @Test
    void aScriptThatIsToldToRunWithoutATransactionIsNotSaidToBeRolledBack() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int);\nCREATE TABEL two (id int);")
                .script("V1__one.sql.conf", "executeInTransaction=false");
        assertThat(refusal())
                .contains("The migration ran without a transaction, so nothing was rolled back")
                .doesNotContain("changes were rolled back", "invalid");
        assertThat(count("SELECT count(*) FROM pg_tables WHERE tablename = 'one'"))
                .isEqualTo(1);
    }

    @Test
    void anIndexThatAnotherSessionBuildsIsNotCalledInvalid() throws IOException, SQLException {
        script("V1__other.sql", "CREATE TABLE other (id int)").start();
        final CompletableFuture<Void> building;
        try (Connection connection = TestServer.connect(database);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE other IN ROW EXCLUSIVE MODE");
            building = CompletableFuture.runAsync(
                    () -> TestServer.run(database, "CREATE INDEX CONCURRENTLY other_id ON other (id)"));
            Leaks.await(
                    "the index is being built",
                    () -> count("SELECT count(*) FROM pg_stat_progress_create_index WHERE index_relid <> 0") == 1
                            && count("SELECT count(*) FROM pg_class WHERE relname = 'other_id'") == 1);
            script("V2__one.sql", "CREATE TABEL one (id int)").script("V2__one.sql.conf", "executeInTransaction=false");
            assertThat(refusal()).contains("nothing was rolled back").doesNotContain("other_id");
            connection.rollback();
        }
        building.join();
    }
}

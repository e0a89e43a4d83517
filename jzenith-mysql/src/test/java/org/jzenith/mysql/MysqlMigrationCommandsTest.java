package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.test.internal.log.PrintedText;

/** {@code --migrate}, {@code --repair} and {@code --baseline} on MariaDB, which commits each change of the schema. */
@Tag("full")
final class MysqlMigrationCommandsTest {

    private final String database = TestServer.freshDatabase();

    @TempDir
    private Path folder;

    private void script(final String name, final String sql) throws IOException {
        Files.writeString(folder.resolve(name), sql);
    }

    private JZenith application(final String... arguments) {
        return TestServer.application(database, MysqlPlugin.create(), arguments)
                .withConfiguration("mysql.migrations.locations", "filesystem:" + folder);
    }

    private boolean hasTable(final String name) {
        return TestServer.count(
                        database,
                        "SELECT count(*) FROM information_schema.tables WHERE table_schema = DATABASE()"
                                + " AND table_name = '" + name + "'")
                == 1;
    }

    @Test
    void migratePrintsWhatItApplied() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        script("V2__two.sql", "CREATE TABLE two (id int)");
        assertThat(PrintedText.of(application("--migrate")))
                .containsPattern(database + ".*: 2 migrations applied in \\d+ ms\\.");
        assertThat(hasTable("two")).isTrue();
        assertThat(PrintedText.of(application("--migrate"))).contains(": All migrations are already applied.");
    }

    @Test
    void repairForgetsAMigrationWhoseFirstPartHadCommitted() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int);\nCREATE TABEL two (id int)");
        assertThat(MysqlStartTest.failure(application()))
                .contains("The migration V1__one.sql failed", "line 2", "undo its changes", "--repair");
        assertThat(hasTable("one")).isTrue();
        TestServer.run(database, "DROP TABLE one");
        script("V1__one.sql", "CREATE TABLE one (id int);\nCREATE TABLE two (id int)");
        assertThat(MysqlStartTest.failure(application())).contains("V1__one.sql failed.", "--repair");
        assertThat(PrintedText.of(application("--repair"))).contains(": Repaired the history", "removed 1 failed");
        assertThat(hasTable("two")).isFalse();
        application().run().stop();
        assertThat(hasTable("two")).isTrue();
    }

    @Test
    void baselineStartsTheHistoryOfTablesThatExist() throws IOException {
        TestServer.run(database, "CREATE TABLE one (id int)");
        script("V1__one.sql", "CREATE TABLE one (id int)");
        script("V2__two.sql", "CREATE TABLE two (id int)");
        assertThat(MysqlStartTest.failure(application()))
                .contains("has tables, but no history of migrations.", "--baseline=VERSION");
        assertThat(PrintedText.of(application("--baseline=1")))
                .contains(": The baseline is version 1: migrations up to it count as applied.");
        assertThat(hasTable("two")).isFalse();
        application().run().stop();
        assertThat(hasTable("two")).isTrue();
        assertThat(MysqlStartTest.failure(application("--baseline=2")))
                .contains("already has a history of migrations.");
    }
}

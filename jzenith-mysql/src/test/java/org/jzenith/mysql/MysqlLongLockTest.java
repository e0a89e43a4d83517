package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.sql.internal.migration.Migrations;
import org.jzenith.test.internal.log.LogLines;

/** Warnings of migrations that lock a table for long. */
@Tag("full")
final class MysqlLongLockTest {

    @TempDir
    private Path folder;

    private static List<String> warnings(final Runnable run) {
        try (LogLines log = LogLines.of(Migrations.class.getPackageName() + ".LongLocks")) {
            run.run();
            return log.messages();
        }
    }

    private Path script(final String name, final String sql) throws IOException {
        return Files.writeString(folder.resolve(name), sql);
    }

    /** Runs --check without a database. */
    private List<String> check(final String sql) throws IOException {
        script("V2__next.sql", sql);
        return warnings(() -> JZenith.application("--check")
                .withPlugins(MysqlPlugin.create())
                .withConfiguration("mysql.port", 1)
                .withConfiguration("mysql.migrations.locations", "filesystem:" + folder)
                .run()
                .close());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MODIFY or CHANGE                 | alter table users modify name int",
                "MODIFY or CHANGE                 | ALTER TABLE `a`.`users` ADD COLUMN b int, CHANGE name title text",
                "CONVERT TO CHARACTER SET         | ALTER TABLE users CONVERT TO CHARACTER SET utf8mb4",
                "ADD FOREIGN KEY or CHECK         | ALTER TABLE users ADD CONSTRAINT f FOREIGN KEY (team) REFERENCES team (id)",
                "ADD FOREIGN KEY or CHECK         | ALTER TABLE users ADD CHECK (id > 0)",
                "ADD FULLTEXT or SPATIAL          | ALTER TABLE users ADD FULLTEXT INDEX (name)",
                "CREATE FULLTEXT or SPATIAL INDEX | CREATE FULLTEXT INDEX i ON users (name)",
                "LOCK TABLES                      | LOCK TABLES users WRITE",
            })
    void statementThatLocksForLongIsAWarning(final String kind, final String sql) throws IOException {
        assertThat(check(sql)).singleElement().asString().contains("V2__next.sql, line 1: " + kind + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE users ADD COLUMN a int, ADD INDEX (a), DROP COLUMN b; CREATE INDEX i ON users (name)",
                "ALTER TABLE users MODIFY name int, LOCK=NONE",
                "ALTER TABLE users ALGORITHM=INPLACE, MODIFY name int",
                "ALTER ONLINE TABLE users MODIFY name int",
                "CREATE FULLTEXT INDEX i ON users (name) LOCK = NONE",
                "CREATE TABLE `users` (id int); ALTER TABLE users MODIFY id bigint",
                "-- ALTER TABLE users MODIFY name int\nSELECT \"ALTER TABLE users MODIFY name int\"",
            })
    void otherStatementIsNoWarning(final String sql) throws IOException {
        assertThat(check(sql)).isEmpty();
    }

    @Test
    void migrationWarnsAndTheRemedyMigrates() throws IOException {
        final JZenith application = TestServer.application(TestServer.freshDatabase())
                .withConfiguration("mysql.migrations.locations", "filesystem:" + folder);
        script("V1__users.sql", "CREATE TABLE users (id int, name text);\nALTER TABLE users MODIFY id bigint;");
        assertThat(warnings(() -> application.run().stop())).isEmpty();
        final Path second = script("V2__index.sql", "CREATE FULLTEXT INDEX i ON users (name);");
        assertThat(warnings(() -> application.run().stop()))
                .containsExactly(second + ", line 1: CREATE FULLTEXT or SPATIAL INDEX blocks writes to the table while"
                        + " the server builds the index. Add LOCK=NONE: the server then finds a way without a lock, or"
                        + " refuses the statement at once.");
        script("V3__index.sql", "DROP INDEX i ON users;\nCREATE FULLTEXT INDEX i ON users (name) LOCK=NONE;");
        assertThat(warnings(() -> application.run().stop())).isEmpty();
    }
}

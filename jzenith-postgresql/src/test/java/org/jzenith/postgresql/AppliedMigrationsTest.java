package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.internal.migration.Migrations;
import org.jzenith.test.internal.log.LogLines;

/** A start with migrations that were applied before. */
class AppliedMigrationsTest {

    private static final String APPLIED_BEFORE = "All migrations are already applied.";

    @TempDir
    private Path folder;

    private final String database = TestServer.freshDatabase();

    private AppliedMigrationsTest script(final String name, final String sql) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), sql);
        return this;
    }

    private JZenith application() {
        return TestServer.application(database)
                .withConfiguration("postgresql.migrations.locations", "filesystem:" + folder);
    }

    private List<String> start() {
        return start(application());
    }

    private static List<String> start(final JZenith application) {
        try (LogLines log = LogLines.of(Migrations.class)) {
            application.run().stop();
            return log.messages();
        }
    }

    private String refusal() {
        final StartException error =
                catchThrowableOfType(StartException.class, () -> application().run());
        assertThat(error).isNotNull();
        return error.toString();
    }

    private long tables(final String name) {
        return TestServer.count(database, "SELECT count(*) FROM pg_tables WHERE tablename = '" + name + "'");
    }

    @Test
    void whatWasAppliedBeforeIsNotAppliedAgain() throws IOException {
        script("V1__one.sql", "\uFEFFCREATE TABLE one (id int);\r\n-- Grüße\r\n");
        script("V1_1__empty.sql", "");
        script("sub/V2.0__two.sql", "CREATE TABLE two (id int);");
        assertThat(start()).anyMatch(line -> line.startsWith("3 migrations applied"));
        assertThat(start()).contains(APPLIED_BEFORE);
    }

    @Test
    void aNewScriptIsApplied() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        script("V2__two.sql", "CREATE TABLE two (id int)");
        assertThat(start()).anyMatch(line -> line.startsWith("1 migrations applied"));
        assertThat(tables("two")).isEqualTo(1);
        assertThat(start()).contains(APPLIED_BEFORE);
    }

    @Test
    void aChangedScriptIsRefused() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)").script("V2__two.sql", "CREATE TABLE two (id int)");
        start();
        script("V1__one.sql", "CREATE TABLE one (id bigint)");
        assertThat(refusal())
                .contains(
                        "migrations differ from",
                        "V1__one.sql was changed after it was applied (its checksum " + "differs).")
                .contains(folder.resolve("V1__one.sql").toString())
                .contains("Undo the change and put it into a new migration, version 3. In development, start with an "
                        + "empty database instead.")
                .doesNotContain("->", "http", "V2__two.sql", "repair");
    }

    @Test
    void twoScriptsOfOneVersionAreNamedWithTheNextFreeOne() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)").script("V7__seven.sql", "CREATE TABLE seven (id int)");
        script("V7__other.sql", "CREATE TABLE other (id int)");
        assertThat(refusal())
                .contains("Two migrations have the version 7: ", "V7__seven.sql", "V7__other.sql")
                .contains("Rename the migration that was not applied yet; the next free version is 8.")
                .doesNotContain("->", "Offenders", "enabled");
    }

    @Test
    void aScriptWhoseNameIsNotThatOfAMigrationIsRefused() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        script("V2_two.sql", "CREATE TABLE two (id int)").script("sub/v3__three.sql", "CREATE TABLE three (id int)");
        script("R_view.sql", "CREATE VIEW v AS SELECT 1 AS a").script("seed.sql", "SELECT 1");
        assertThat(refusal())
                .contains("The file V2_two.sql among the migrations would not be applied")
                .contains("It comes from " + folder.resolve("V2_two.sql") + ".")
                .contains("Did you mean V2__two.sql?")
                .contains("Did you mean V3__three.sql?")
                .contains("Did you mean R__view.sql?")
                .contains("Name it V<version>__<description>.sql with two underscores");
        assertThat(tables("two")).isZero();
    }

    @Test
    void otherFilesBesideTheScriptsAreLeftAlone() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)")
                .script("README.md", "One.")
                .script("V2_x.txt", "");
        script("V1__one.sql.conf", "executeInTransaction=true").script("._V1__one.sql", "");
        script("V1.1.sql", "CREATE TABLE two (id int)");
        assertThat(start()).anyMatch(line -> line.startsWith("2 migrations applied"));
    }

    @Test
    void aRenamedScriptIsRefused() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        Files.move(folder.resolve("V1__one.sql"), folder.resolve("V1__other.sql"));
        assertThat(refusal()).contains("migrations differ from", "V1__other.sql had another description");
    }

    @Test
    void aScriptBelowTheAppliedOnesIsRefused() throws IOException {
        script("V2__two.sql", "CREATE TABLE two (id int)");
        start();
        script("V1__one.sql", "CREATE TABLE one (id int)");
        assertThat(refusal())
                .contains("migrations differ from", "V1__one.sql was not applied, but", "next free version, 3");
        assertThat(tables("one")).isZero();
    }

    @Test
    void aScriptThatIsGoneIsRefused() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)").script("V2__two.sql", "CREATE TABLE two (id int)");
        start();
        Files.delete(folder.resolve("V1__one.sql"));
        assertThat(refusal()).contains("migrations differ from", "version 1 (one) was applied", "Restore its file.");
    }

    @Test
    void aMigrationThatIsMarkedAsFailedIsRefused() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        TestServer.run(database, "UPDATE flyway_schema_history SET success = false");
        assertThat(refusal()).contains("migrations differ from", "V1__one.sql failed.", "flyway_schema_history");
    }

    @Test
    void aHistoryThatWasEditedIsRefused() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        TestServer.run(database, "UPDATE flyway_schema_history SET description = 'other'");
        assertThat(refusal()).contains("migrations differ from", "V1__one.sql had another description");
    }

    @Test
    void repeatableScriptsAndCallbacksRun() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)").script("R__view.sql", "CREATE VIEW v AS SELECT 1 AS a");
        script("afterMigrate.sql", "INSERT INTO one VALUES (1)");
        start();
        assertThat(start()).contains(APPLIED_BEFORE);
        assertThat(TestServer.count(database, "SELECT count(*) FROM one")).isEqualTo(2);
        script("R__view.sql", "CREATE OR REPLACE VIEW v AS SELECT 2 AS a");
        start();
        assertThat(TestServer.count(database, "SELECT a FROM v")).isEqualTo(2);
    }

    @Test
    void onlyTheHistoryOfTheCurrentSchemaCounts() throws IOException {
        script("V1__one.sql", "CREATE TABLE one (id int)");
        start();
        TestServer.run(database, "CREATE SCHEMA \"Second\"");
        TestServer.run(database, "ALTER DATABASE " + database + " SET search_path = \"Second\", public");
        assertThat(start()).anyMatch(line -> line.startsWith("1 migrations applied"));
        assertThat(tables("one")).isEqualTo(2);
        assertThat(start()).contains(APPLIED_BEFORE);
    }

    @Test
    void scriptsInAJarAreSeenToo() throws IOException {
        final String location = "in/jar";
        final ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            for (int scripts = 1; scripts <= 2; scripts++) {
                final Path jar = folder.resolve(scripts + ".jar");
                writeJar(jar, location, scripts);
                try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
                    Thread.currentThread().setContextClassLoader(loader);
                    final JZenith application = TestServer.application(database)
                            .withConfiguration("postgresql.migrations.locations", location);
                    assertThat(start(application)).anyMatch(line -> line.startsWith("1 migrations applied"));
                    assertThat(start(application)).contains(APPLIED_BEFORE);
                }
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(tables("jar_2")).isEqualTo(1);
    }

    private static void writeJar(final Path file, final String location, final int scripts) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry(location + "/"));
            for (int i = 1; i <= scripts; i++) {
                jar.putNextEntry(new JarEntry(location + "/V" + i + "__jar.sql"));
                jar.write(("CREATE TABLE jar_" + i + " (id int)").getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}

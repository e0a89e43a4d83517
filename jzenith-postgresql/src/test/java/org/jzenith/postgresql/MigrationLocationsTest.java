package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.PluginMigrations;
import org.jzenith.test.internal.log.PrintedText;

/** The migrations of plugins, and of databases with a qualifier, do not meet those of the application. */
final class MigrationLocationsTest {

    @TempDir
    private Path folder;

    private final String database = TestServer.freshDatabase();

    private void script(final String name, final String sql) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), sql);
    }

    private JZenith withPlugins(final String... arguments) {
        return TestServer.application(database, arguments)
                .withConfiguration("postgresql.migrations.locations", "filesystem:" + folder.resolve("own"))
                .withModules(binder -> {
                    final var migrations = PluginMigrations.binder(binder);
                    migrations.addBinding().toInstance(plugin("outbox", "postgresql"));
                    migrations.addBinding().toInstance(new PluginMigrations("none", "postgresql.none", List.of()));
                });
    }

    private PluginMigrations plugin(final String name, final String plugin) {
        return new PluginMigrations(name, plugin, List.of("filesystem:" + folder.resolve(name)));
    }

    private static long tables(final String database, final String name) {
        return TestServer.count(database, "SELECT count(*) FROM pg_tables WHERE tablename = '" + name + "'");
    }

    @Test
    void pluginsHaveVersionsAndAHistoryOfTheirOwn() throws IOException {
        script("own/V1__one.sql", "CREATE TABLE one (id int)");
        script("outbox/V1__outbox.sql", "CREATE TABLE outbox (id int)");
        assertThat(PrintedText.of(withPlugins("--migrate")))
                .containsPattern(database + ".*: 1 migrations applied in .*\n.*" + database
                        + ".*: outbox: 1 migrations applied in ");
        assertThat(TestServer.count(database, "SELECT count(*) FROM outbox_history WHERE version = '1'"))
                .isEqualTo(1);
        script("own/V2__two.sql", "CREATE TABLE two (id int)");
        script("outbox/V2__more.sql", "ALTER TABLE outbox ADD COLUMN name text");
        withPlugins().run().stop();
        assertThat(TestServer.count(database, "SELECT count(name) FROM outbox")).isZero();
        assertThat(tables(database, "two")).isEqualTo(1);
        assertThat(PrintedText.of(withPlugins("--migrate")))
                .contains(": All migrations are already applied.", ": outbox: All migrations are already applied.");
        assertThat(PrintedText.of(withPlugins("--repair"))).contains(": outbox: Repaired the history");
    }

    @Test
    void pluginsMigrateWithoutMigrationsOfTheApplicationUnlessTheyAreOff() throws IOException {
        script("outbox/V1__outbox.sql", "CREATE TABLE outbox (id int)");
        Files.createDirectories(folder.resolve("own"));
        withPlugins()
                .withConfiguration("postgresql.migrations.enabled", false)
                .run()
                .stop();
        assertThat(tables(database, "outbox")).isZero();
        TestServer.run(database, "CREATE TABLE existing (id int)");
        final JZenith pluginOnly = TestServer.application(database)
                .withModules(binder ->
                        PluginMigrations.binder(binder).addBinding().toInstance(plugin("outbox", "postgresql")));
        pluginOnly.run().stop();
        assertThat(tables(database, "outbox")).isEqualTo(1);
        assertThat(tables(database, "flyway_schema_history")).isZero();
    }

    @Test
    void aDatabaseWithAQualifierHasAFolderOfItsOwn() throws IOException {
        script("db/migration/V1__one.sql", "CREATE TABLE one (id int)");
        script("db/migration-archive/V1__old.sql", "CREATE TABLE old (id int)");
        script("other/V1__other.sql", "CREATE TABLE other (id int)");
        final String archive = TestServer.freshDatabase();
        final String replica = TestServer.freshDatabase();
        final JZenith application = TestServer.application(database)
                .withPlugins(PostgresqlPlugin.named("archive"), PostgresqlPlugin.named("replica"))
                .withModules(binder ->
                        PluginMigrations.binder(binder).addBinding().toInstance(plugin("other", "postgresql.archive")));
        for (final String name : new String[] {"archive", "replica"}) {
            TestServer.settings(name.equals("archive") ? archive : replica)
                    .forEach((key, value) -> application.withConfiguration(
                            key.replace("postgresql.", "postgresql." + name + "."), value));
        }
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            application.run().stop();
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(tables(database, "one")).isEqualTo(1);
        assertThat(tables(database, "old")).isZero();
        assertThat(tables(archive, "one")).isZero();
        assertThat(tables(archive, "old")).isEqualTo(1);
        assertThat(tables(replica, "flyway_schema_history")).isZero();
        assertThat(tables(database, "other")).isZero();
        assertThat(tables(archive, "other")).isEqualTo(1);
    }

    @Test
    void eachMistakeInTheMigrationsOfPluginsIsReportedOnce() throws IOException {
        script("twice/V1__twice.sql", "CREATE TABLE twice (id int)");
        script("misnamed/v1_misnamed.sql", "CREATE TABLE misnamed (id int)");
        final JZenith application = TestServer.application(database, "--check")
                .withPlugins(PostgresqlPlugin.named("archive"))
                .withConfiguration("postgresql.archive.migrations.enabled", true)
                .withModules(binder -> {
                    final var migrations = PluginMigrations.binder(binder);
                    migrations.addBinding().toInstance(plugin("twice", "postgresql"));
                    migrations.addBinding().toInstance(plugin("twice", "postgresql.archive"));
                    migrations.addBinding().toInstance(plugin("missing", "postgresql.archive"));
                    migrations.addBinding().toInstance(plugin("misnamed", "postgresql"));
                    migrations.addBinding().toInstance(plugin("lost", "postgresql.archives"));
                });
        final StartException error = catchThrowableOfType(StartException.class, application::run);
        assertThat(error.problems())
                .extracting(StartProblem::what)
                .hasSize(4)
                .satisfiesOnlyOnce(
                        each -> assertThat(each).contains("Two plugins have migrations with the name 'twice'"))
                .satisfiesOnlyOnce(
                        each -> assertThat(each).contains("'lost' are for the database plugin 'postgresql.archives'"))
                .satisfiesOnlyOnce(each -> assertThat(each).contains("of the migrations 'missing' does not exist"))
                .satisfiesOnlyOnce(each -> assertThat(each).contains("v1_misnamed.sql"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "flyway_schema", "Outbox", "out-box"})
    void aNameThatIsNotOfAHistoryIsRefused(final String name) {
        assertThatThrownBy(() -> plugin(name, "postgresql"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'");
    }
}

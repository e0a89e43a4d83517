package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.Transactions;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.jooq.Jooq;

/** Applications without jOOQ, Flyway or pgjdbc on their class path. */
final class OptionalLibrariesTest {

    /** Loads the classes once for all applications that have none of the libraries. */
    @AutoClose
    private static final ApplicationLoader NONE = new ApplicationLoader("jooq-", "flyway-", "postgresql-4");

    /** Starts an application with a class, runs its statements, and returns the problems of the start. */
    public static final class Main implements ApplicationLoader.Main {

        @Override
        public String apply(final Class<?> type, final Map<String, String> settings) {
            JZenith recipe = JZenith.application()
                    .withPlugins(PostgresqlPlugin.create(), PostgresqlPlugin.named("archive"))
                    .withModules(new AbstractModule() {
                        @Override
                        protected void configure() {
                            bind(type);
                        }
                    });
            for (final Map.Entry<String, String> each : settings.entrySet()) {
                recipe = recipe.withConfiguration(each.getKey(), each.getValue())
                        .withConfiguration(
                                each.getKey().replace("postgresql.", "postgresql.archive."), each.getValue());
            }
            try (RunningApplication application = recipe.run()) {
                return application.get(type).toString();
            } catch (final StartException e) {
                return e.getMessage();
            }
        }
    }

    /** Uses a database, and looks at the signatures of its types as libraries for mocks and injection do. */
    static final class OfTexts {

        private final Database database;

        @Inject
        OfTexts(final Database database) {
            this.database = database;
        }

        @Override
        public String toString() {
            final long methods = List.of(
                            Database.class,
                            Queries.class,
                            SqlQuery.class,
                            SqlTransaction.class,
                            Transactions.class,
                            Row.class,
                            SqlDriver.class,
                            DatabaseProduct.class)
                    .stream()
                    .mapToLong(each -> each.getDeclaredMethods().length
                            + each.getDeclaredConstructors().length
                            + each.getDeclaredFields().length)
                    .sum();
            return methods > 100
                    ? database.withTransaction(tx -> tx.query("SELECT $1 || ' rows'", "no")
                                    .map(row -> row.getString(0))
                                    .single())
                            .blockingGet()
                    : "";
        }
    }

    static final class OfJooq {
        @Inject
        OfJooq(final Jooq jooq) {}
    }

    @Singleton
    static final class OfArchive {
        @Inject
        OfArchive(@Named("archive") final Jooq jooq) {}
    }

    static final class OfContext {
        @Inject
        OfContext(final DSLContext sql) {}
    }

    /** The classes are loaded anew, which may take long on a busy machine. */
    private static Map<String, String> settings() {
        final Map<String, String> settings = new HashMap<>(TestServer.settings(TestServer.freshDatabase()));
        settings.put("postgresql.connect-timeout", "5m");
        settings.put("jzenith.start-timeout", "10m");
        return settings;
    }

    @Test
    void anApplicationWithItsOwnSqlAndNoMigrationsNeedsNone() throws Exception {
        assertThat(NONE.run(Main.class, OfTexts.class, settings())).isEqualTo("no rows");
    }

    @ParameterizedTest
    @ValueSource(classes = {OfJooq.class, OfArchive.class})
    void aTypeThatNeedsJooqIsReportedWithTheArtifact(final Class<?> type) throws Exception {
        assertThat(NONE.run(Main.class, type, settings())).isEqualTo("""
                The application did not start: 1 problem.

                1. org.jzenith.sql.jooq.Jooq is injected, but jOOQ is not on the class path.
                   Add the dependency org.jooq:jooq.
                """);
    }

    @Test
    void aTypeOfJooqIsReportedWithTheArtifact() throws Exception {
        assertThat(NONE.run(Main.class, OfContext.class, settings())).isEqualTo("""
                The application did not start: 1 problem.

                1. A bound class refers to the class org.jooq.DSLContext, which is missing.
                   Add the dependency org.jooq:jooq.
                """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            flyway-     | org.flywaydb:flyway-core, org.flywaydb:flyway-database-postgresql
            postgresql-4 | org.postgresql:postgresql
            """)
    void migrationsAreReportedWithTheirArtifacts(
            final String without, final String artifacts, @TempDir final Path folder) throws Exception {
        Files.writeString(folder.resolve("V1__item.sql"), "CREATE TABLE item (id int)");
        final Map<String, String> settings = settings();
        settings.put("postgresql.migrations.locations", "filesystem:" + folder);
        try (ApplicationLoader loader = new ApplicationLoader(without)) {
            assertThat(loader.run(Main.class, OfTexts.class, settings))
                    .contains("The migrations in filesystem:" + folder
                            + " need libraries that are not on the class path.")
                    .contains("Add the dependencies " + artifacts + ", or set postgresql.migrations.enabled to false.");
            settings.put("postgresql.migrations.enabled", "false");
            assertThat(loader.run(Main.class, OfTexts.class, settings)).isEqualTo("no rows");
        }
    }
}

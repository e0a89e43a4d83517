package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.internal.log.PrintedText;

/** A start that the checks of one plugin refuse has changed nothing in the database of another. */
final class ChecksTest {

    @Path("/greeting")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class GreetingResource {

        @GET
        public String greeting() {
            return "hello";
        }
    }

    @Path("/greeting")
    public static final class WrongResource {

        @GET
        public Callable<String> greeting() {
            return () -> "hello";
        }
    }

    private static PostgresqlServer server;

    @TempDir
    java.nio.file.Path migrations;

    @BeforeAll
    static void startServer() {
        server = PostgresqlServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void migration() throws IOException {
        Files.writeString(migrations.resolve("V1__note.sql"), "CREATE TABLE note (id int)");
    }

    private JZenith application(final Class<?> resource, final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(RestPlugin.withResources(resource), PostgresqlPlugin.create(), new TemplatesPlugin())
                .withConfiguration("rest.port", 0)
                .withConfiguration("templates.files", "public/index.html")
                .withConfiguration("postgresql.host", server.host())
                .withConfiguration("postgresql.port", server.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.migrations.locations", "filesystem:" + migrations);
    }

    private static StartException failureOf(final JZenith application) {
        return catchThrowableOfType(
                StartException.class, () -> application.run().stop());
    }

    private static long tables() throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + server.host() + ":" + server.port() + "/postgres",
                        server.username(),
                        server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void aStartThatAResourceFailsHasMigratedNothing() throws SQLException {
        assertThat(failureOf(application(WrongResource.class)))
                .hasMessageContaining("ChecksTest$WrongResource.greeting() returns Callable<String>");
        assertThat(tables()).isZero();
    }

    @Test
    void theProblemsThatTheChecksOfAllPluginsFindAreInOneReport() throws Exception {
        Files.writeString(migrations.resolve("V2_text.sql"), "ALTER TABLE note ADD text text");
        assertThat(failureOf(application(WrongResource.class, "--templates.files=welcome.txt"))
                        .problems())
                .extracting(StartProblem::toString)
                .satisfiesExactly(
                        resource -> assertThat(resource).contains("greeting() returns Callable<String>"),
                        migration -> assertThat(migration).contains("V2_text.sql", "Did you mean V2__text.sql?"),
                        template -> assertThat(template).isEqualTo("""
                                There is no template welcome.txt on the class path.
                                It comes from --templates.files (command line).
                                Add the file to src/main/resources, or remove it from templates.files."""));
        assertThat(tables()).isZero();
    }

    @Test
    void aMigrationWithAWrongNameIsToldWithoutADatabase() throws IOException {
        Files.writeString(migrations.resolve("V2_text.sql"), "ALTER TABLE note ADD text text");
        assertThat(failureOf(application(GreetingResource.class, "--postgresql.port=1"))
                        .problems())
                .singleElement()
                .asString()
                .contains("Did you mean V2__text.sql?");
    }

    @Test
    void aCheckRunNeedsNoDatabaseAndMigratesNothing() throws SQLException {
        application(GreetingResource.class, "--check", "--postgresql.port=1").run();
        application(GreetingResource.class, "--check").run();
        assertThat(tables()).isZero();
        assertThat(failureOf(application(WrongResource.class, "--check", "--postgresql.port=1"))
                        .problems())
                .singleElement()
                .asString()
                .contains("greeting() returns Callable<String>");
    }

    @Test
    void aCheckRunStartsNoEmbeddedDatabase() {
        final java.nio.file.Path data = migrations.resolve("data");
        assertThatCode(() -> JZenith.application("--check")
                        .withPlugins(
                                PostgresqlPlugin.create(),
                                EmbeddedPostgresql.create().inDirectory(data))
                        .run())
                .doesNotThrowAnyException();
        assertThat(data).doesNotExist();
    }

    @Test
    void migrateWithoutAnAddressMigratesTheEmbeddedDatabase(@TempDir final java.nio.file.Path data) throws IOException {
        Files.writeString(migrations.resolve("V1__note.sql"), "CREATE TABLE note (text text)");
        for (final String expected : new String[] {"1 migrations applied in", "All migrations are already applied."}) {
            final JZenith application = JZenith.application("--migrate")
                    .withPlugins(
                            PostgresqlPlugin.create(),
                            EmbeddedPostgresql.create().inDirectory(data.resolve("kept")))
                    .withConfiguration("postgresql.migrations.locations", "filesystem:" + migrations);
            assertThat(PrintedText.of(application)).contains(expected);
        }
    }
}

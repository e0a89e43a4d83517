package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.Database;
import org.jzenith.test.internal.fault.UnreliableProxy;

class StartTest {

    private static final String LOCATIONS = "postgresql.migrations.locations";

    private static StartException failure(final JZenith recipe) {
        final StartException error = catchThrowableOfType(StartException.class, recipe::run);
        assertThat(error).isNotNull();
        assertThat(error.toString()).doesNotContain(TestServer.password());
        return error;
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void migrationsRunBeforeTheStartEndsAndOnlyOnce() {
        final String database = TestServer.freshDatabase();
        for (int i = 0; i < 2; i++) {
            final RunningApplication application = TestServer.application(database)
                    .withConfiguration(LOCATIONS, "migrations/good")
                    .run();
            assertThat(application
                            .get(Database.class)
                            .query("SELECT id FROM thing")
                            .map(row -> row.getInteger(0))
                            .single()
                            .blockingGet())
                    .isEqualTo(1);
            application.stop();
        }
    }

    @Test
    void severalLocationsMakeOneOrder() {
        final String database = TestServer.freshDatabase();
        TestServer.application(database)
                .withConfiguration(LOCATIONS, "migrations/more,classpath:migrations/good")
                .run()
                .stop();
        assertThat(TestServer.count(database, "SELECT count(*) FROM thing")).isEqualTo(2);
    }

    @Test
    void migrationsMayBeInTheFileSystem(@TempDir final Path folder) throws IOException {
        Files.writeString(folder.resolve("V1__file.sql"), "CREATE TABLE from_file (id int)");
        final String database = TestServer.freshDatabase();
        TestServer.application(database)
                .withConfiguration(LOCATIONS, "filesystem:" + folder)
                .run()
                .stop();
        assertThat(TestServer.count(database, "SELECT count(*) FROM from_file")).isZero();
    }

    @Test
    void withoutMigrationsNothingHappens() {
        final String database = TestServer.freshDatabase();
        TestServer.application(database).run().stop();
        assertThat(TestServer.count(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isZero();
    }

    @Test
    void aLocationThatDoesNotExistFailsTheStart(@TempDir final Path folder) {
        final String database = TestServer.freshDatabase();
        final Path missing = folder.resolve("missing");
        assertThat(failure(TestServer.application(database)
                                .withConfiguration(LOCATIONS, "db/migrations,migrations/good,filesystem:" + missing))
                        .problems())
                .extracting(StartProblem::toString)
                .containsExactly(
                        "The location 'db/migrations' of migrations does not exist on the class path.\n"
                                + "It comes from withConfiguration in code.\n"
                                + "Correct postgresql.migrations.locations, or set postgresql.migrations.enabled to false.",
                        "The location 'filesystem:" + missing + "' of migrations does not exist.\n"
                                + "It comes from withConfiguration in code.\n"
                                + "Correct postgresql.migrations.locations, or set postgresql.migrations.enabled to false.");
        assertThat(TestServer.count(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isZero();
    }

    @Test
    void migrationsCanBeSwitchedOff() {
        final String database = TestServer.freshDatabase();
        TestServer.application(database)
                .withConfiguration(LOCATIONS, "migrations/good,none/here")
                .withConfiguration("postgresql.migrations.enabled", false)
                .run()
                .stop();
        assertThat(TestServer.count(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isZero();
    }

    @Test
    void aFailedMigrationNamesFileLineAndState() {
        final String database = TestServer.freshDatabase();
        final StartException error = failure(
                TestServer.application(database).withConfiguration(LOCATIONS, "migrations/good,migrations/bad"));
        assertThat(error.problems()).hasSize(1);
        assertThat(error.toString())
                .contains("V2__broken.sql")
                .contains("/src/test/resources/migrations/bad/V2__broken.sql, line 3")
                .contains("SQLSTATE 23505")
                .contains("Correct it and start again");
        assertThat(TestServer.count(database, "SELECT count(*) FROM pg_tables WHERE tablename = 'other'"))
                .isZero();
    }

    @Test
    void aMisnamedMigrationIsNamedWhereItsSourceIs(@TempDir final Path project) throws IOException {
        final Path copies = Files.createDirectories(project.resolve("target/classes/db"));
        final Path sources = Files.createDirectories(project.resolve("src/main/resources/db"));
        final Path source = Files.writeString(sources.resolve("V1_both.sql"), "");
        Files.writeString(copies.resolve("V1_both.sql"), "");
        final Path generated = Files.writeString(copies.resolve("V2_generated.sql"), "");
        assertThat(failure(TestServer.application("postgres").withConfiguration(LOCATIONS, "filesystem:" + copies))
                        .problems())
                .extracting(StartProblem::origin)
                .containsExactlyInAnyOrder(source.toString(), generated.toString());
    }

    @Test
    void aMigrationThatWasChangedIsToldApart(@TempDir final Path folder) throws IOException {
        final Path file = folder.resolve("V1__file.sql");
        final String database = TestServer.freshDatabase();
        Files.writeString(file, "CREATE TABLE first (id int)");
        TestServer.application(database)
                .withConfiguration(LOCATIONS, "filesystem:" + folder)
                .run()
                .stop();
        Files.writeString(file, "CREATE TABLE changed (id int)");
        assertThat(failure(TestServer.application(database).withConfiguration(LOCATIONS, "filesystem:" + folder))
                        .toString())
                .contains("differ from those that were applied")
                .contains("checksum");
    }

    @Test
    void aDatabaseThatIsDownFailsTheStartAfterTheTimeout() throws IOException {
        final int port = unusedPort();
        final StartException error = failure(TestServer.application("postgres")
                .withConfiguration("postgresql.port", port)
                .withConfiguration("postgresql.connect-timeout", "1s"));
        assertThat(error.toString())
                .contains("127.0.0.1:" + port)
                .contains("1000 ms")
                .contains("refused")
                .contains("It comes from")
                .contains("postgresql.host");
    }

    @Test
    void aServerThatSaysNothingFailsTheStartAfterTheTimeout() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            proxy.freeze();
            assertThat(failure(TestServer.application("postgres")
                                    .withConfiguration("postgresql.port", proxy.port())
                                    .withConfiguration("postgresql.connect-timeout", "500ms"))
                            .toString())
                    .contains("500 ms");
        }
    }

    @Test
    void aDatabaseThatComesUpInTimeIsWaitedFor() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            proxy.shut();
            Completable.timer(700, TimeUnit.MILLISECONDS)
                    .subscribe(() -> proxy.reopen(TestServer.port()))
                    .isDisposed();
            TestServer.application("postgres")
                    .withConfiguration("postgresql.port", proxy.port())
                    .withConfiguration("postgresql.connect-timeout", "20s")
                    .run()
                    .stop();
        }
    }

    @Test
    void aWrongPasswordIsToldAtOnce() {
        final StartException error = failure(TestServer.application("postgres")
                .withConfiguration("postgresql.password", "wrong-password")
                .withConfiguration("postgresql.connect-timeout", "30s")
                .withConfiguration("jzenith.start-timeout", "20s"));
        assertThat(error.toString())
                .contains("refuses the user 'postgres'")
                .contains("postgresql.password")
                .doesNotContain("wrong-password")
                .doesNotContain("did not prepare");
    }

    @Test
    void aMissingPasswordIsToldAtOnce() {
        final StartException error = failure(JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("postgresql.host", "127.0.0.1")
                .withConfiguration("postgresql.port", TestServer.port())
                .withConfiguration("postgresql.username", "postgres")
                .withConfiguration("postgresql.connect-timeout", "30s")
                .withConfiguration("jzenith.start-timeout", "20s"));
        assertThat(error.problems())
                .singleElement()
                .hasToString("PostgreSQL at 127.0.0.1:" + TestServer.port()
                        + " asks for the password of the user 'postgres', and none is set.\n"
                        + "It comes from withConfiguration in code.\n"
                        + "Set postgresql.password (POSTGRESQL_PASSWORD in the environment).");
    }

    @Test
    void aMissingPasswordOfANamedDatabaseNamesItsKey() {
        final StartException error = failure(JZenith.application()
                .withPlugins(PostgresqlPlugin.named("archive"))
                .withConfiguration(
                        "postgresql.archive.url", "postgresql://postgres@127.0.0.1:" + TestServer.port() + "/postgres")
                .withConfiguration("jzenith.start-timeout", "20s"));
        assertThat(error.problems())
                .singleElement()
                .asString()
                .contains("asks for the password of the user 'postgres', and none is set.")
                .endsWith("Set postgresql.archive.password (POSTGRESQL_ARCHIVE_PASSWORD in the environment).");
    }

    @Test
    void aMissingDatabaseIsToldAtOnce() {
        final StartException error = failure(TestServer.application("nowhere")
                .withConfiguration("postgresql.connect-timeout", "30s")
                .withConfiguration("jzenith.start-timeout", "20s"));
        assertThat(error.toString()).contains("no database 'nowhere'").contains("CREATE DATABASE");
    }

    @Test
    void aServerWithoutTlsIsRefusedWhereTlsIsRequired() {
        assertThat(failure(TestServer.application("postgres")
                                .withConfiguration("postgresql.tls.mode", "verify-full")
                                .withConfiguration("postgresql.connect-timeout", "300ms"))
                        .toString())
                .contains("127.0.0.1:" + TestServer.port())
                .contains("cannot be used");
    }

    @Test
    void aUrlIsEnough() {
        final RunningApplication application = JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration(
                        "postgresql.url",
                        "postgresql://postgres:" + TestServer.password() + "@127.0.0.1:" + TestServer.port()
                                + "/postgres?application_name=by-url")
                .run();
        assertThat(application
                        .get(Database.class)
                        .query("SHOW application_name")
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo("by-url");
        application.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "postgres://db/x?sslmode=maybe, which is not one of disable",
        "postgresql://db/x?sslrootcert=no/such.pem, The trust file 'no/such.pem' cannot be read",
        "postgresql://user@db/x?user=a&password=b&application_name=c&port=1, has the parameter 'port'",
        "postgresql://db/x?target_session_attrs=slave, which is not one of any; read-write; primary; standby",
        "mysql://db/x, postgresql.url does not begin with postgresql://"
    })
    void aUrlHasTheParametersOfPostgresql(final String url, final String reason) {
        final StartException error =
                failure(JZenith.application("--postgresql.url=" + url).withPlugins(PostgresqlPlugin.create()));
        assertThat(error.problems()).hasSize(1);
        assertThat(error.toString()).contains(reason.replace(';', ','));
    }

    @Test
    void aUrlThatContradictsTheRoleIsAProblem() {
        assertThat(failure(JZenith.application("--postgresql.target-session-attrs=standby")
                                .withPlugins(PostgresqlPlugin.create())
                                .withConfiguration("postgresql.url", "postgresql://db/x?target_session_attrs=primary"))
                        .toString())
                .contains("postgresql.url and postgresql.target-session-attrs")
                .contains("primary and standby");
    }

    @Test
    void aUrlThatContradictsASettingIsAProblem() {
        assertThat(failure(JZenith.application("--postgresql.port=1234")
                                .withPlugins(PostgresqlPlugin.create())
                                .withConfiguration("postgresql.url", "postgresql://localhost:4321/x"))
                        .toString())
                .contains("postgresql.url and postgresql.port")
                .contains("4321 and 1234")
                .contains("Remove postgresql.port");
    }

    @Test
    void nothingIsLeftOfAStartThatFailed() throws IOException {
        final StartException ignored = failure(TestServer.application("postgres")
                .withConfiguration("postgresql.port", unusedPort())
                .withConfiguration("postgresql.connect-timeout", "200ms"));
        assertThat(ignored.problems()).hasSize(1);
        Leaks.await(
                "no event loop of it is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("vert.x-eventloop")));
    }
}

package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.mysql.embedded.MariadbServer;
import org.jzenith.sql.Database;
import org.jzenith.test.TestCertificate;

/** The embedded server, started once more with a certificate, which it does not have otherwise. */
@Tag("full")
class MysqlTlsTest {

    @TempDir
    private static Path folder;

    private static int port;
    private static String password;
    private static Process server;

    @BeforeAll
    static void start() throws IOException {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.writeCertificate(folder.resolve("authority.crt"));
        TestCertificate.authority("Other").writeCertificate(folder.resolve("other.crt"));
        authority
                .server("localhost")
                .writeCertificate(folder.resolve("server.crt"))
                .writeKey(folder.resolve("server.key"));
        final List<String> command = new ArrayList<>();
        try (MariadbServer plain = MariadbServer.startIn(folder.resolve("server"))) {
            port = plain.port();
            password = plain.password();
            final long pid = Long.parseLong(
                    Files.readString(folder.resolve("server/mariadbd.pid")).strip());
            final ProcessHandle.Info started =
                    ProcessHandle.of(pid).orElseThrow().info();
            command.add(started.command().orElseThrow());
            command.addAll(List.of(started.arguments().orElseThrow()));
        }
        command.removeIf(argument -> argument.equals("--skip-ssl") || argument.startsWith("--init-file="));
        command.addAll(List.of(
                "--ssl-cert=" + folder.resolve("server.crt"),
                "--ssl-key=" + folder.resolve("server.key"),
                "--require-secure-transport"));
        final Path log = folder.resolve("tls.log");
        server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await(() -> !server.isAlive() || log(log).contains("ready for connections"));
        assertThat(log(log)).contains("ready for connections");
    }

    private static String log(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.destroy();
            server.onExit().join();
        }
    }

    private static void await(final BooleanSupplier condition) {
        Flowable.interval(0, 10, TimeUnit.MILLISECONDS)
                .onBackpressureDrop()
                .filter(tick -> condition.getAsBoolean())
                .firstOrError()
                .timeout(20, TimeUnit.SECONDS)
                .ignoreElement()
                .blockingAwait();
    }

    private static JZenith application(final String mode) {
        return JZenith.application()
                .withPlugins(MysqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("mysql.host", "localhost")
                .withConfiguration("mysql.port", port)
                .withConfiguration("mysql.username", "root")
                .withConfiguration("mysql.password", password)
                .withConfiguration("mysql.database", "mysql")
                .withConfiguration("mysql.tls.mode", mode);
    }

    private static JZenith verifying(final String authority) {
        return application("verify-full").withConfiguration("mysql.tls.trust-file", folder.resolve(authority));
    }

    /** Counts in a transaction, whose connection has no slow statement. */
    private static long count(final Database database, final String sql) {
        return database.withTransaction(
                        tx -> tx.query(sql).map(row -> row.getLong(0)).single())
                .blockingGet();
    }

    @Test
    void aVerifiedServerRunsStatements() {
        final RunningApplication application = verifying("authority.crt").run();
        assertThat(application
                        .get(Database.class)
                        .query(
                                "SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'Ssl_version'")
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .startsWith("TLS");
        application.stop();
    }

    @Test
    void anAbandonedStatementIsKilledInTheServer() {
        final String running = "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'";
        final RunningApplication application = verifying("authority.crt")
                .withConfiguration("mysql.statement-timeout", "0s")
                .withConfiguration("mysql.query-timeout", "10m")
                .run();
        final Database database = application.get(Database.class);
        final TestObserver<Void> slow =
                database.query("SELECT SLEEP(600)").execute().test();
        await(() -> count(database, running) == 1);
        slow.dispose();
        await(() -> count(database, running) == 0);
        application.stop();
    }

    @Test
    void aServerOfAnotherAuthorityOrNameIsRefused() {
        for (final JZenith recipe : List.of(
                verifying("other.crt"), verifying("authority.crt").withConfiguration("mysql.host", "127.0.0.1"))) {
            assertThatThrownBy(() -> recipe.withConfiguration("mysql.connect-timeout", "1s")
                            .run())
                    .isInstanceOf(StartException.class);
        }
        application("require").run().stop();
    }
}

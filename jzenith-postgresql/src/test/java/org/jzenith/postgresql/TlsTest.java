package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.reactivex.observers.TestObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.test.TestCertificate;

/** A server that accepts TLS only, which the embedded one cannot do; skipped where Debian's package is not installed. */
class TlsTest {

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");
    private static final int NOBODY = 65534;

    @TempDir
    private static Path folder;

    private static int port;
    private static Process server;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isDirectory(PROGRAMS), "PostgreSQL with TLS is not installed; install the package postgresql");
        final Path programs;
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            programs = versions.sorted().toList().get(0).resolve("bin");
        }
        final Path data = folder.resolve("data");
        final Path password = Files.writeString(folder.resolve("password"), "secret");
        if (isRoot()) {
            Files.setAttribute(folder, "unix:uid", NOBODY);
            Files.setAttribute(password, "unix:uid", NOBODY);
        }
        final Process created = run(
                programs.resolve("initdb"),
                "--pgdata=" + data,
                "--username=postgres",
                "--auth=scram-sha-256",
                "--pwfile=" + password,
                "--no-sync");
        assertThat(created.waitFor()).isZero();
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.writeCertificate(folder.resolve("authority.crt"));
        TestCertificate.authority("Other").writeCertificate(folder.resolve("other.crt"));
        authority
                .server("localhost")
                .writeCertificate(data.resolve("server.crt"))
                .writeKey(data.resolve("server.key"));
        if (isRoot()) {
            Files.setAttribute(data.resolve("server.key"), "unix:uid", NOBODY);
        }
        Files.writeString(data.resolve("pg_hba.conf"), "hostssl all all samehost scram-sha-256\n");
        port = freePort();
        server = run(
                programs.resolve("postgres"),
                "-D",
                data.toString(),
                "--listen_addresses=localhost",
                "--port=" + port,
                "--unix_socket_directories=",
                "--ssl=on",
                "--fsync=off");
        Leaks.await("the server listens", TlsTest::isListening);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.destroy();
            server.onExit().join();
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static Process run(final Path program, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean isListening() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (final IOException e) {
            return false;
        }
    }

    private static JZenith application(final String mode) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.host", "localhost")
                .withConfiguration("postgresql.port", port)
                .withConfiguration("postgresql.password", "secret")
                .withConfiguration("postgresql.tls.mode", mode);
    }

    private static JZenith verifying(final String authority) {
        return application("verify-full").withConfiguration("postgresql.tls.trust-file", folder.resolve(authority));
    }

    /** Counts in a transaction, whose connection has no slow statement. */
    private static long count(final Database database, final String sql) {
        return database.withTransaction(
                        tx -> tx.query(sql).map(row -> row.getLong(0)).single())
                .blockingGet();
    }

    @Test
    void aVerifiedServerRunsMigrationsAndStatements() {
        final RunningApplication application = verifying("authority.crt")
                .withConfiguration("postgresql.migrations.locations", "migrations/good")
                .run();
        final Database database = application.get(Database.class);
        assertThat(count(database, "SELECT count(*) FROM thing")).isEqualTo(1);
        assertThat(count(database, "SELECT count(*) FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"))
                .isEqualTo(1);
        application.stop();
    }

    @Test
    void anAbandonedStatementIsCancelledInTheServer() {
        final String running =
                "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sl%'";
        final RunningApplication application = verifying("authority.crt")
                .withConfiguration("postgresql.statement-timeout", "0s")
                .withConfiguration("postgresql.query-timeout", "10m")
                .run();
        final Database database = application.get(Database.class);
        final TestObserver<Void> slow =
                database.query("SELECT pg_sleep(600)").execute().test();
        Leaks.await("the server runs it", () -> count(database, running) == 1);
        slow.dispose();
        Leaks.await("the server has stopped it", () -> count(database, running) == 0);
        application.stop();
    }

    @Test
    void aServerOfAnotherAuthorityOrNameIsRefused() {
        for (final JZenith recipe : List.of(
                verifying("other.crt"), verifying("authority.crt").withConfiguration("postgresql.host", "127.0.0.1"))) {
            assertThatThrownBy(() -> recipe.withConfiguration("postgresql.connect-timeout", "1s")
                            .run())
                    .isInstanceOf(StartException.class);
        }
        application("require").run().stop();
    }

    @Test
    void aConnectionWithoutTlsIsRefused() {
        assertThatThrownBy(() -> application("disable").run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no encryption");
    }
}

package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;

/** PgBouncer in transaction mode; skipped where its program is not installed. */
class PoolerTest {

    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

    @TempDir
    private Path folder;

    private final String database = TestServer.freshDatabase();
    private int port;
    private Process pooler;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "PgBouncer is not installed; install the package pgbouncer");
        port = freePort();
    }

    @AfterEach
    void stop() {
        if (pooler != null) {
            pooler.destroy();
            pooler.onExit().join();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void start(final String more) throws IOException {
        Files.writeString(folder.resolve("users.txt"), "\"postgres\" \"" + TestServer.password() + "\"\n");
        Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = plain
                auth_file = %s
                pool_mode = transaction
                ignore_startup_parameters = extra_float_digits%s
                """.formatted(
                        TestServer.port(), port, folder.resolve("users.txt"), more));
        final List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
        if (System.getProperty("user.name").equals("root")) {
            folder.toFile().setExecutable(true, false);
            folder.toFile().setReadable(true, false);
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(folder.resolve("pgbouncer.ini").toString());
        pooler = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Leaks.await("PgBouncer listens", this::isListening);
    }

    private boolean isListening() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (final IOException e) {
            return false;
        }
    }

    private JZenith application() {
        return TestServer.application(database)
                .withConfiguration("postgresql.port", port)
                .withConfiguration("postgresql.connect-timeout", "2s");
    }

    @Test
    void aPoolerThatRefusesTheSettingsOfASessionIsNamedWithWhatToSet() throws Exception {
        start("");
        assertThatThrownBy(() -> application().run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("postgresql.statement-timeout")
                .hasMessageContaining("postgresql.pipelining-limit=1")
                .hasMessageContaining("postgresql.prepared-statements=0");
    }

    @Test
    void aPoolerThatForgetsTheSettingsOfASessionIsFound() throws Exception {
        start(",statement_timeout,lock_timeout,idle_in_transaction_session_timeout");
        assertThatThrownBy(() -> application().run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("does not keep the settings of a session")
                .hasMessageContaining("postgresql.statement-timeout=0s")
                .hasMessageContaining("postgresql.pipelining-limit=1");
    }

    @Test
    void onlyTheSettingsThatDoNotFitAreNamed() throws Exception {
        start("");
        assertThatThrownBy(() -> application()
                        .withConfiguration("postgresql.prepared-statements", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Also set postgresql.statement-timeout=0s, postgresql.pipelining-limit=1.");
    }

    @Test
    void aPoolerInSessionModeMayKeepPipelining() throws Exception {
        start("\npool_mode = session");
        application()
                .withConfiguration("postgresql.statement-timeout", "0s")
                .run()
                .stop();
    }

    @Test
    void anApplicationWithTheNamedSettingsWorks() throws Exception {
        start("");
        final RunningApplication application = application()
                .withConfiguration("postgresql.statement-timeout", "0s")
                .withConfiguration("postgresql.pipelining-limit", 1)
                .withConfiguration("postgresql.prepared-statements", 0)
                .run();
        assertThat(application
                        .get(Database.class)
                        .query("SELECT $1::int", 1)
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(1);
        application.stop();
    }
}

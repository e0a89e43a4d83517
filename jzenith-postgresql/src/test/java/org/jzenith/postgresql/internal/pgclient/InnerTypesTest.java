package org.jzenith.postgresql.internal.pgclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.TestServer;
import org.jzenith.postgresql.internal.configuration.TargetServer;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.sqlclient.ConnectionSockets;

/** Internals of vertx-pg-client on which this package relies. docs/internals.md lists them. */
final class InnerTypesTest {

    private static final String TRACKING = "vertx-pg-client has changed: PgConnectionFactory must open its sockets with"
            + " the NetClient that netClient(..) returns; otherwise they cannot be closed at once, and a"
            + " frozen server keeps them open";

    private static RunningApplication application;
    private static VertxInternal vertx;

    @BeforeAll
    static void start() {
        application = TestServer.application(TestServer.freshDatabase()).run();
        vertx = (VertxInternal) application.get(Vertx.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @Test
    void theSocketOfAnAttemptIsClosedAtOnceByAServerThatSaysNothing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final ConnectionSockets sockets = new ConnectionSockets();
            final DriverConnection attempt = new PgDriverConnection(
                    (PgDriver) application.get(SqlDriver.class),
                    vertx,
                    vertx.createEventLoopContext(),
                    new Servers(
                            List.of(new PgConnectOptions().setHost("127.0.0.1").setPort(silent.getLocalPort())),
                            TargetServer.ANY,
                            false,
                            false),
                    new SqlDriver.SessionSettings(Duration.ZERO, Duration.ZERO, Duration.ZERO, false),
                    sockets);
            try (Socket accepted = silent.accept()) {
                accepted.setSoTimeout(20_000);
                assertThat(accepted.getInputStream().read())
                        .as("the start-up message")
                        .isNotNegative();
                sockets.closeNow();
                attempt.close();
                assertThat(accepted.getInputStream().readAllBytes())
                        .as(TRACKING)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void anOpenConnectionWorksOnTheGivenEventLoopAndClosesAtOnce() throws Exception {
        final ContextInternal context = vertx.createEventLoopContext();
        final ConnectionSockets sockets = new ConnectionSockets();
        final DriverConnection opening = application
                .get(SqlDriver.class)
                .connect(
                        context,
                        new SqlDriver.SessionSettings(
                                Duration.ofSeconds(7), Duration.ofSeconds(3), Duration.ofSeconds(5), false),
                        sockets);
        final SqlConnection connection =
                opening.opened().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        final String loop = connection
                .query("SELECT current_setting('statement_timeout') || current_setting('lock_timeout')"
                        + " || current_setting('idle_in_transaction_session_timeout')")
                .execute()
                .map(rows -> rows.iterator().next().getString(0)
                        + (context.nettyEventLoop().inEventLoop() ? "" : " elsewhere"))
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        assertThat(loop)
                .as("vertx-pg-client has changed: PgConnectionFactory.connect(context) must work on that event loop")
                .isEqualTo("7s3s5s");
        final var closed = io.vertx.core.Promise.<Void>promise();
        connection.closeHandler(closed::complete);
        sockets.closeNow().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        closed.future().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        opening.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void columnsAndParametersOfOtherTypesAreText() throws Exception {
        final DriverConnection opening = application
                .get(SqlDriver.class)
                .connect(
                        vertx.createEventLoopContext(),
                        new SqlDriver.SessionSettings(Duration.ZERO, Duration.ZERO, Duration.ZERO, false),
                        new ConnectionSockets());
        final Row row = opening.opened()
                .compose(connection -> connection
                        .preparedQuery("SELECT '{{1},{2}}'::int[] AS a, $1::oid AS b, 7 AS c")
                        .execute(Tuple.of(4_294_967_295L)))
                .map(rows -> rows.iterator().next())
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        opening.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(row.deepToString())
                .as(
                        "vertx-pg-client has changed: its decoder must be the handler \"codec\", read values of tsvector as they"
                                + " arrive, and send parameters of unknown types as text; otherwise ServerMessages cannot let the server"
                                + " describe types that the library does not read exactly as text")
                .isEqualTo("[{{1},{2}},4294967295,7]");
        assertThat(List.of(row.getColumnName(0), row.getColumnName(1), row.getColumnName(2)))
                .containsExactly("a\u00011007", "b\u000126", "c");
    }
}

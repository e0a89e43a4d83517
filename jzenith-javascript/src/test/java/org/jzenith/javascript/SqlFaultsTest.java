package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Handlers whose database fails, and handlers whose client leaves. */
@Timeout(120)
class SqlFaultsTest {

    private static final int REQUESTS = 200;

    private static final String BUSY =
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'faults' AND (%s)";

    private static PostgresqlServer server;
    private static UnreliableProxy way;
    private static RunningApplication application;

    /** Another way to the server, to look at the sessions of the application. */
    private static RunningApplication observer;

    private final HttpClient client = HttpClient.newHttpClient();

    static JZenith application(final PostgresqlServer server, final String name, final int port) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.host", server.host())
                .withConfiguration("postgresql.port", port)
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", "postgres")
                .withConfiguration("postgresql.application-name", name)
                .withConfiguration("postgresql.tls.mode", "disable");
    }

    @BeforeAll
    static void start() {
        server = PostgresqlServer.start();
        way = new UnreliableProxy(server.port());
        observer = application(server, "observer", server.port()).run();
        execute("CREATE TABLE person (id int PRIMARY KEY, name text NOT NULL)");
        application = application(server, "faults", way.port())
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "sql-handlers"))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.request-timeout", "2s")
                .withConfiguration("postgresql.query-timeout", "10s")
                .run();
    }

    @AfterAll
    static void stop() throws IOException {
        application.stop();
        observer.stop();
        way.close();
        server.close();
    }

    @AfterEach
    void nothingIsLeftAtWork() {
        way.thaw();
        way.letIn();
        until(() -> count("state <> 'idle'") == 0);
        // Each event loop connects again by itself; parallel requests reach them all.
        until(() -> Stream.generate(() -> get("/api/row")).limit(10).toList().stream()
                .allMatch(response -> response.join().statusCode() == 200));
    }

    private static void execute(final String sql) {
        observer.get(Database.class).query(sql).execute().blockingAwait();
    }

    private static long count(final String condition) {
        return observer.get(Database.class)
                .query(String.format(BUSY, condition))
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }

    private CompletableFuture<HttpResponse<String>> get(final String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a request and leaves when the server is at work. */
    static void leave(final int port, final String request, final BooleanSupplier atWork) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            until(atWork);
        }
    }

    private static void leaveIn(final String statement, final String request) throws IOException {
        leave(application.port(), request, () -> count("state <> 'idle' AND query LIKE '%" + statement + "%'") == 1);
    }

    /** A fault of the database after half of the requests. */
    private void eachRequestHasAResponse(final Runnable fault) {
        final List<CompletableFuture<HttpResponse<String>>> responses = IntStream.range(0, REQUESTS)
                .mapToObj(i -> {
                    if (i == REQUESTS / 2) {
                        fault.run();
                    }
                    return get("/api/row");
                })
                .toList();
        assertThat(responses)
                .allSatisfy(response -> assertThat(response.join().statusCode()).isIn(200, 503));
        assertThat(get("/api/row").join().statusCode()).isEqualTo(503);
    }

    @Test
    void aStatementIsCancelledWhenTheClientLeaves() throws IOException {
        leaveIn("script_sleep", "GET /api/sleep");
        until(() -> count("query LIKE '%script_sleep%' AND state = 'active'") == 0);
    }

    @Test
    void aTransactionIsRolledBackWhenTheClientLeaves() throws IOException {
        leaveIn("script_sleep", "POST /api/half");
        until(() -> count("state <> 'idle'") == 0);
        assertThat(observer.get(Database.class)
                        .query("SELECT count(*) FROM person")
                        .map(row -> row.getLong(0))
                        .single()
                        .blockingGet())
                .isZero();
    }

    @Test
    void aStreamEndsWhenTheClientLeaves() throws IOException {
        leaveIn("generate_series", "GET /api/numbers?count=10000000");
        until(() -> count("state <> 'idle'") == 0);
    }

    @Test
    void aStatementEndsAtTheDeadline() {
        final HttpResponse<String> response = get("/api/sleep").join();
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("statement");
    }

    @Test
    void aFrozenDatabaseCostsItsRequestsOnly() {
        way.freeze();
        assertThat(get("/api/row").join().statusCode()).isEqualTo(503);
        way.thaw();
    }

    @Test
    void eachRequestHasAResponseWhenTheDatabaseIsCutOffUnderLoad() {
        eachRequestHasAResponse(way::shut);
        way.reopen(server.port());
    }

    @Test
    void eachRequestHasAResponseWhenTheDatabaseIsFrozenUnderLoad() {
        eachRequestHasAResponse(way::freeze);
    }
}

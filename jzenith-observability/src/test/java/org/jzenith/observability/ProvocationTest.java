package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.observability.Exposition.await;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;

/** Every metric moves when its cause is provoked, and returns to its value when the cause has ended. */
final class ProvocationTest {

    private static final int MOST_REQUESTS = 40;

    /** Clients that connect, ask and leave; the system property {@code disconnects} sets another number. */
    private static final int DISCONNECTS = Integer.getInteger("disconnects", 1_000);

    private static final int AT_ONCE = 100;

    @TempDir
    static java.nio.file.Path data;

    private static final FixedPort PORT = new FixedPort();

    private static PostgresqlServer server;
    private static RunningApplication application;
    private static Exposition metrics;
    private static volatile CompletableSubject hold = CompletableSubject.create();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Path("/")
    public static final class ProvokedResource {

        private final Database database;

        @Inject
        public ProvokedResource(final Database database) {
            this.database = database;
        }

        @GET
        @Path("held")
        public Completable held() {
            return hold;
        }

        @GET
        @Path("transaction")
        public Single<Integer> transaction() {
            final CompletableSubject held = hold;
            return database.withTransaction(tx -> held.andThen(
                    tx.query("SELECT 1").map(row -> row.getInteger(0)).single()));
        }

        @GET
        @Path("statement")
        public Single<Integer> statement() {
            return database.query("SELECT count(*)::int FROM pg_class")
                    .map(row -> row.getInteger(0))
                    .single();
        }
    }

    @BeforeAll
    static void start() {
        server = PostgresqlServer.startIn(data);
        PORT.open(server.port());
        application = JZenith.application()
                .withPlugins(
                        PostgresqlPlugin.create(),
                        RestPlugin.withResources(ProvokedResource.class),
                        ObservabilityPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("rest.port", 0)
                .withConfiguration("postgresql.host", server.host())
                .withConfiguration("postgresql.port", PORT.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", "postgres")
                .withConfiguration("rest.max-requests-in-flight", MOST_REQUESTS)
                .withConfiguration("postgresql.pool.size", 2)
                .withConfiguration("postgresql.connect-retry-interval", "100ms")
                .withConfiguration("jzenith.idle-grace", "0s")
                .run();
        metrics = new Exposition(application);
    }

    @AfterAll
    static void stop() {
        application.stop();
        PORT.close();
        server.close();
    }

    private CompletableFuture<HttpResponse<String>> get(final String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static double used(final String resource) {
        return metrics.sum("jzenith_resource_used", "resource=\"" + resource + "\"");
    }

    private static void release() {
        final CompletableSubject held = hold;
        hold = CompletableSubject.create();
        held.onComplete();
    }

    private static void awaitIdle() {
        await("no request is in flight", () -> metrics.sum("http_server_active_requests") == 0);
        await("all connections are back", () -> metrics.sum("db_client_connection_count") == 0);
        await("nobody waits for a connection", () -> metrics.sum("db_client_connection_pending_requests") == 0);
    }

    @Test
    void requestsInFlightAreSeenUntilTheyHaveTheirResponse() {
        awaitIdle();
        final CompletableFuture<HttpResponse<String>> first = get("/held");
        final CompletableFuture<HttpResponse<String>> second = get("/held");
        await("two requests are in flight", () -> metrics.sum("http_server_active_requests") == 2);
        assertThat(used("rest.requests-in-flight")).isEqualTo(2);
        release();
        assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(20, TimeUnit.SECONDS);
        awaitIdle();
        assertThat(used("rest.requests-in-flight")).isZero();
    }

    @Test
    void callersThatWaitForAConnectionAreSeenUntilTheyHaveIt() {
        awaitIdle();
        final double waited = metrics.sum("db_client_connection_wait_time_seconds_sum");
        final CompletableFuture<?> all =
                CompletableFuture.allOf(get("/transaction"), get("/transaction"), get("/transaction"));
        await("a caller waits", () -> metrics.sum("db_client_connection_pending_requests") == 1);
        await("the pool is full", () -> metrics.sum("db_client_connection_count") == 2);
        assertThat(metrics.sum("db_client_connection_max")).isEqualTo(2);
        assertThat(used("postgresql.pool.waiting-callers")).isEqualTo(1);
        release();
        assertThat(all).succeedsWithin(20, TimeUnit.SECONDS);
        awaitIdle();
        await("the wait is counted", () -> metrics.sum("db_client_connection_wait_time_seconds_sum") > waited);
        assertThat(metrics.sum("db_client_connection_use_time_seconds_count")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aClientThatLeavesIsCountedAndLeavesNothing() throws IOException {
        awaitIdle();
        final double before = left();
        final double connections = used("rest.connections");
        try (Socket socket = new Socket("localhost", application.port())) {
            final OutputStream output = socket.getOutputStream();
            output.write("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            await("the request is in flight", () -> metrics.sum("http_server_active_requests") == 1);
        }
        await("the request is counted", () -> left() == before + 1);
        awaitIdle();
        await("the connection has ended", () -> used("rest.connections") <= connections);
    }

    @Test
    void clientsThatLeaveInCrowdsLeaveNothing() throws IOException {
        awaitIdle();
        final double before = left();
        final double accepted = events("rest.accepted-connections");
        final double connections = used("rest.connections");
        for (int i = 0; i < DISCONNECTS; i++) {
            try (Socket socket = new Socket("localhost", application.port())) {
                socket.setTcpNoDelay(true);
                socket.setSoLinger(true, 0);
                socket.getOutputStream()
                        .write("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            final int left = i + 1;
            if (left % AT_ONCE == 0) { // fewer than the kernel lets wait, or some would never be accepted
                await("they are accepted", () -> events("rest.accepted-connections") == accepted + left);
            }
        }
        await("all connections are accepted", () -> events("rest.accepted-connections") == accepted + DISCONNECTS);
        awaitIdle();
        await("all connections have ended", () -> used("rest.connections") <= connections);
        assertThat(left()).isBetween(before, before + DISCONNECTS);
        assertThat(used("rest.buffered-bodies")).isZero();
        assertThat(used("rest.buffered-responses")).isZero();
    }

    @Test
    void requestsBeyondTheLimitAreCountedAndTheOthersAnswered() {
        awaitIdle();
        final double refused = events("rest.refused-requests");
        final List<CompletableFuture<HttpResponse<String>>> held =
                Stream.generate(() -> get("/held")).limit(MOST_REQUESTS).toList();
        await("the listener is full", () -> used("rest.requests-in-flight") == MOST_REQUESTS);
        assertThat(get("/held"))
                .succeedsWithin(20, TimeUnit.SECONDS)
                .satisfies(response -> assertThat(response.statusCode()).isEqualTo(503));
        assertThat(events("rest.refused-requests")).isEqualTo(refused + 1);
        release();
        assertThat(held).allSatisfy(request -> assertThat(request).succeedsWithin(20, TimeUnit.SECONDS));
        awaitIdle();
        assertThat(get("/statement"))
                .succeedsWithin(20, TimeUnit.SECONDS)
                .satisfies(response -> assertThat(response.statusCode()).isEqualTo(200));
    }

    @Test
    void aStatementIsMeasuredForTheRouteThatSentIt() {
        awaitIdle();
        final String[] labels = {"http_route=\"/statement\"", "db_query_summary=\"SELECT pg_class\""};
        final double before = metrics.sum("jzenith_route_statement_duration_seconds_count", labels);
        assertThat(get("/statement")).succeedsWithin(20, TimeUnit.SECONDS);
        await(
                "the statement is counted",
                () -> metrics.sum("jzenith_route_statement_duration_seconds_count", labels) == before + 1);
    }

    private static double events(final String event) {
        return metrics.sum("jzenith_resource_events_total", "event=\"" + event + "\"");
    }

    private static double left() {
        return metrics.sum(
                "http_server_request_duration_seconds_count",
                "http_response_status_code=\"none\"",
                "http_route=\"/held\"");
    }

    @Test
    void aBlockedEventLoopLags() {
        await("no event loop lags", () -> metrics.sum("jzenith_event_loop_lag_seconds") < 0.1);
        final CountDownLatch blocked = new CountDownLatch(1);
        application
                .injector()
                .getInstance(Vertx.class)
                .getOrCreateContext()
                .runOnContext(now -> assertThat(isReleased(blocked)).isTrue());
        await("an event loop lags", () -> metrics.sum("jzenith_event_loop_lag_seconds") > 0.5);
        blocked.countDown();
        await("no event loop lags", () -> metrics.sum("jzenith_event_loop_lag_seconds") < 0.1);
        assertThat(metrics.longer("jzenith_event_loop_delay_seconds", "0.25")).isPositive();
    }

    private static boolean isReleased(final CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aDatabaseThatRestartsUnderLoadLeavesNoGaugeBehind() {
        awaitIdle();
        final double lost = metrics.sum("jzenith_connections_lost_total");
        final CompletableFuture<?> held =
                CompletableFuture.allOf(get("/transaction"), get("/transaction"), get("/transaction"));
        await("a caller waits", () -> metrics.sum("db_client_connection_pending_requests") == 1);
        PORT.shut();
        server.close();
        release();
        assertThat(get("/statement"))
                .succeedsWithin(20, TimeUnit.SECONDS)
                .satisfies(response -> assertThat(response.statusCode()).isEqualTo(503));
        assertThat(held).succeedsWithin(20, TimeUnit.SECONDS);
        awaitIdle();
        assertThat(metrics.sum("jzenith_connections_lost_total")).isGreaterThan(lost);
        assertThat(metrics.sum("db_client_operation_duration_seconds_count"))
                .isGreaterThan(metrics.sum("db_client_operation_duration_seconds_count", "error_type=\"\""));
        server = PostgresqlServer.startIn(data);
        PORT.open(server.port());
        await("the database answers again", () -> get("/statement").join().statusCode() == 200);
        awaitIdle();
        assertThat(metrics.text().lines().filter(line -> !line.startsWith("#")))
                .as("values below zero")
                .noneMatch(line -> line.matches(".* -\\d.*"));
    }
}

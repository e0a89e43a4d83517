package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** Clients that ask for more than the database can answer, and clients that leave. */
final class OverloadTest {

    private static final int CLIENTS = 60;
    private static final int STATEMENTS = 100;
    private static final String SLEEPING =
            "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
                    JZenith.application().withPlugins(RestPlugin.withResources(Rows.class), PostgresqlPlugin.create()))
            .withOverridingConfiguration("jzenith.event-loops", 1)
            .withOverridingConfiguration("postgresql.pipelining-limit", 16)
            .withOverridingConfiguration("postgresql.max-queue-time", "50ms");

    @Test
    void aRequestIsAnsweredAsAWholeOrRefusedWithRetryAfterAndWithoutEffect() {
        final Database database = APP.get(Database.class);
        database.query("CREATE TABLE rows (id int)").execute().blockingAwait();
        final HttpClient http = HttpClient.newHttpClient();
        final HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + APP.application().port() + "/rows"))
                .build();
        final List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, CLIENTS)
                .mapToObj(i -> http.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                .toList();
        final List<HttpResponse<String>> answers =
                all.stream().map(CompletableFuture::join).toList();
        final long answered =
                answers.stream().filter(answer -> answer.statusCode() == 200).count();
        answers.stream().filter(answer -> answer.statusCode() != 200).forEach(refusal -> {
            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Retry-After")).isPresent();
        });
        assertThat(answered).isPositive();
        assertThat(number("SELECT count(*) FROM rows")).isEqualTo(answered * STATEMENTS);
    }

    @Test
    void theStatementsOfClientsThatLeftAreStoppedAndHoldUpNobody() throws Exception {
        final List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            final Socket socket = new Socket("localhost", APP.application().port());
            final OutputStream out = socket.getOutputStream();
            out.write("GET /rows/sleep HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            sockets.add(socket);
        }
        awaitSleeping(true);
        for (final Socket socket : sockets) {
            socket.close();
        }
        awaitSleeping(false);
    }

    private static void awaitSleeping(final boolean expected) {
        // In a transaction, as a statement on the pipeline may stand behind the one that sleeps.
        final boolean reached = APP.get(Database.class)
                .withTransaction(
                        tx -> tx.query(SLEEPING).map(row -> row.getLong(0) > 0).single())
                .repeatWhen(done -> done.delay(20, TimeUnit.MILLISECONDS))
                .filter(sleeping -> sleeping == expected)
                .timeout(20, TimeUnit.SECONDS)
                .blockingFirst();
        assertThat(reached).isEqualTo(expected);
    }

    private static long number(final String sql) {
        return APP.get(Database.class)
                .query(sql)
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
    }

    /** Inserts rows, or sleeps. */
    @Path("/rows")
    public static final class Rows {

        private final Database database;

        @Inject
        Rows(final Database database) {
            this.database = database;
        }

        @GET
        public Single<Integer> insert() {
            final List<List<Integer>> values =
                    IntStream.range(0, STATEMENTS).mapToObj(List::of).toList();
            return database.query("INSERT INTO rows VALUES ($1) RETURNING id")
                    .singles(values)
                    .map(List::size);
        }

        @GET
        @Path("/sleep")
        public Single<Integer> sleep() {
            return database.query("SELECT pg_sleep(600)").rowCount();
        }
    }
}

package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** Clients that do not read their rows leave the database to others. */
final class SlowReadersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
                    JZenith.application().withPlugins(RestPlugin.withResources(Rows.class), PostgresqlPlugin.create()))
            .withOverridingConfiguration("postgresql.pool.size", 4)
            .withOverridingConfiguration("postgresql.pool.acquire-timeout", "1s")
            .withOverridingConfiguration("postgresql.stream-timeout", "5s");

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void transactionsSucceedBesideThemAndTheirAnswersAreBrokenOff() throws Exception {
        final List<Socket> readers = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                final Socket reader = open("/rows");
                readers.add(reader);
                assertThat(read(reader, 12)).isEqualTo("HTTP/1.1 200");
            }
            final HttpResponse<String> third = get("/rows");
            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(third.headers().firstValue("Retry-After")).hasValue("1");
            for (int i = 0; i < 20; i++) {
                assertThat(get("/rows/transaction").statusCode()).isEqualTo(200);
            }

            awaitOpenTransactions(0);
            for (final Socket reader : readers) {
                assertThat(rest(reader)).doesNotEndWith("\r\n0\r\n\r\n");
            }
        } finally {
            for (final Socket reader : readers) {
                reader.close();
            }
        }
    }

    /** The server reads no further than its buffers, however often the reader takes some of a billion rows. */
    @Test
    void aSourceOfABillionRowsWaitsForItsReader() throws Exception {
        Rows.READ.set(0);
        long taken = 0;
        try (Socket reader = open("/rows/billion")) {
            for (int i = 0; i < 3; i++) {
                taken += reader.getInputStream().readNBytes(1_000_000).length;
                assertThat(rowsReadInTheEnd() * 1000 - taken).isLessThan(10_000_000);
            }
        }
        assertThat(taken).isEqualTo(3_000_000);
        awaitOpenTransactions(0);
    }

    /** Returns the number of rows that have been read when ten other requests in a row see no further one. */
    private long rowsReadInTheEnd() throws Exception {
        long before = -1;
        int steady = 0;
        for (int i = 0; i < 10_000 && steady < 10; i++) {
            assertThat(get("/rows/transaction").statusCode()).isEqualTo(200);
            steady = Rows.READ.get() == before ? steady + 1 : 0;
            before = Rows.READ.get();
        }
        assertThat(steady).as("the source waits").isEqualTo(10);
        return before;
    }

    private HttpResponse<String> get(final String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(APP.application().uri() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static Socket open(final String path) throws IOException {
        final Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress("localhost", APP.application().port()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String read(final Socket socket, final int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
    }

    /** The last bytes before the connection is closed or reset. */
    private static String rest(final Socket socket) throws IOException {
        final InputStream in = socket.getInputStream();
        final byte[] bytes = new byte[65_536];
        String last = "";
        try {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                last = (last + new String(bytes, 0, count, StandardCharsets.US_ASCII));
                last = last.substring(Math.max(0, last.length() - 16));
            }
        } catch (final SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return last;
    }

    private static void awaitOpenTransactions(final int expected) {
        final int found = APP.get(Database.class)
                .query("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND state LIKE 'idle in transaction%'")
                .map(row -> row.getInteger(0))
                .single()
                .repeatWhen(done -> done.delay(20, TimeUnit.MILLISECONDS))
                .filter(count -> count == expected)
                .timeout(20, TimeUnit.SECONDS)
                .blockingFirst();
        assertThat(found).isEqualTo(expected);
    }

    /** Many long rows, and a short transaction. */
    @Path("/rows")
    public static final class Rows {

        static final AtomicLong READ = new AtomicLong();

        private final Database database;

        @Inject
        Rows(final Database database) {
            this.database = database;
        }

        @GET
        @Produces("application/x-ndjson")
        public Flowable<String> rows() {
            return database
                    .query("SELECT repeat('x', 1000) FROM generate_series(1, 100000)")
                    .map(row -> row.getString(0))
                    .stream();
        }

        @GET
        @Path("billion")
        @Produces("application/x-ndjson")
        public Flowable<String> billion() {
            return database
                    .query("SELECT repeat('x', 1000), generate_series(1, 1000000000)")
                    .map(row -> row.getString(0))
                    .stream()
                    .doOnNext(row -> READ.incrementAndGet());
        }

        @GET
        @Path("transaction")
        public Single<String> transaction() {
            return database.withTransaction(
                    tx -> tx.query("SELECT 'done'").map(row -> row.getString(0)).single());
        }
    }
}

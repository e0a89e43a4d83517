package org.jzenith.docs.cookbook.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.bulk.Measurements.Measurement;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/bulk-insert.md. */
final class BulkTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(MeasurementResource.class), PostgresqlPlugin.create())
            .withModules(binder -> binder.bind(Measurements.class))
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration"));

    /** Takes measurements. */
    @Path("/measurements")
    public static final class MeasurementResource {

        private final Measurements measurements;
        private final Database database;

        @Inject
        MeasurementResource(final Measurements measurements, final Database database) {
            this.measurements = measurements;
            this.database = database;
        }

        @POST
        public Single<Integer> add(final List<Measurement> added) {
            return measurements.addAll(added);
        }

        @GET
        @Path("many")
        public Single<Long> many() {
            return measurements.addInParts(Flowable.range(0, 2_500).map(i -> new Measurement("s" + i, i / 10.0)));
        }

        @POST
        @Path("import")
        @Consumes("application/x-ndjson")
        public Single<Long> addInParts(final Flowable<Measurement> added) {
            return measurements.addInParts(added);
        }

        @PUT
        @Path("import")
        @Consumes("application/x-ndjson")
        public Single<Long> addAllOrNothing(final Flowable<Measurement> added) {
            return measurements.addAllOrNothing(added);
        }

        @PATCH
        @Path("{sensor}")
        public Single<Integer> correct(@PathParam("sensor") final String sensor, final double degrees) {
            return database.withTransaction(
                    tx -> tx.query("UPDATE measurement SET degrees = $2 WHERE sensor = $1", sensor, degrees)
                            .rowCount());
        }
    }

    @BeforeEach
    void noMeasurements() {
        APP.get(Database.class).query("DELETE FROM measurement").execute().blockingAwait();
    }

    private static String rows() {
        return APP.get(Database.class)
                .query("SELECT count(*) || ' ' || max(degrees) FROM measurement")
                .map(row -> row.getString(0))
                .single()
                .blockingGet();
    }

    @Test
    void aBatchIsInsertedAsAWhole() {
        final List<Measurement> two = List.of(new Measurement("a", 20.5), new Measurement("b", 21));
        assertThat(APP.http().post("/measurements", two).body()).isEqualTo("2");
        assertThat(rows()).isEqualTo("2 21");
    }

    @Test
    void arraysAreInsertedAsAWhole() {
        assertThat(APP.http().get("/measurements/many").body()).isEqualTo("2500");
        assertThat(rows()).isEqualTo("2500 249.9");
    }

    private static TestResponse importLines(final String method, final String lines) {
        return APP.http()
                .withHeader("Content-Type", "application/x-ndjson")
                .send(method, "/measurements/import", lines);
    }

    private static String lines(final int number, final String last) {
        return IntStream.range(0, number)
                        .mapToObj(i -> "{\"sensor\":\"s" + i + "\",\"degrees\":" + i + "}\n")
                        .collect(Collectors.joining())
                + last;
    }

    @Test
    void aBodyIsInsertedInParts() {
        assertThat(importLines("POST", lines(2_500, "")).body()).isEqualTo("2500");
        assertThat(rows()).isEqualTo("2500 2499");
        assertThat(importLines("POST", lines(10_500, "{\"sensor\":\"broken")).status())
                .isEqualTo(400);
        assertThat(rows()).isEqualTo("12500 9999");
    }

    @Test
    void aBodyIsInsertedAsAWhole() {
        assertThat(importLines("PUT", lines(2_500, "")).body()).isEqualTo("2500");
        assertThat(importLines("PUT", lines(1_500, "{\"sensor\":\"broken")).status())
                .isEqualTo(400);
        assertThat(rows()).isEqualTo("2500 2499");
    }

    /** Opens as many slow imports as the pool has connections. */
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void eightSlowClientsLeaveConnectionsToOthers(final String method) throws IOException {
        assertThat(importLines("POST", lines(1, "")).body()).isEqualTo("1");
        final List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                clients.add(slowClient(method));
            }
            for (int i = 0; i < 20; i++) {
                APP.http().patch("/measurements/s0", "1.5").expectStatus(200);
            }
            final Socket first = clients.get(0);
            send(first, "0\r\n\r\n");
            assertThat(new String(first.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        } finally {
            for (final Socket client : clients) {
                client.close();
            }
        }
    }

    /** Has sent a line, and may send more. */
    private static Socket slowClient(final String method) throws IOException {
        final URI uri = APP.http().uri();
        final Socket client = new Socket(uri.getHost(), uri.getPort());
        final String line = lines(1, "");
        send(
                client,
                method + " /measurements/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(line.length()) + "\r\n" + line
                        + "\r\n");
        return client;
    }

    private static void send(final Socket client, final String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}

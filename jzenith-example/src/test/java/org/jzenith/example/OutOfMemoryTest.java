package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;

/** Responses and logs when the rows of a list do not fit into the memory of the process. */
final class OutOfMemoryTest {

    private static final int TIMES = 3;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Tag("full")
    @Test
    void aMillionRowsOnASmallHeapAre500WithTheReasonInTheLogAndOthersAreAnsweredAgain() throws Exception {
        try (PostgresqlServer database = PostgresqlServer.start();
                ChildApplication running = ChildApplication.start(Main.class, database, "-Xmx96m")) {
            for (final String path : new String[] {"/rows", "/rows/in-transaction"}) {
                for (int i = 0; i < TIMES; i++) {
                    assertThat(status(running.get(path))).as(path).isEqualTo(500);
                    assertThat(client.send(running.get("/rows/one"), BodyHandlers.ofString())
                                    .body())
                            .isEqualTo("1");
                }
            }
            running.process().toHandle().destroy();
            final String log = running.output();
            final String repeated = " failed with SqlException in .* " + (TIMES - 1) + " more time";
            assertThat(log).containsPattern("ERROR .*GET /rows" + repeated);
            assertThat(log).containsPattern("ERROR .*GET /rows/in-transaction" + repeated);
            assertThat(log).contains("java.lang.OutOfMemoryError: Java heap space", "Stopped after");
            assertThat(running.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private int status(final HttpRequest request) throws IOException, InterruptedException {
        final HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
        return answer.statusCode();
    }

    /** The program under test. */
    static final class Main {

        private Main() {}

        public static void main(final String... arguments) {
            JZenith.application(arguments)
                    .withPlugins(RestPlugin.withResources(Rows.class), PostgresqlPlugin.create())
                    .withConfiguration("postgresql.migrations.enabled", false)
                    .run();
        }
    }

    @Path("/rows")
    @Produces("text/plain")
    public static final class Rows {

        private static final String MILLION = "SELECT i || repeat('x', 300) FROM generate_series(1, 1000000) i";

        private final Database database;

        @Inject
        Rows(final Database database) {
            this.database = database;
        }

        @GET
        @Path("one")
        public Single<String> one() {
            return database.query("SELECT '1'").map(row -> row.getString(0)).single();
        }

        @GET
        public Single<String> all() {
            return database.query(MILLION)
                    .map(row -> row.getString(0))
                    .list()
                    .map(rows -> Integer.toString(rows.size()));
        }

        @GET
        @Path("in-transaction")
        public Single<String> inTransaction() {
            return database.withTransaction(transaction -> transaction
                    .query(MILLION)
                    .map(row -> row.getString(0))
                    .list()
                    .map(rows -> Integer.toString(rows.size())));
        }
    }
}

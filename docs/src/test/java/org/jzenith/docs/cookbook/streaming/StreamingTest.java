package org.jzenith.docs.cookbook.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/streaming.md. */
final class StreamingTest {

    private static final int ROWS = 20_000;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(MeasurementResource.class), PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration")
            .withConfiguration("postgresql.pool.size", 1));

    @BeforeAll
    static void measurements() {
        APP.get(Database.class)
                .query(
                        "INSERT INTO measurement (sensor, degrees) SELECT 's' || i, i FROM generate_series(1, $1::int) i",
                        ROWS)
                .execute()
                .blockingAwait();
    }

    @Test
    void theClientChoosesBetweenAnArrayAndLines() {
        final TestResponse array = APP.http().get("/measurements");
        assertThat(array.header("Content-Type")).contains("application/json");
        assertThat(array.json()).hasSize(ROWS);
        final TestResponse lines =
                APP.http().withHeader("Accept", "application/x-ndjson").get("/measurements");
        assertThat(lines.body()).hasLineCount(ROWS).startsWith("{\"id\":1,\"sensor\":\"s1\",\"degrees\":1.0}\n");
    }

    /** The pool has one connection, so the second request would wait for the first one's. */
    @Test
    void aClientThatDisconnectsGivesTheConnectionBack() throws IOException {
        final URI uri = APP.http().uri();
        try (Socket client = new Socket(uri.getHost(), uri.getPort())) {
            client.getOutputStream()
                    .write("GET /measurements HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.getInputStream().read()).isEqualTo('H');
        }
        assertThat(APP.http().get("/measurements").json()).hasSize(ROWS);
    }
}

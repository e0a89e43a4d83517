package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;

/** The line about a slow request names the statements that it has waited for. */
final class SlowStatementTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(PostgresqlPlugin.create(), RestPlugin.withResources(ReportResource.class)))
            .withOverridingConfiguration("jzenith.event-loops", 2)
            .withOverridingConfiguration("rest.slow-request", "100ms");

    @Path("/reports/{name}")
    public static final class ReportResource {

        private final Database database;

        @Inject
        ReportResource(final Database database) {
            this.database = database;
        }

        @GET
        public Single<Integer> report() {
            return database.withTransaction(tx -> tx.query("SELECT 1")
                    .map(row -> row.getInteger(0))
                    .single()
                    .flatMap(one -> tx.query("SELECT 2 FROM pg_sleep(2) WHERE 'secret' <> 'public'")
                            .map(row -> row.getInteger(0))
                            .single()));
        }
    }

    @Test
    void theSlowestStatementIsNamedWithoutItsValues() {
        final String line;
        try (LogLines log = LogLines.of("org.jzenith.slow")) {
            assertThat(APP.http()
                            .withHeader("X-Request-Id", "report-1")
                            .get("/reports/personal")
                            .body())
                    .isEqualTo("2");
            Exposition.await("the line is logged", () -> !log.events().isEmpty());
            line = log.messages().get(0);
        }
        assertThat(line)
                .matches("GET /reports/\\{name} took \\d+ ms with status 200: \\d+ ms in filters and queues, \\d+ ms in"
                        + " the resource \\(\\d+ ms waiting for a connection, \\d+ ms in [2-9] statements\\), \\d+ ms to"
                        + " write the response; request report-1; slowest statement \\d{3,} ms: SELECT \\*{4} FROM"
                        + " pg_sleep\\(\\*{4}\\) WHERE \\*{4} <> \\*{4}\\.");
    }
}

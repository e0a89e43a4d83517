package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The listener for operators, which opens where its port is set. */
final class OperatorsTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> ExampleApplication.application("--rest.admin.port=0"));

    @Test
    void itHasTheMetricsWithTheStatementsOfEachRoute() {
        assertThat(APP.http().get("/db").status()).isEqualTo(200);
        assertThat(APP.http("rest.admin").get("/metrics").body())
                .contains("http_route=\"/db\"")
                .containsPattern(
                        "jzenith_route_statement_duration_seconds_count\\{[^}]*db_query_summary=\"SELECT world\",http_route=\"/db\"");
        assertThat(APP.http().get("/metrics").status()).isEqualTo(404);
    }
}

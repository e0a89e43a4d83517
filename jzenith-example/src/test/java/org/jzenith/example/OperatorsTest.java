package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;

/** The listener for operators, which opens where its port is set. */
final class OperatorsTest {

    private static final LogLines LOG = LogLines.of(OperatorPassword.class);
    private static final Pattern LINE =
            Pattern.compile("The operators' page is (\\S+) for the user operator with the password (\\S+),.*");

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> ExampleApplication.application("--rest.admin.port=0"));

    @AfterAll
    static void leave() {
        LOG.close();
    }

    private static List<String> lines() {
        return LOG.messages();
    }

    private static HttpResponse<String> get(final URI uri, final String... headers) throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    private static String basic(final String password) {
        return "Basic " + Base64.getEncoder().encodeToString(("operator:" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void itHasTheMetricsWithTheStatementsOfEachRoute() {
        assertThat(APP.http().get("/db").status()).isEqualTo(200);
        assertThat(APP.http("rest.admin").get("/metrics").body())
                .contains("http_route=\"/db\"")
                .containsPattern(
                        "jzenith_route_statement_duration_seconds_count\\{[^}]*db_query_summary=\"SELECT world\",http_route=\"/db\"");
        assertThat(APP.http().get("/metrics").status()).isEqualTo(404);
    }

    @Test
    void aBrowserOpensThePageWithThePasswordOfTheLog() throws Exception {
        try (RunningApplication application = ExampleApplication.application("--rest.port=0", "--rest.admin.port=0")
                .run()) {
            final Matcher line = LINE.matcher(lines().get(lines().size() - 1));
            assertThat(line).matches();
            final URI page = URI.create(line.group(1));
            final HttpResponse<String> anonymous = get(page, "Accept", "text/html", "Sec-Fetch-Mode", "navigate");
            assertThat(anonymous.statusCode()).isEqualTo(401);
            assertThat(anonymous.headers().firstValue("WWW-Authenticate").orElseThrow())
                    .contains("Basic realm=");
            final String password = basic(line.group(2));
            assertThat(get(page, "Authorization", password).body()).contains("page.js");
            assertThat(get(page.resolve("data"), "Authorization", password).body())
                    .contains("\"application\":\"example\"");
            for (final String part : List.of("data", "about", "threads", "logs")) {
                assertThat(get(page.resolve(part), "Authorization", password).statusCode())
                        .isEqualTo(200);
                assertThat(get(page.resolve(part)).statusCode()).isEqualTo(401);
            }
            assertThat(get(page, "Authorization", basic("guess")).statusCode()).isEqualTo(401);
            assertThat(get(application.uri().resolve("/admin/"), "Authorization", password)
                            .statusCode())
                    .isEqualTo(404);
            assertThat(get(application.uri().resolve("/admin/names"), "Authorization", password)
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    /** The role of a token's user does not suffice, although it names admins. */
    @Test
    void thePageIsForOperatorsOnly() {
        assertThat(APP.http("rest.admin").as("ann", "admin").get("/admin/data").status())
                .isEqualTo(403);
        assertThat(APP.http("rest.admin")
                        .as("olga", "operator")
                        .get("/admin/data")
                        .status())
                .isEqualTo(200);
        assertThat(APP.http().get("/admin/data").status()).isEqualTo(404);
    }

    @Test
    void aConfiguredPasswordIsNotLogged() throws Exception {
        final int before = lines().size();
        // Of the password s3cret.
        try (RunningApplication application = ExampleApplication.application(
                        "--rest.port=0",
                        "--rest.admin.port=0",
                        "--security.users.operator.password=$argon2id$v=19$m=19456,t=2,p=1$+QrWs9S7ngANzhtzG8iwsA$9j4Q+5+cXKKTct7GJVxDcKiHu1ohjvLYXlurJsCZzPk")
                .run()) {
            assertThat(lines()).hasSize(before);
            assertThat(get(
                                    application.endpoints().get("rest.admin").resolve("/admin/data"),
                                    "Authorization",
                                    basic("s3cret"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    /** The database of the tests is another one than the example's own. */
    @Test
    void besideAnotherDatabaseThePageIsClosed() {
        assertThat(lines().get(0)).startsWith("The operators' page has a random, unknown password,");
    }
}

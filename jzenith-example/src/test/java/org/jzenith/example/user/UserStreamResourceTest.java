package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.example.ExampleApplication;
import org.jzenith.sql.SqlClient;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

final class UserStreamResourceTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application());

    @BeforeEach
    void noUsers() {
        APP.get(SqlClient.class).query("DELETE FROM users").execute().blockingAwait();
    }

    private static String create(final String name, final String email) {
        return APP.http()
                .post("/user", Map.of("name", name, "email", email))
                .json()
                .get("id")
                .asText();
    }

    private static String users(final String type) {
        return APP.http().withHeader("Accept", type).get("/users").body();
    }

    @Test
    void theClientChoosesHowTheUsersAreListed() {
        final String ann = create("Ann, \"A\"", "a@example.org");
        final String bob = create("Bob", "b@example.org");
        final String annAsJson = "{\"id\":\"" + ann + "\",\"name\":\"Ann, \\\"A\\\"\",\"email\":\"a@example.org\"}";
        final String bobAsJson = "{\"id\":\"" + bob + "\",\"name\":\"Bob\",\"email\":\"b@example.org\"}";
        assertThat(users("*/*")).isEqualTo("[" + annAsJson + "," + bobAsJson + "]");
        assertThat(users("application/x-ndjson")).isEqualTo(annAsJson + "\n" + bobAsJson + "\n");
        assertThat(users("text/csv"))
                .isEqualTo("id,name,email\r\n" + ann + ",\"Ann, \"\"A\"\"\",a@example.org\r\n" + bob
                        + ",Bob,b@example.org\r\n");
        assertThat(users("text/event-stream")).contains("data: " + annAsJson + "\n\ndata: " + bobAsJson + "\n\n");
    }

    /** They end with their page, so they need no chunks. */
    @Test
    void fewUsersAreAnAnswerOfKnownLength() {
        for (int count = 0; count < 3; count++) {
            for (final String type : List.of("application/json", "application/x-ndjson", "text/csv")) {
                final TestResponse answer =
                        APP.http().withHeader("Accept", type).get("/users");
                assertThat(answer.header("Content-Length")).as(type).isPresent();
                assertThat(answer.header("Transfer-Encoding")).as(type).isEmpty();
            }
            create("Ann " + count, "a" + count + "@example.org");
        }
    }

    @Test
    void usersAreImportedAsLinesAndAsAnArray() throws Exception {
        final String lines = "{\"name\":\"Ann\",\"email\":\"a@example.org\"}\n{\"name\":\"Bob\"}\n";
        assertThat(post("application/x-ndjson", lines)).isEqualTo("200 {\"users\":2}");
        assertThat(post("application/json", "[{\"name\":\"Cid\"}]")).isEqualTo("200 {\"users\":1}");
        assertThat(users("text/csv").lines()).hasSize(4);
        assertThat(post("text/csv", "email,name\r\n,\"Eve, \"\"E\"\"\"\r\n")).isEqualTo("200 {\"users\":1}");
        assertThat(users("text/csv")).contains("\"Eve, \"\"E\"\"\"");
        assertThat(post("application/x-ndjson", "{\"name\":\"Dan\"}\n{\"name\":\" \"}\n"))
                .startsWith("400 ")
                .contains("\"[1].name\"");
        assertThat(users("text/csv")).as("what came before the wrong line").contains(",Dan,");
    }

    private static String post(final String type, final String body) throws IOException, InterruptedException {
        final HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(APP.http().uri().resolve("/users"))
                                .header("Content-Type", type)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    @Test
    void changesAreShownWhenTheyHappen() throws IOException {
        final URI uri = APP.http().uri();
        try (Socket client = new Socket(uri.getHost(), uri.getPort())) {
            client.setSoTimeout(20_000);
            client.getOutputStream()
                    .write("GET /users/changes HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            awaitHead(lines);
            final String id = create("Cid", "c@example.org");
            awaitChange(lines, "CREATED", id);
            APP.http().put("/user/" + id, Map.of("name", "Cyd"));
            awaitChange(lines, "UPDATED", id);
            APP.http().delete("/user/" + id);
            awaitChange(lines, "DELETED", id);
        }
    }

    /** Before it, the server may not listen for changes yet. */
    private static void awaitHead(final BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.isEmpty()) {
            line = lines.readLine();
        }
    }

    /** Other tests make changes, too. */
    private static void awaitChange(final BufferedReader lines, final String kind, final String id) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data: ") && line.contains(kind) && line.contains(id)) {
                return;
            }
        }
        throw new AssertionError("There is no " + kind + " of " + id);
    }
}

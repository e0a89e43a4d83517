package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lines of the log. */
@Tag("full")
final class LoggingTest {

    /** Also those of the access log, so that one program can read the output. */
    @Test
    void withJsonEveryLineIsAnObject() throws Exception {
        final ObjectMapper json = new ObjectMapper();
        final String output;
        try (ChildApplication application =
                ChildApplication.start(ExampleApplication.class, List.of(), "--logging.format=json")) {
            final HttpClient client = HttpClient.newHttpClient();
            assertThat(client.send(application.get("/plaintext?token=hunter2"), HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
            application.process().toHandle().destroy();
            output = application.output();
        }
        final List<JsonNode> lines = new ArrayList<>();
        for (final String line : output.split("\n")) {
            lines.add(json.readTree(line));
        }
        assertThat(lines)
                .filteredOn(line -> line.has("url.original"))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.get("url.original").asText()).startsWith("/plaintext?token=");
                    assertThat(line.get("http.response.status_code").asInt()).isEqualTo(200);
                    assertThat(line.get("service.name").asText()).isEqualTo("example");
                    assertThat(line.toString()).doesNotContain("hunter2");
                });
        assertThat(lines).filteredOn(line -> line.has("log.level")).isNotEmpty();
    }
}

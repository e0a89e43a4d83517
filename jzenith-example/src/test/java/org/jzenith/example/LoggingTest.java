package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** The lines that {@link Logging} writes. */
final class LoggingTest {

    /** Also those of the access log, so that one program can read the output. */
    @Test
    void withJsonEveryLineIsAnObject() throws Exception {
        final ObjectMapper json = new ObjectMapper();
        final String output;
        try (ChildApplication application =
                ChildApplication.start(ExampleApplication.class, List.of("-DLOG_FORMAT=json"))) {
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
        assertThat(lines).filteredOn(line -> line.has("target")).singleElement().satisfies(line -> {
            assertThat(line.get("target").asText()).startsWith("/plaintext?token=");
            assertThat(line.get("status").asInt()).isEqualTo(200);
            assertThat(line.toString()).doesNotContain("hunter2");
        });
        assertThat(lines).filteredOn(line -> line.has("log.level")).isNotEmpty();
    }

    @Test
    void textOfClientsBeginsNoLineOfItsOwn() {
        final LoggerContext logback = new LoggerContext();
        logback.setMDCAdapter(MDC.getMDCAdapter());
        new Logging().configure(logback);
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        final Logger root = logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ((ConsoleAppender<ILoggingEvent>) root.iteratorForAppenders().next()).setOutputStream(output);

        final Logger logger = logback.getLogger("com.example.Orders");
        logger.debug("not shown");
        logger.warn(
                "one\r\n12:00:00.000 INFO\r\u001b[1m\u009b", new IllegalStateException("two\n12:00:00.000 INFO\u0007"));
        logger.info("last");

        final String text = output.toString(StandardCharsets.UTF_8);
        assertThat(text)
                .contains(" [] one\n    12:00:00.000 INFO?[1m?\n    java.lang.IllegalStateException: two\n"
                        + "    12:00:00.000 INFO?\n    \tat ")
                .endsWith(" [] last\n");
        assertThat(text.lines().filter(line -> !line.startsWith("    "))).hasSize(2);
    }
}

package org.jzenith.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The console of an application with {@link LoggingPlugin}, also when clients try to forge lines. */
final class ConsoleLogTest {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final List<String> HOSTILE = List.of(
            "%0D%0A%7B%22log.level%22:%22ERROR%22%7D",
            "%0D%0A12:00:00.000%20INFO%20%20forged",
            "%1B%5B2J%1B%5D0;title%07",
            "%22,%22user.name%22:%22admin",
            "%E2%80%A8%E2%80%A9%C2%85%C2%9B2J%E2%80%AE%7F",
            "%F0%9F%98%80%5C%7B%7D",
            "%FF%FE%C0%8A");

    @TempDir
    private Path folder;

    private static void attack(final URI server) throws IOException {
        for (final String text : HOSTILE) {
            final String answer = LoggedProcess.send(
                    server,
                    "GET /articles/" + text + "?password=hunter2&a=" + text
                            + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                            + "X-Request-Id: a\",\"b\":\"c\r\n"
                            + "User-Agent: \"},{\"log.level\":\"ERROR\" {} \u009b2J \u0085\r\n"
                            + "Referer: http://a/?token=hunter2&b=\"\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("hunter2");
        }
        assertThat(LoggedProcess.send(server, "G\u001b[2JT / HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains(" 400 ");
    }

    private static List<JsonNode> parsed(final List<String> lines) throws IOException {
        final List<JsonNode> objects = new ArrayList<>();
        for (final String line : lines) {
            assertThat(line).matches("[ -~]*").doesNotContain("hunter2");
            final JsonNode object = JSON.readTree(line);
            assertThat(object.isObject()).as(line).isTrue();
            objects.add(object);
        }
        return objects;
    }

    @Test
    void inJsonEveryLineIsOneFlatObject() throws IOException {
        final List<JsonNode> lines;
        try (LoggedProcess process =
                LoggedProcess.start(Map.of(), "", "-Dtracing.service-name=shop", "--logging.format=json")) {
            attack(process.awaitOpen());
            lines = parsed(process.stop());
        }
        assertThat(lines).allSatisfy(line -> {
            assertThat(line).allMatch(JsonNode::isValueNode);
            assertThat(line.has("user.name")).isFalse();
            assertThat(line.path("requestId").asText()).matches("([0-9a-f]+-[0-9a-f]+)?");
        });
        assertThat(lines.get(0).path("message").asText()).isEqualTo(LoggedApplication.EARLY);
        assertThat(lines.subList(1, lines.size()))
                .allSatisfy(
                        line -> assertThat(line.path("service.name").asText()).isEqualTo("shop"));
        assertThat(lines)
                .extracting(line -> line.get("log.logger").asText())
                .contains("org.jzenith.slow", "org.jzenith.rest.internal.error.Errors");
        assertThat(lines)
                .filteredOn(line -> line.path("message").asText().startsWith("asked for"))
                .isNotEmpty()
                .allSatisfy(line -> {
                    assertThat(line.get("length").isInt()).isTrue();
                    assertThat(line.get("http.route").asText()).isEqualTo("/articles/{name}");
                });
        assertThat(lines)
                .filteredOn(line -> line.path("message").asText().equals("has fields"))
                .isNotEmpty()
                .allSatisfy(line -> {
                    assertThat(line.get("requestId").isTextual()).isTrue();
                    assertThat(line.get("http.route").asText()).isEqualTo("/articles/{name}");
                    assertThat(line.get("error.type").asText()).isEqualTo(IllegalArgumentException.class.getName());
                    assertThat(line.get("error.message").asText()).isEqualTo("caf\u00e9 ?");
                    assertThat(line.get("error.stack_trace").asText())
                            .startsWith(IllegalArgumentException.class.getName())
                            .contains("\n\tat ");
                    assertThat(line.get("count")).isEqualTo(IntNode.valueOf(7));
                    assertThat(line.get("price")).isEqualTo(DoubleNode.valueOf(9.5));
                    assertThat(line.get("ratio")).isEqualTo(DoubleNode.valueOf(0.25));
                    assertThat(line.get("limit")).isEqualTo(TextNode.valueOf("Infinity"));
                    assertThat(line.get("gone").isNull()).isTrue();
                });
        final List<JsonNode> access = lines.stream()
                .filter(line -> line.get("log.logger").asText().equals("org.jzenith.access"))
                .toList();
        assertThat(access).hasSize(HOSTILE.size() + 1).allSatisfy(line -> {
            assertThat(line.get("http.response.status_code").asInt()).isIn(400, 500);
            assertThat(line.get("event.duration").isNumber()).isTrue();
            assertThat(line.get("requestId").asText()).isNotEmpty();
            assertThat(line.get("message").asText()).doesNotContain("\"time\"");
        });
        final JsonNode first = access.get(0);
        assertThat(first.get("message").asText())
                .matches("GET /articles/%0D\\S+\\?password=\\*{4}&a=%0D\\S+ 500 in [0-9.E-]+ ms");
        assertThat(first.get("http.request.method").asText()).isEqualTo("GET");
        assertThat(first.get("http.route").asText()).isEqualTo("/articles/{name}");
        assertThat(first.get("http.version").asText()).isEqualTo("1.1");
        assertThat(first.get("client.address").asText()).isEqualTo("127.0.0.1");
        assertThat(first.get("user_agent.original").asText())
                .isEqualTo("\"},{\"log.level\":\"ERROR\" {} \u009b2J \u0085");
    }

    @Test
    void inTextEveryEventIsOneLineAndFurtherLinesAreIndented() throws IOException {
        final List<String> lines;
        try (LoggedProcess process = LoggedProcess.start(Map.of(), "")) {
            attack(process.awaitOpen());
            lines = process.stop();
        }
        assertThat(lines)
                .allMatch(line -> line.startsWith("    ")
                        || line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} [A-Z]{4,5}  ?[\\w.$]+ *"
                                + " \\[([0-9a-f]+-[0-9a-f]+)?] .*"))
                .noneMatch(line -> line.contains("hunter2") || line.startsWith("12:00:00.000"))
                .noneMatch(line -> line.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t'));
        assertThat(lines)
                .filteredOn(line -> line.contains(" org.jzenith.access "))
                .hasSize(HOSTILE.size() + 1)
                .element(0)
                .asString()
                .matches(
                        ".* \\[[0-9a-f]+-[0-9a-f]+] GET /articles/%0D\\S+\\?password=\\*{4}&a=%0D\\S+ 500 in [0-9.E-]+ ms");
        assertThat(lines)
                .filteredOn(line -> line.contains("] asked for"))
                .hasSizeGreaterThan(3)
                .element(0)
                .asString()
                .startsWith(lines.get(0).substring(0, 2))
                .contains(" o.j.l.LoggedApplication ", "] asked for ");
        assertThat(lines)
                .anyMatch(line -> line.endsWith("] has fields message=1 service.name=other requestId=true"
                        + " http.route=/other error.type=other count=7 count=8 price=9.50 ratio=0.25 limit=Infinity"
                        + " gone=null note=a?[2J"))
                .contains("    java.lang.IllegalArgumentException: caf\u00e9 ?");
        assertThat(lines)
                .contains("    12:00:00.000 INFO  forged length=27")
                .anyMatch(line -> line.startsWith("    \tat "));
    }

    /** Also the lines before the settings are read, except where the format stands in code. */
    @ParameterizedTest
    @CsvSource({"LOGGING_FORMAT, '', true", "'', '-Dlogging.format=json ', true", "'', -Dformat.in.code=json, false"})
    void theFormatComesFromEverySource(final String variable, final String argument, final boolean early)
            throws IOException {
        final List<String> lines;
        try (LoggedProcess process = LoggedProcess.start(
                variable.isEmpty() ? Map.of() : Map.of(variable, "json"),
                "",
                argument.isEmpty() ? new String[0] : new String[] {argument})) {
            process.awaitOpen();
            lines = process.stop();
        }
        assertThat(lines.get(0)).contains(LoggedApplication.EARLY);
        assertThat(lines.get(0).startsWith("{")).isEqualTo(early);
        assertThat(parsed(lines.subList(1, lines.size())))
                .allSatisfy(line ->
                        assertThat(line.path("service.name").asText()).isEqualTo(LoggedApplication.class.getName()));
    }

    @Test
    void aStrongerSourceChangesTheFormatOfAWeakerOne() throws IOException {
        try (LoggedProcess process =
                LoggedProcess.start(Map.of("LOGGING_FORMAT", "json"), "", "--logging.format=text")) {
            process.awaitOpen();
            assertThat(process.stop()).filteredOn(line -> line.startsWith("{")).hasSize(1);
        }
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        try (LoggedProcess process = LoggedProcess.start(Map.of("LOGGING_FORMAT", "xml"), "")) {
            assertThat(String.join("\n", process.lines()))
                    .contains("logging.format", "'xml'", "LOGGING_FORMAT (environment)", "text", "json");
        }
    }

    @Test
    void aConfiguratorOfTheApplicationIsRespected() throws IOException {
        final Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve("ch.qos.logback.classic.spi.Configurator"), OwnConfigurator.class.getName());
        try (LoggedProcess process = LoggedProcess.start(Map.of(), folder.toString())) {
            process.awaitOpen();
            assertThat(process.stop().get(0)).contains(" [main] INFO ", LoggedApplication.EARLY);
        }
    }

    @Test
    void aConfigurationOfTheApplicationIsRespected() throws IOException {
        Files.writeString(folder.resolve("logback.xml"), """
                <configuration>
                    <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
                        <encoder><pattern>own %msg%n</pattern></encoder>
                    </appender>
                    <root level="INFO"><appender-ref ref="console"/></root>
                </configuration>
                """);
        try (LoggedProcess process = LoggedProcess.start(Map.of(), folder.toString(), "--logging.format=json")) {
            process.awaitOpen();
            assertThat(process.stop())
                    .allMatch(line -> line.startsWith("own "))
                    .filteredOn(line -> line.contains("has no effect"))
                    .containsExactly(
                            "own logging.format has no effect, because the application configures its log itself."
                                    + " The setting comes from --logging.format (command line). Remove it, or remove the application's"
                                    + " configuration, such as a logback.xml.");
        }
    }
}

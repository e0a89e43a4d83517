package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Clients that try to forge lines of the log: the access log, the lines about slow requests, failures, and those of the application. */
final class ForgedLinesTest {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Logs and throws what clients send. */
    @Path("/articles/{name}")
    public static final class ArticleResource {

        private static final org.slf4j.Logger LOGGER = LoggerFactory.getLogger(ArticleResource.class);

        @GET
        public Single<String> get(@PathParam("name") final String name) {
            LOGGER.info("asked for {}", name);
            return Single.timer(5, TimeUnit.MILLISECONDS).map(passed -> {
                throw new IllegalStateException(name);
            });
        }
    }

    private static String send(final URI server, final String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the appender of {@link Logging} for JSON. */
    private static ConsoleAppender<ILoggingEvent> json() {
        System.setProperty("LOG_FORMAT", "json");
        try {
            final LoggerContext logback = new LoggerContext();
            logback.setMDCAdapter(MDC.getMDCAdapter());
            new Logging().configure(logback);
            return (ConsoleAppender<ILoggingEvent>) logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                    .iteratorForAppenders()
                    .next();
        } finally {
            System.clearProperty("LOG_FORMAT");
        }
    }

    @Test
    void noClientForgesALineOrRevealsASecret() throws Exception {
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        final ConsoleAppender<ILoggingEvent> console = json();
        console.setOutputStream(output);
        final ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        final List<Appender<ILoggingEvent>> added = List.of(console, events);
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(ArticleResource.class))
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.slow-request", "1ms")
                .withConfiguration("rest.access-log.format", "json")
                .withConfiguration("rest.access-log.output", "logger")
                .run()) {
            added.forEach(root::addAppender);
            for (final String text : List.of(
                    "%0D%0A%7B%22log.level%22:%22ERROR%22%7D",
                    "%1B%5B2J%1B%5D0;title%07",
                    "%22,%22user.name%22:%22admin",
                    "%E2%80%A8%E2%80%A9%C2%85%C2%9B2J%E2%80%AE%7F",
                    "%F0%9F%98%80%5C",
                    "%FF%FE%C0%8A")) {
                final String answer = send(
                        application.uri(),
                        "GET /articles/" + text + "?password=hunter2&a=" + text
                                + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                                + "X-Request-Id: a\",\"b\":\"c\r\n"
                                + "User-Agent: \"},{\"log.level\":\"ERROR\" \u009b2J \u0085\r\n"
                                + "Referer: http://a/?token=hunter2&b=\"\r\n\r\n");
                assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("hunter2");
            }
            assertThat(send(application.uri(), "G\u001b[2JT / HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .contains(" 400 ");
        } finally {
            added.forEach(root::detachAppender);
        }
        final String text = output.toString(StandardCharsets.ISO_8859_1);
        assertThat(text)
                .matches("(?s)[\\n\\x20-\\x7e]*")
                .doesNotContain("hunter2")
                .endsWith("\n");
        final List<JsonNode> lines = new ArrayList<>();
        for (final String line : text.split("\n")) {
            lines.add(JSON.readTree(line));
        }
        assertThat(lines).hasSameSizeAs(events.list).allSatisfy(line -> {
            assertThat(line.isObject()).isTrue();
            assertThat(line.has("user.name")).isFalse();
            assertThat(line.path("requestId").asText()).matches("([0-9a-f]+-[0-9a-f]+)?");
        });
        assertThat(lines)
                .extracting(line -> line.get("log.logger").asText())
                .contains(
                        "org.jzenith.access",
                        "org.jzenith.slow",
                        "org.jzenith.rest.internal.error.Errors",
                        ArticleResource.class.getName());
        for (final JsonNode line : lines) {
            final String message = line.get("message").asText();
            switch (line.get("log.logger").asText()) {
                case "org.jzenith.access" ->
                    assertThat(JSON.readTree(message).get("status").asInt()).isIn(400, 500);
                case "org.jzenith.slow" -> {
                    assertThat(message).matches("(GET /articles/\\{name}|\\S+ without a route) took [\\x20-\\x7e]*");
                    assertThat(line.has("http.route")).isEqualTo(message.startsWith("GET /articles/"));
                }
                case "org.jzenith.rest.internal.error.Errors" ->
                    assertThat(message).matches("[\\x20-\\x7e]*");
                default -> {}
            }
        }
    }
}

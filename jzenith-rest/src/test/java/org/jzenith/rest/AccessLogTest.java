package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.Priority;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.internal.log.LogLines;
import org.slf4j.LoggerFactory;

/** A line for each request, which neither holds the event loop nor shows a secret. */
final class AccessLogTest {

    /** Bytes of a file that is not held in memory. */
    private static final int LARGE = 300_000;

    private static final String LOGGER = "org.jzenith.access";

    /** Answers of every kind. */
    @Path("/")
    @Produces("text/plain")
    public static final class Things {

        static volatile CountDownLatch asked = new CountDownLatch(1);

        @GET
        @Path("things/{id}")
        public String thing(@PathParam("id") final String id) {
            return "thing " + id;
        }

        @GET
        @Path("never")
        public Single<String> never() {
            asked.countDown();
            return Single.never();
        }

        @GET
        @Path("large")
        public String large() {
            return "text ".repeat(40_000);
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.timer(20, TimeUnit.MILLISECONDS).map(time -> "later");
        }

        @GET
        @Path("stream")
        public Flowable<Buffer> longStream() {
            return Flowable.range(0, 50)
                    .concatMapSingle(each -> Single.timer(each % 25 == 0 ? 20 : 0, TimeUnit.MILLISECONDS))
                    .map(each -> Buffer.buffer("x".repeat(1000)));
        }

        @GET
        @Path("large-file")
        public java.nio.file.Path largeFile() throws java.io.IOException {
            return java.nio.file.Files.write(java.nio.file.Path.of("target", "large-file.bin"), new byte[LARGE]);
        }

        @GET
        @Path("broken-stream")
        public Flowable<Buffer> stream() {
            return Flowable.range(0, 50)
                    .map(each -> Buffer.buffer("x".repeat(1000)))
                    .concatWith(Flowable.error(new IllegalStateException("broken")));
        }
    }

    /** Says who asks. */
    @Priority(Priorities.AUTHENTICATION)
    static final class UserFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final String name = request.getHeaderString("X-User");
            if (name == null) {
                return;
            }
            request.setSecurityContext(new NamedUser(name));
        }
    }

    private static RunningServer server(final String format, final String... settings) {
        final Map<String, Object> configuration = new HashMap<>();
        configuration.put("rest.access-log.format", format);
        configuration.put("rest.access-log.output", "logger");
        for (int i = 0; i < settings.length; i += 2) {
            configuration.put(settings[i], settings[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Things.class).withProviders(new UserFilter()), configuration);
    }

    private static String next(final LogLines log) throws InterruptedException {
        return log.next(event -> event.getLoggerName().equals(LOGGER)).getFormattedMessage();
    }

    private static JsonNode nextJson(final LogLines log) throws Exception {
        return new ObjectMapper().readTree(next(log));
    }

    private static void send(final RunningServer server, final String request) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send(request + "\r\nConnection: close\r\n\r\n").untilClose();
        }
    }

    @Test
    void theCommonFormatIsThatOfApache() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common")) {
            server.get("/things/7?page=2", "X-User", "ann lee");
            assertThat(next(log))
                    .matches("127\\.0\\.0\\.1 - ann_lee"
                            + " \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}]"
                            + " \"GET /things/7\\?page=2 HTTP/1\\.1\" 200 7");
            server.send("HEAD", "/things/7", null);
            assertThat(next(log)).contains(" - - [").endsWith("\"HEAD /things/7 HTTP/1.1\" 200 -");
        }
    }

    @Test
    void theBytesOfAFileAreCounted() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common")) {
            server.get("/large-file");
            assertThat(next(log)).endsWith(" 200 " + LARGE);
        }
    }

    /** The byte count of a stream does not include the framing of chunks. */
    @Test
    void theBytesOfAStreamAreCounted() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common")) {
            assertThat(server.get("/stream").body()).hasSize(50_000);
            assertThat(next(log)).endsWith(" 200 50000");
        }
    }

    @Test
    void theCombinedFormatHasRefererAndUserAgent() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("combined")) {
            server.get("/things/7", "Referer", "https://a.example/p", "User-Agent", "me/1.0");
            assertThat(next(log)).endsWith("\"GET /things/7 HTTP/1.1\" 200 7 \"https://a.example/p\" \"me/1.0\"");
            send(server, "GET /things/8 HTTP/1.0");
            assertThat(next(log)).endsWith("\"GET /things/8 HTTP/1.0\" 200 7 \"-\" \"-\"");
        }
    }

    @Test
    void jsonHasAllThatIsKnown() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("json", "rest.trusted-proxies", "127.0.0.1");
                Http2Client second = Http2Client.to(server)) {
            server.get(
                    "/things/7?page=2",
                    "X-User",
                    "ann",
                    "X-Request-Id",
                    "r-1",
                    "X-Forwarded-For",
                    "203.0.113.9",
                    "User-Agent",
                    "me");
            final JsonNode line = nextJson(log);
            assertThat(line.path("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
            assertThat(line.path("plugin").asText()).isEqualTo("rest");
            assertThat(line.path("requestId").asText()).isEqualTo("r-1");
            assertThat(line.path("client").asText()).isEqualTo("203.0.113.9");
            assertThat(line.path("user").asText()).isEqualTo("ann");
            assertThat(line.path("method").asText()).isEqualTo("GET");
            assertThat(line.path("target").asText()).isEqualTo("/things/7?page=2");
            assertThat(line.path("route").asText()).isEqualTo("/things/{id}");
            assertThat(line.path("version").asText()).isEqualTo("HTTP/1.1");
            assertThat(line.path("status").asInt()).isEqualTo(200);
            assertThat(line.path("bytes").asInt()).isEqualTo(7);
            assertThat(line.path("durationMs").asDouble()).isBetween(0.001, 20_000.0);
            assertThat(line.path("userAgent").asText()).isEqualTo("me");
            assertThat(line.has("aborted")).isFalse();
            assertThat(line.has("referer")).isFalse();
            second.send("GET", "/things/9");
            final JsonNode http2 = nextJson(log);
            assertThat(http2.path("version").asText()).isEqualTo("HTTP/2");
            assertThat(http2.path("bytes").asInt()).isEqualTo(7);
        }
    }

    /** The end of a response closes its stream of HTTP/2, which is no disconnect. */
    @Test
    void anAnswerThatComesLaterIsLoggedOnceAndWhole() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common", "rest.compression.enabled", "true");
                Http2Client second = Http2Client.to(server)) {
            for (final String path : List.of("/later", "/stream", "/large")) {
                for (int time = 0; time < 5; time++) {
                    for (final String coding : List.of("identity", "gzip")) {
                        assertThat(second.send("GET", path, "Accept-Encoding", coding)
                                        .status())
                                .isEqualTo(200);
                        assertThat(next(log))
                                .contains("\"GET " + path.substring(0, 6))
                                .contains("HTTP/2\" 200 ");
                    }
                }
            }
            server.get("/things/last");
            assertThat(next(log)).contains("/things/last");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/things/7?token=abc&page=2 /things/7?token=****&page=2",
                "/things/7?access_token=abc /things/7?access_token=****",
                "/things/7?API-Key=abc&Password=d /things/7?API-Key=****&Password=****",
                "/things/7?pin=abc&shipping=d&user_pin=abc&userPin=abc&cardPIN=abc&OPINION=d&pin-2=abc&pinned=d"
                        + " /things/7?pin=****&shipping=d&user_pin=****&userPin=****&cardPIN=****&OPINION=d&pin-2=****&pinned=d",
                "/things/7?next=https%3A%2F%2Fa%2F%3Fpin%3Dabc /things/7?next=****",
                "/things/7?pass%77ord=abc /things/7?pass%77ord=****",
                "/things/7?page=2;secret=abc /things/7?page=2;secret=****",
                "/things/7?next=https%3A%2F%2Fa%2F%3Ftoken%3Dabc&page=2 /things/7?next=****&page=2",
                "/things/7?next=https%253A%252F%252Fa%252F%253Ftoken%253Dabc /things/7?next=****",
                "/things/7?next=https://u:abc@host/ /things/7?next=****",
                "/things/7?token /things/7?token",
                "/things/7?q=a%20b&&page= /things/7?q=a%20b&&page=",
                "/things/7;token=abc /things/7;token=****",
                "/things;jsessionid=abc/7?page=2 /things;jsessionid=****/7?page=2",
                "/things/token=7 /things/token=7"
            })
    void secretsAreMasked(final String sent, final String logged) throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("combined")) {
            send(server, "GET " + sent + " HTTP/1.1\r\nHost: a\r\nReferer: http://u:abc@a.example" + sent + "#abc");
            assertThat(next(log))
                    .contains("\"GET " + logged + " HTTP/1.1\"")
                    .endsWith(" \"http://****@a.example" + logged + "\" \"-\"")
                    .doesNotContain("abc");
        }
    }

    @Test
    void whatIsMaskedIsASetting() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common", "rest.access-log.masked-parameters", "Iban")) {
            server.get("/things/7?token=a&customer-iban=b");
            assertThat(next(log)).contains("/things/7?token=a&customer-iban=****");
        }
    }

    @Test
    void furtherParametersAreMaskedBesideTheOthers() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common", "rest.access-log.more-masked-parameters", "Phone,iban")) {
            server.get("/things/7?token=a&home-phone=b&iban=c&d=e");
            assertThat(next(log)).contains("/things/7?token=****&home-phone=****&iban=****&d=e");
        }
    }

    @Test
    void aClientCannotForgeALine() throws Exception {
        final String agent = "me\" 200 1 \"\\\"\u0085\t\u00ad";
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("combined")) {
            send(server, "GET /things/7?q=\" HTTP/1.1\r\nHost: a\r\nUser-Agent: " + agent);
            assertThat(next(log))
                    .contains("\"GET /things/7?q=\\\" HTTP/1.1\" 400 ")
                    .endsWith(" \"-\" \"me\\\" 200 1 \\\"\\\\\\\"\\u0085\\t\u00ad\"");
        }
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("json")) {
            send(server, "GET /things/7 HTTP/1.1\r\nHost: a\r\nUser-Agent: " + agent);
            final String line = next(log);
            assertThat(line).matches("[ -~]+");
            assertThat(new ObjectMapper().readTree(line).path("userAgent").asText())
                    .isEqualTo(agent);
        }
    }

    @Test
    void whatNoHandlerSeesIsLoggedToo() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common", "rest.max-header-size", "1K")) {
            server.get("/nothing-here");
            assertThat(next(log)).contains("\"GET /nothing-here HTTP/1.1\" 404 ");
            send(server, "GET /things/%zz HTTP/1.1\r\nHost: a");
            assertThat(next(log)).contains("\"GET /things/%zz HTTP/1.1\" 400 ");
            send(server, "GET /things/7 HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(2000));
            assertThat(next(log)).contains("\"GET /things/7 ").contains("\" 431 ");
            send(server, "this is not HTTP");
            assertThat(next(log)).contains(" \"-\" 400 ");
        }
    }

    @Test
    void aRequestWithoutACompleteAnswerIsMarked() throws Exception {
        for (final String format : List.of("json", "common")) {
            Things.asked = new CountDownLatch(1);
            try (LogLines log = LogLines.of("org.jzenith");
                    RunningServer server = server(format)) {
                try (RawClient client = RawClient.to(server)) {
                    client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(Things.asked.await(20, TimeUnit.SECONDS)).isTrue();
                }
                final String left = next(log);
                send(server, "GET /broken-stream HTTP/1.1\r\nHost: a");
                final String broken = next(log);
                if (format.equals("common")) {
                    assertThat(left).endsWith("\"GET /never HTTP/1.1\" 499 -");
                    assertThat(broken).contains("\"GET /broken-stream HTTP/1.1\" 200 ");
                } else {
                    assertThat(left).contains("\"aborted\":true").doesNotContain("\"status\"", "\"error\"");
                    assertThat(broken)
                            .contains("\"aborted\":true", "\"status\":200")
                            .contains("\"error\":\"java.lang.IllegalStateException\"");
                }
            }
        }
    }

    @Test
    void pathsCanBeLeftOut() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common", "rest.access-log.exclude", "/health/*,/things/1")) {
            for (final String path :
                    List.of("/health", "/health/ready?x=1", "/things/1?y", "/healthy", "/things/10", "/things/1/")) {
                server.get(path);
            }
            assertThat(next(log)).contains(" /healthy ");
            assertThat(next(log)).contains(" /things/10 ");
            assertThat(next(log)).contains(" /things/1/ ");
        }
    }

    /** Nobody hides a request behind a path that is left out, and the line shows what was sent. */
    @Test
    void theNormalizedPathIsLeftOut() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common", "rest.access-log.exclude", "/health/*");
                RawClient client = RawClient.to(server)) {
            for (final String path : List.of("/health/../things/7", "/h%65alth", "/x/../health", "/%74hings/8")) {
                assertThat(client.send("GET " + path + " HTTP/1.1\r\nHost: here\r\n\r\n")
                                .answer())
                        .startsWith("HTTP/1.1 200 ");
            }
            assertThat(next(log)).contains(" /health/../things/7 ");
            assertThat(next(log)).contains(" /%74hings/8 ");
        }
    }

    @Test
    void aSampleIsLogged() throws Exception {
        final int requests = 400;
        try (LogLines lines = LogLines.of(LOGGER)) {
            try (RunningServer server = server("common", "rest.access-log.sample", "0.5")) {
                for (int i = 0; i < requests; i++) {
                    server.get("/things/7");
                }
            }
            assertThat(lines.events()).hasSizeBetween(requests / 4, requests * 3 / 4);
        }
    }

    @Test
    void theStopWritesWhatWaits() throws Exception {
        try (LogLines lines = LogLines.of(LOGGER)) {
            try (RunningServer server = server("common")) {
                for (int i = 0; i < 50; i++) {
                    server.get("/things/7");
                }
            }
            assertThat(lines.events()).hasSize(50);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("jzenith-access-log"));
    }

    @Test
    void itIsOffByDefault() {
        try (LogLines lines = LogLines.of(LOGGER)) {
            try (RunningServer server = RunningServer.of(RestPlugin.withResources(Things.class))) {
                server.get("/things/7");
                assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("jzenith-access-log"));
            }
            assertThat(lines.events()).isEmpty();
        }
    }

    /** Sends more requests than may wait for their line while nothing can be logged. */
    @Test
    void aLogThatHangsHoldsNoRequest() throws Exception {
        final int requests = 40_000;
        final int batch = 100;
        final CountDownLatch release = new CountDownLatch(1);
        final LinesOfAccess lines = new LinesOfAccess(release);
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("common")) {
            try (RawClient client = RawClient.to(server)) {
                final String some = "GET /things/7 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(batch);
                for (int i = 0; i < requests; i++) {
                    if (i % batch == 0) {
                        client.send(some);
                    }
                    assertThat(client.answer()).endsWith("thing 7");
                }
            }
            release.countDown();
            assertThat(log.next("The access log is too slow: ").getFormattedMessage())
                    .matches("The access log is too slow: it has left out [67][0-9]{3} requests\\..*");
        } finally {
            release.countDown();
            lines.close();
        }
        assertThat(lines.count()).isBetween(32_768, requests - 6000);
    }

    @ParameterizedTest
    @CsvSource({
        "rest.access-log.format, apache",
        "rest.access-log.sample, 1.5",
        "rest.access-log.sample, -1",
        "rest.access-log.exclude, health"
    })
    void aWrongSettingFailsTheStart(final String key, final String value) {
        assertThatThrownBy(() -> server("common", key, value))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(key);
    }

    /** Counts lines, and writes none before it is told to. */
    private static final class LinesOfAccess extends AppenderBase<ILoggingEvent> {

        private final Logger logger = (Logger) LoggerFactory.getLogger(LOGGER);
        private final CountDownLatch release;
        private int count;

        LinesOfAccess(final CountDownLatch release) {
            this.release = release;
            start();
            logger.addAppender(this);
        }

        @Override
        protected void append(final ILoggingEvent event) {
            try {
                release.await();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
            count++;
        }

        synchronized int count() {
            return count;
        }

        void close() {
            logger.detachAppender(this);
        }
    }
}

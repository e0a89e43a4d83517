package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Each safe default, made small enough to meet it. */
@InTheClearAndOverTls
final class LimitsTest {

    LimitsTest(final Transport transport) {
        transport.use();
    }

    private static RunningServer server;

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = server();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void reset() {
        Limited.subscribed = new CountDownLatch(1);
        Limited.disposed = new CountDownLatch(1);
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Limited {

        static volatile CountDownLatch subscribed = new CountDownLatch(1);
        static volatile CountDownLatch disposed = new CountDownLatch(1);

        @GET
        public String get() {
            return "fine";
        }

        @POST
        public String post(final String body) {
            return Integer.toString(body.length());
        }

        @GET
        @Path("never")
        public Single<String> never() {
            final CountDownLatch begin = subscribed;
            final CountDownLatch end = disposed;
            return Single.<String>never().doOnSubscribe(d -> begin.countDown()).doOnDispose(end::countDown);
        }

        @GET
        @Path("late")
        public Single<String> late() {
            return Single.timer(200, TimeUnit.MILLISECONDS).map(passed -> "late");
        }

        @GET
        @Path("missing")
        public String missing() {
            throw new NotFoundException();
        }

        @GET
        @Path("suspended")
        public void suspended(@Suspended final AsyncResponse response) {
            // nobody ever resumes it
        }

        @GET
        @Path("suspended-briefly")
        public void suspendedBriefly(@Suspended final AsyncResponse response) {
            response.setTimeout(10, TimeUnit.MILLISECONDS);
        }

        @GET
        @Path("resumed")
        public void resumed(@Suspended final AsyncResponse response) {
            new Thread(() -> response.resume("resumed")).start();
        }

        @GET
        @Path("base")
        public String base(@Context final UriInfo uri) {
            return uri.getBaseUri().toString();
        }
    }

    private static RunningServer server(final Object... configuration) {
        final Map<String, Object> map = new java.util.HashMap<>();
        for (int i = 0; i < configuration.length; i += 2) {
            map.put((String) configuration[i], configuration[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Limited.class), map);
    }

    @Test
    void aBodyTooLargeIs413BeforeItIsSent() throws Exception {
        try (RunningServer server = server("rest.max-body-size", "1K");
                RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1025\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 413 ").contains("application/problem+json");
        }
    }

    @Test
    void aChunkedBodyTooLargeIs413() throws Exception {
        try (RunningServer server = server("rest.max-body-size", "1K");
                RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "400\r\n" + "x".repeat(1024) + "\r\n1\r\nx\r\n0\r\n\r\n");
            assertThat(client.answer()).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void aClientThatGoesOnSendingStillReadsIts413() throws Exception {
        try (RunningServer server = server("rest.max-body-size", "1K")) {
            for (int i = 0; i < 4; i++) {
                try (RawClient client = RawClient.to(server)) {
                    client.send(
                            "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1200000\r\n\r\n");
                    for (int piece = 0; piece < 30; piece++) {
                        client.send("x".repeat(40_000));
                    }
                    assertThat(client.untilClose()).startsWith("HTTP/1.1 413 ").doesNotContain("<reset>");
                }
            }
        }
    }

    @Test
    void aBodyOfTheLimitIsRead() {
        try (RunningServer server = server("rest.max-body-size", "1K")) {
            assertThat(server.send("POST", "/", "x".repeat(1024), "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("1024");
        }
    }

    @Test
    void headersTooLargeAre431() throws Exception {
        try (RunningServer server = server("rest.max-header-size", "1K");
                RawClient client = RawClient.to(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX-A: " + "b".repeat(1100) + "\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 431 ").contains("application/problem+json");
        }
    }

    @Test
    void aLineTooLongIs414() throws Exception {
        try (RunningServer server = server("rest.max-request-line", "1K");
                RawClient client = RawClient.to(server)) {
            client.send("GET /" + "a".repeat(1100) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose())
                    .startsWith("HTTP/1.1 414 URI Too Long\r\n")
                    .contains("application/problem+json", "\"title\":\"URI Too Long\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST / HTTP/1.1_Host: a_Content-Length: 1_Content-Length: 2      | There is more than one Content-Length.",
                "POST / HTTP/1.1_Host: a_Content-Length: x                        | The Content-Length is not a number.",
                "POST / HTTP/1.1_Host: a_Content-Length: 1_Transfer-Encoding: chunked | The request has both Content-Length and Transfer-Encoding.",
                "GET / HTTQ/x_Host: a                                             | The HTTP version is malformed; send HTTP/1.1.",
                "GET / HTTP/x_Host: a                                             | The HTTP version is malformed; send HTTP/1.1.",
                "GET / FTP/1.1_Host: a                                            | The HTTP version is malformed; send HTTP/1.1.",
                "GET / http/1.1_Host: a                                           | The HTTP version is malformed; send HTTP/1.1.",
                "GET / HTTP/1.1_Host: a_X: a_ b: c                                | Header line folding is not allowed.",
            })
    void aMalformedHeadNamesTheMistake(final String head, final String detail) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send(head.replace("_", "\r\n") + "\r\n\r\n");
            assertThat(client.untilClose())
                    .startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("\"detail\":\"" + detail + "\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.7", "HTTP/0.9", "HTTP/2.0", "HTTP/3.0"})
    void anUnknownVersionIs505(final String version) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET / " + version + "\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose())
                    .startsWith("HTTP/1.1 505 HTTP Version Not Supported\r\n")
                    .contains("\"detail\":\"The HTTP version is not supported; send HTTP/1.1.\"");
        }
    }

    /** The method, the path and what a line of HTTP/1.1 has beside them. */
    @Test
    void aPathTooLongIs414OverHttp2() throws Exception {
        try (RunningServer server = server("rest.max-request-line", "100");
                RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.get(1, "/" + "a".repeat(100 - "GET / HTTP/1.1".length()));
            assertThat(client.status()).isEqualTo(404);
            client.get(3, "/" + "a".repeat(101 - "GET / HTTP/1.1".length()));
            assertThat(client.status()).isEqualTo(414);
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        try (RunningServer server = server("rest.header-timeout", "500ms");
                RawClient client = RawClient.to(server)) {
            assertThat(client.untilClose()).isEmpty();
        }
    }

    @Test
    void aConnectionThatNeverEndsItsHeadersIsClosed() throws Exception {
        try (RunningServer server = server("rest.header-timeout", "500ms");
                RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\nX-").untilClose())
                    .isEmpty();
        }
    }

    @Test
    void aConnectionThatRestsIsClosed() throws Exception {
        try (RunningServer server = server("rest.idle-timeout", "300ms");
                RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                    .endsWith("fine");
            assertThat(client.untilClose()).isEmpty();
        }
    }

    @Test
    void aBodyThatDoesNotArriveIs408() throws Exception {
        try (RunningServer server = server("rest.body-timeout", "300ms");
                RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nx");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void aRequestThatTakesTooLongIsDisposedAndAnswered503() throws Exception {
        try (RunningServer server = server("rest.request-timeout", "300ms")) {
            server.get("/"); // the first request may take so long itself
            final RunningServer.Answer answer = server.get("/never");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(Limited.disposed.await(20, TimeUnit.SECONDS)).isTrue();
            final RunningServer.Answer suspended = server.get("/suspended");
            assertThat(suspended.status()).isEqualTo(503);
            assertThat(suspended.header("Retry-After")).isEqualTo("1");
        }
    }

    @Test
    void anAsyncResponseHasATimeoutOfItsOwn() {
        final RunningServer.Answer answer = server.get("/suspended-briefly");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(server.get("/resumed").body()).isEqualTo("resumed");
    }

    @Test
    void aClientThatLeavesDisposes() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(Limited.subscribed.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(Limited.disposed.getCount()).isOne();
        }
        assertThat(Limited.disposed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Takes the only place; a request is counted when its first turn on the event loop has ended without an answer. */
    private static void occupy(final RunningServer server, final RawClient client) throws Exception {
        client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(Limited.subscribed.await(20, TimeUnit.SECONDS)).isTrue();
        awaitRefusal(server, "/");
    }

    @Test
    void requestsBeyondTheLimitAre503WithRetryAfter() throws Exception {
        try (RunningServer server = server("rest.max-requests-in-flight", 1);
                LogLines lines = LogLines.of("org.jzenith");
                RawClient slow = RawClient.to(server)) {
            occupy(server, slow);
            final RunningServer.Answer answer = server.get("/");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            server.get("/");
            assertThat(lines.next("Requests get a 503 immediately").getFormattedMessage())
                    .isEqualTo(
                            "Requests get a 503 immediately: rest.max-requests-in-flight is 1, and that many are in flight."
                                    + " This happened once since the last such line; there is at most one such line in 10 s.");
        }
    }

    /** A server that is busy must not look like one that is dead. */
    @Test
    void healthIsAnsweredBeyondTheLimit() throws Exception {
        try (RunningServer server = server("rest.max-requests-in-flight", 1, "rest.context-path", "/api");
                RawClient slow = RawClient.to(server)) {
            beginNever(slow, "/api/never");
            awaitRefusal(server, "/api/");
            assertThat(server.get("/api/").status()).isEqualTo(503);
            assertThat(server.get("/api/health/live").status()).isEqualTo(200);
            assertThat(server.get("/api/health").status()).isEqualTo(200);
            assertThat(server.get("/api/healthy").status()).isEqualTo(503);
            assertThat(server.get("/api/health/%2e%2e/").status()).isEqualTo(503);
        }
    }

    @Test
    void whatHasPriorityHasALimit() throws Exception {
        final List<RawClient> clients = new ArrayList<>();
        try (RunningServer server = server("rest.max-requests-in-flight", 1, "rest.priority-paths", "/never,/health")) {
            for (int i = 0; i < 101; i++) {
                assertThat(server.get("/health/live").status()).isEqualTo(200);
                final RawClient client = RawClient.to(server);
                clients.add(client);
                beginNever(client, "/never");
            }
            awaitRefusal(server, "/health/live");
            assertThat(server.get("/never").status()).isEqualTo(503);
            assertThat(server.get("/health/live").status()).isEqualTo(503);
            for (final RawClient client : clients) { // or the stop waits for their requests
                client.close();
            }
        }
    }

    /** A request counts when its first turn on the event loop is over. */
    private static void awaitRefusal(final RunningServer server, final String path) {
        Await.until("a refusal", () -> server.get(path).status() != 200);
    }

    private static void beginNever(final RawClient client, final String path) throws Exception {
        Limited.subscribed = new CountDownLatch(1);
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(Limited.subscribed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aRequestBeyondTheLimitKeepsItsConnectionUnlessItHasABody() throws Exception {
        try (RunningServer server = server("rest.max-requests-in-flight", 1);
                RawClient slow = RawClient.to(server);
                RawClient client = RawClient.to(server)) {
            occupy(server, slow);
            for (int i = 0; i < 3; i++) {
                assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .startsWith("HTTP/1.1 503 ")
                        .containsIgnoringCase("retry-after: 1")
                        .doesNotContainIgnoringCase("connection: close");
            }
            assertThat(client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
                            .untilClose())
                    .startsWith("HTTP/1.1 503 ")
                    .containsIgnoringCase("connection: close");
        }
    }

    /** Each of them begins when the one before it ends: one after another, not one inside the other. */
    @Test
    void requestsThatWaitBehindALateOneAreAllAnswered() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            for (final String path : List.of("/", "/missing")) {
                client.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n"
                        + ("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").repeat(1000)
                        + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab");
                assertThat(client.answer()).endsWith("late");
                for (int i = 0; i < 1000; i++) {
                    assertThat(client.answer()).startsWith(path.equals("/") ? "HTTP/1.1 200 " : "HTTP/1.1 404 ");
                }
                assertThat(client.answer()).startsWith("HTTP/1.1 200 ").endsWith("2");
            }
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosed() throws Exception {
        try (RunningServer server = server("rest.max-connections", 2);
                LogLines lines = LogLines.of("org.jzenith")) {
            final List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                final RawClient client = RawClient.to(server);
                clients.add(client);
                assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .endsWith("fine");
            }
            try (RawClient third =
                    RawClient.over(new Socket("localhost", server.application().port()))) {
                assertThat(third.untilClose()).doesNotContain("HTTP");
            }
            assertThat(lines.next("are closed at once").getFormattedMessage())
                    .startsWith("New connections are closed at once: rest.max-connections is 2, and that many are open."
                            + " This happened once");
            for (final RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aForwardedHostCountsOnlyFromATrustedProxy() {
        final String[] headers = {"X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https"};
        assertThat(server.get("/base", headers).body())
                .startsWith(server.application().uri().getScheme() + "://localhost:");
        try (RunningServer server = server("rest.trusted-proxies", "127.0.0.0/8,::1")) {
            assertThat(server.get("/base", headers).body()).isEqualTo("https://evil.example/");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50));
            for (int i = 0; i < 50; i++) {
                assertThat(client.answer()).endsWith("fine");
            }
        }
    }

    @Test
    void aTimeOutOfCenturiesIsNone() {
        try (RunningServer server = server(
                "rest.idle-timeout", "200000d", "rest.header-timeout", "200000d", "rest.request-timeout", "200000d")) {
            assertThat(server.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void aRequestIdComesBack() {
        assertThat(server.get("/", "X-Request-Id", "my-id.1").header("X-Request-Id"))
                .isEqualTo("my-id.1");
        assertThat(server.get("/", "X-Request-Id", "<script>").header("X-Request-Id"))
                .matches("[0-9a-z-]+");
        assertThat(server.get("/").header("X-Request-Id"))
                .isNotEqualTo(server.get("/").header("X-Request-Id"));
    }
}

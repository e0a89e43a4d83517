package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.test.internal.log.LogLines;
import org.slf4j.LoggerFactory;

/** Responses to failures that are {@link TemporarilyUnavailable}, for a few requests and for a flood. */
final class RefusalsTest {

    private static final String BUSY = "GET /busy HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String FREE = "GET /free HTTP/1.1\r\nHost: a\r\n\r\n";

    /** The number of refusals beyond which responses are delayed. */
    private static final int FLOOD = 1_000;

    private static final int ANSWERED_AT_ONCE = 400;

    static final class Busy extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        Busy() {
            super("the queue is full");
        }
    }

    /** Mapped by the application, not by the table. */
    static final class BusyMapper implements ExceptionMapper<Busy> {

        @Override
        public Response toResponse(final Busy busy) {
            return Response.status(429).build();
        }
    }

    /** Brings its own response. */
    static final class OwnBusy extends ServiceUnavailableException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        OwnBusy() {
            super(Response.status(503).entity("own words").type("text/plain").build());
        }
    }

    @Path("/")
    public static final class Queue {

        @GET
        @Path("busy-by-cause")
        public Single<String> busyByCause() {
            final Busy busy = new Busy();
            busy.initCause(new IllegalStateException(new java.io.IOException("a\nb " + "c".repeat(1000))));
            return Single.error(busy);
        }

        @GET
        @Path("busy")
        public Single<String> busy() {
            return Single.error(new Busy());
        }

        /** A resource that also answers successfully. */
        @GET
        @Path("sometimes")
        public Single<String> sometimes(@QueryParam("error") final String error) {
            if (error == null) {
                return Single.just("free");
            }
            return Single.error(error.equals("own") ? new OwnBusy() : new Busy());
        }

        @GET
        @Path("free")
        public Single<String> free() {
            return Single.just("free");
        }
    }

    private static RunningServer server(final Object... configuration) {
        return RunningServer.of(
                RestPlugin.withResources(Queue.class),
                configuration.length == 0 ? Map.of() : Map.of((String) configuration[0], configuration[1]));
    }

    /** A client at another address of this machine. */
    private static RawClient client(final RunningServer server, final String address) throws IOException {
        return RawClient.over(new Socket(
                InetAddress.getByName("127.0.0.1"), server.application().port(), InetAddress.getByName(address), 0));
    }

    @Test
    void fewRefusalsAreAnsweredAtOnce() {
        try (RunningServer server = server()) {
            for (int i = 0; i < 10; i++) {
                final RunningServer.Answer answer = server.get("/busy");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                assertThat(answer.header("X-Request-Id")).isNotEmpty();
                assertThat(answer.json().get("detail").asText()).isEqualTo("The service is temporarily unavailable.");
                assertThat(answer.json().get("instance").asText()).isEqualTo("/busy");
            }
        }
    }

    @Test
    void whoComesBackEarlyInAFloodOfRefusalsIsAnsweredLater() throws Exception {
        try (RunningServer server = server();
                RawClient client = RawClient.to(server)) {
            final long begin = System.nanoTime();
            client.send(BUSY.repeat(FLOOD));
            for (int i = 0; i < FLOOD; i++) {
                assertThat(client.answer()).startsWith("HTTP/1.1 503 ");
            }
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isGreaterThan(950);
            assertThat(client.send(FREE).answer()).endsWith("free");
        }
    }

    /** Delays early refusals only; a proxy brings many clients on one connection. */
    @Test
    void goodAnswersAndProxiesDoNotWait() throws Exception {
        try (RunningServer server = server("rest.trusted-proxies", "127.0.0.3")) {
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            boolean seen = false;
            while (!seen && System.nanoTime() - end < 0) {
                seen = othersAreAnsweredFirst(server);
            }
            assertThat(seen).isTrue();
        }
    }

    private static boolean othersAreAnsweredFirst(final RunningServer server) throws IOException {
        try (RawClient flood = client(server, "127.0.0.1");
                RawClient other = client(server, "127.0.0.2");
                RawClient proxy = client(server, "127.0.0.3")) {
            flood.send(BUSY.repeat(FLOOD));
            int answered = 0;
            while (answered < ANSWERED_AT_ONCE) {
                assertThat(flood.answer()).startsWith("HTTP/1.1 503 ");
                answered++;
            }
            assertThat(other.send(BUSY).answer()).startsWith("HTTP/1.1 503 ");
            assertThat(other.send(FREE).answer()).endsWith("free");
            for (int i = 0; i < 20; i++) {
                assertThat(proxy.send(BUSY).answer()).startsWith("HTTP/1.1 503 ");
            }
            while (flood.in().available() > 0) {
                assertThat(flood.answer()).startsWith("HTTP/1.1 503 ");
                answered++;
            }
            return answered < FLOOD;
        }
    }

    @Test
    void refusalsThatWaitLeaveRoomForOthers() throws Exception {
        final List<RawClient> clients = new ArrayList<>();
        try (RunningServer server = server("rest.max-requests-in-flight", 10)) {
            for (int i = 0; i < 20; i++) {
                clients.add(RawClient.to(server));
            }
            clients.get(0).send(BUSY.repeat(FLOOD));
            for (int i = 0; i < ANSWERED_AT_ONCE; i++) {
                assertThat(clients.get(0).answer()).startsWith("HTTP/1.1 503 ");
            }
            for (final RawClient client : clients.subList(1, 20)) {
                assertThat(client.send(BUSY + BUSY).answer()).startsWith("HTTP/1.1 503 ");
            }
            assertThat(server.get("/free").body()).isEqualTo("free");
        } finally {
            for (final RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void theMoreAreRefusedTheLaterTheyAreAskedToComeBack() throws Exception {
        try (RunningServer server = server()) {
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            long latest = 1;
            while (latest == 1 && System.nanoTime() - end < 0) {
                try (RawClient client = RawClient.to(server)) {
                    client.send(BUSY.repeat(FLOOD));
                    for (int i = 0; i < FLOOD && latest == 1; i++) {
                        final String answer = client.answer().toLowerCase(java.util.Locale.ROOT);
                        final String seconds = answer.substring(answer.indexOf("retry-after: ") + 13);
                        latest = Math.max(latest, Long.parseLong(seconds.substring(0, seconds.indexOf('\r'))));
                    }
                }
            }
            assertThat(latest).isBetween(2L, 21L);
        }
    }

    @Test
    void aFloodIsOneLineInTheLog() throws Exception {
        try (RunningServer server = server();
                LogLines lines = LogLines.of("org.jzenith")) {
            for (int i = 0; i < 20; i++) {
                assertThat(server.get("/busy").status()).isEqualTo(503);
            }
            LoggerFactory.getLogger(RefusalsTest.class).warn("The flood has ended.");
            assertThat(lines.next("got a 503").getFormattedMessage())
                    .startsWith("A request got a 503. Busy: the queue is full. This happened once since");
            assertThat(lines.next(event -> event.getLevel().levelStr.equals("WARN"))
                            .getFormattedMessage())
                    .isEqualTo("The flood has ended.");
        }
    }

    @Test
    void theLineNamesTheCause() throws Exception {
        try (RunningServer server = server();
                LogLines lines = LogLines.of("org.jzenith")) {
            assertThat(server.get("/busy-by-cause").status()).isEqualTo(503);
            assertThat(lines.next("got a 503").getFormattedMessage())
                    .contains("503. Busy: the queue is full (caused by java.io.IOException: a\\nb " + "c".repeat(296)
                            + "..). This happened");
        }
    }

    @Test
    void whatTheApplicationMapsIsAnsweredByItsMapping() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Queue.class).withProviders(new BusyMapper()), Map.of())) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/busy").status()).isEqualTo(429);
                assertThat(server.get("/sometimes").status()).isEqualTo(200);
                assertThat(server.get("/sometimes?error=busy").status()).isEqualTo(429);
            }
        }
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Queue.class).withMapping(Busy.class, 409), Map.of())) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/busy").status()).isEqualTo(409);
                assertThat(server.get("/sometimes").status()).isEqualTo(200);
                assertThat(server.get("/sometimes?error=busy").status()).isEqualTo(409);
            }
        }
    }

    @Test
    void anErrorThatBringsAResponseKeepsItsOwn() {
        try (RunningServer server = server()) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/sometimes").body()).isEqualTo("free");
                final RunningServer.Answer own = server.get("/sometimes?error=own");
                assertThat(own.status()).isEqualTo(503);
                assertThat(own.body()).isEqualTo("own words");
                final RunningServer.Answer table = server.get("/sometimes?error=busy");
                assertThat(table.status()).isEqualTo(503);
                assertThat(table.header("Retry-After")).isEqualTo("1");
                assertThat(table.json().get("instance").asText()).isEqualTo("/sometimes");
            }
        }
    }

    @Test
    void aStopSendsTheRefusalsThatWait() throws Exception {
        final List<String> answers = new ArrayList<>();
        try (RunningServer server = server();
                RawClient client = RawClient.to(server)) {
            client.send(BUSY.repeat(FLOOD));
            for (int i = 0; i < ANSWERED_AT_ONCE; i++) {
                answers.add(client.answer());
            }
            server.application().close();
            for (int i = ANSWERED_AT_ONCE; i < FLOOD; i++) {
                answers.add(client.answer());
            }
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 503 "));
    }
}

package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.subjects.CompletableSubject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.0, which has no chunks and keeps a connection only if the client asks for it. */
@InTheClearAndOverTls
final class Http10Test {

    Http10Test(final Transport transport) {
        transport.use();
    }

    private static final int ROWS = 20_000;
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Path("/")
    public static final class Rows {

        static volatile CompletableSubject rest = CompletableSubject.create();

        @GET
        @Produces("text/plain")
        public String get() {
            CALLS.incrementAndGet();
            return "fine";
        }

        @POST
        @Produces("text/plain")
        public String post(final String body) {
            return body;
        }

        @GET
        @Path("rows")
        @Produces("application/x-ndjson")
        public Flowable<String> rows() {
            return Flowable.range(1, ROWS).map(row -> "row " + row);
        }

        @GET
        @Path("later")
        @Produces("application/x-ndjson")
        public Flowable<String> later() {
            return rows().concatWith(rest);
        }

        @GET
        @Path("broken")
        @Produces("application/x-ndjson")
        public Flowable<String> broken() {
            return rows().concatWith(Flowable.error(new IllegalStateException("broken on purpose")));
        }
    }

    private static RunningServer server;

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(RestPlugin.withResources(Rows.class), Map.of("rest.max-body-size", "1K"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void aStreamEndsWithItsConnection(final String connection) throws Exception {
        try (RawClient client = RawClient.to(server)) {
            final String answer = client.send("GET /rows HTTP/1.0\r\nHost: a\r\n" + connection + "\r\n")
                    .untilClose();
            assertThat(answer.substring(0, answer.indexOf("\r\n\r\n") + 2).toLowerCase(Locale.ROOT))
                    .startsWith("http/1.0 200 ")
                    .contains("\r\nconnection: close\r\n")
                    .doesNotContain("transfer-encoding", "content-length", "keep-alive");
            assertThat(answer).contains("\r\n\r\n\"row 1\"\n").endsWith("\"row " + ROWS + "\"\n");
        }
    }

    @Test
    void aRequestBehindAStreamIsNeitherExecutedNorAnswered() throws Exception {
        CALLS.set(0);
        Rows.rest = CompletableSubject.create();
        try (RawClient client = RawClient.to(server)) {
            final String head = client.send("GET /later HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n"
                            + "GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
                    .headOnly();
            assertThat(head).startsWith("HTTP/1.0 200 ");
            Rows.rest.onComplete();
            assertThat(client.untilClose()).endsWith("\"row " + ROWS + "\"\n").doesNotContain("HTTP/1.0");
        }
        assertThat(CALLS).hasValue(0);
    }

    @Test
    void aStreamThatBreaksOffDoesNotLookWhole() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET /broken HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
                            .untilClose())
                    .endsWith("<reset>");
        }
    }

    @Test
    void anAnswerWithALengthKeepsTheConnectionOfAClientThatAsksForIt() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.send("GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
                                .answer())
                        .startsWith("HTTP/1.0 200 ")
                        .containsIgnoringCase("\r\nconnection: keep-alive\r\n")
                        .endsWith("fine");
            }
            assertThat(client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n").untilClose())
                    .startsWith("HTTP/1.0 200 ")
                    .endsWith("fine");
        }
    }

    @Test
    void aHeadOfAStreamHasNoBodyAndItsConnectionIsStillUsable() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send("HEAD /rows HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
                            .headOnly())
                    .startsWith("HTTP/1.0 200 ");
            assertThat(client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n").untilClose())
                    .startsWith("HTTP/1.0 200 ")
                    .endsWith("fine");
        }
    }

    @Test
    void anInterimAnswerIsNotSentToAClientThatDoesNotKnowIt() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            final String answer = client.send("POST / HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\n"
                            + "Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nfine")
                    .untilClose();
            assertThat(answer).startsWith("HTTP/1.0 200 ").endsWith("\r\n\r\nfine");
        }
    }

    @Test
    void aRefusalBeforeTheBodyClosesAlsoTheConnectionThatWasToBeKept() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            final String answer = client.send("POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n"
                            + "Content-Type: text/plain\r\nContent-Length: 2000\r\n\r\n")
                    .untilClose();
            assertThat(answer).startsWith("HTTP/1.0 413 ").containsIgnoringCase("\r\nconnection: close\r\n");
        }
    }
}

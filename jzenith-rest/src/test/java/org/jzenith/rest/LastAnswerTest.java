package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The response after which an HTTP/1 connection ends, and whether the client can read it (RFC 9112, 9.3 and 9.6). */
@InTheClearAndOverTls
final class LastAnswerTest {

    LastAnswerTest(final Transport transport) {
        transport.use();
    }

    private static final int LARGE = 3_000_000;

    private static final int ATTEMPTS = 4;

    private static final String NEXT = "GET /small HTTP/1.1\r\nHost: a\r\n\r\n";

    private static final AtomicInteger CALLS = new AtomicInteger();

    @Path("/")
    public static final class Answers {

        @GET
        @Path("small")
        @Produces(MediaType.TEXT_PLAIN)
        public Single<String> small() {
            CALLS.incrementAndGet();
            return Single.just("small");
        }

        @GET
        @Path("large")
        @Produces(MediaType.APPLICATION_OCTET_STREAM)
        public byte[] large() {
            return new byte[LARGE];
        }
    }

    private static RunningServer server;

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(RestPlugin.withResources(Answers.class), Map.of());
    }

    @BeforeEach
    void reset() {
        CALLS.set(0);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1\r\nConnection: close",
                "HTTP/1.1\r\nConnection: Close",
                "HTTP/1.1\r\nConnection: keep-alive, close",
                "HTTP/1.1\r\nConnection: x,Close ,y",
                "HTTP/1.1\r\nConnection: keep-alive\r\nConnection: close",
                "HTTP/1.0\r\nConnection: keep-alive, close"
            })
    void closeIsFoundAmongTheOptions(final String options) throws IOException {
        try (RawClient client = RawClient.to(server)) {
            final String answers = client.send("GET /small " + options + "\r\nHost: a\r\n\r\n" + NEXT)
                    .untilClose();
            assertThat(answers).containsOnlyOnce("HTTP/1.").endsWith("small");
            assertThat(answers.toLowerCase(Locale.ROOT)).contains("connection: close\r\n");
            assertThat(CALLS).hasValue(1);
        }
    }

    /** Bytes behind the last request must not destroy the response. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nConnection: close", "HTTP/1.1\r\nConnection: x, close", "HTTP/1.0"})
    void aClientThatSendsOnReadsTheWholeLastAnswer(final String options) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            try (RawClient client = RawClient.to(server)) {
                client.send("GET /large " + options + "\r\nHost: a\r\n\r\n" + NEXT.repeat(30_000));
                final String answer = client.untilClose();
                assertThat(answer.length() - answer.indexOf("\r\n\r\n") - 4).isEqualTo(LARGE);
                assertThat(CALLS).hasValue(0);
            }
        }
    }

    @Test
    void aClientThatSendsOnReadsWhyItsRequestIsRefused() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            try (RawClient client = RawClient.to(server)) {
                assertThat(client.send("GET /" + "a".repeat(1_000_000)).untilClose())
                        .contains(" 414 ")
                        .doesNotEndWith("<reset>");
            }
        }
    }
}

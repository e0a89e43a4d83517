package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Very many requests on one connection, of which each is answered at once. */
final class PipelineTest {

    private static final int MANY = 1_000;

    private static final String OTHER = "GET /other HTTP/1.1\r\nHost: a\r\n\r\n";

    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    private static final AtomicInteger CALLS = new AtomicInteger();

    private static volatile RawClient other;

    @Path("/")
    @Singleton
    public static final class Numbers {

        @GET
        @Path("number/{number}")
        @Produces(MediaType.TEXT_PLAIN)
        public String number(@PathParam("number") final int number) throws IOException {
            if (CALLS.incrementAndGet() == 1) {
                other.send(OTHER);
            }
            return "number " + number;
        }

        @GET
        @Path("large/{number}")
        @Produces(MediaType.TEXT_PLAIN)
        public String large(@PathParam("number") final int number) {
            CALLS.incrementAndGet();
            BEGUN.countDown();
            return "x".repeat(300_000) + number;
        }

        @GET
        @Path("other")
        @Produces(MediaType.TEXT_PLAIN)
        public String other() {
            return "calls: " + CALLS.get();
        }
    }

    private RunningServer server;

    @BeforeEach
    void start() throws IOException {
        CALLS.set(0);
        server = RunningServer.of(
                RestPlugin.withResources(Numbers.class), Map.of("rest.instances", 1, "jzenith.event-loops", 1));
        other = RawClient.to(server);
    }

    @AfterEach
    void stop() throws IOException {
        other.close();
        server.close();
    }

    private static String requests(final String path, final int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> "GET /" + path + "/" + number + " HTTP/1.1\r\nHost: a\r\n\r\n")
                .collect(Collectors.joining());
    }

    private static int calls(final String answer) {
        return Integer.parseInt(answer.substring(answer.indexOf("calls: ") + 7));
    }

    @Test
    void othersAreAnsweredInBetween() throws IOException {
        try (RawClient client = RawClient.to(server)) {
            client.send(requests("number", MANY));
            assertThat(calls(other.answer())).isLessThan(MANY);
            for (int number = 0; number < MANY; number++) {
                assertThat(client.answer()).endsWith("\r\n\r\nnumber " + number);
            }
        }
    }

    @Test
    void aClientThatTakesNoAnswersIsGivenNoMore() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send(requests("large", 400));
            assertThat(BEGUN.await(15, TimeUnit.SECONDS)).isTrue();
            assertThat(calls(other.send(OTHER).answer())).isLessThan(100);
            for (int number = 0; number < 400; number++) {
                assertThat(client.answer()).startsWith("HTTP/1.1 200 ").endsWith("x" + number);
            }
        }
    }

    /** Sends more requests than are read at a time. */
    @Test
    void allAreAnsweredInOrder() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            final Thread sender = new Thread(() -> {
                try {
                    client.send(requests("number", 20 * MANY));
                } catch (final IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            for (int number = 0; number < 20 * MANY; number++) {
                assertThat(client.answer()).endsWith("\r\n\r\nnumber " + number);
            }
            sender.join();
        }
    }
}

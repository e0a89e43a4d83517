package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.test.internal.log.LogLines;

/** The limit on all buffered bodies, across all connections of the server. */
final class BodyBudgetTest {

    private static final int SIZE = 300 * 1024;

    @Path("/")
    @Produces("text/plain")
    public static final class Bodies {

        static volatile SingleSubject<String> answer = SingleSubject.create();
        static volatile CountDownLatch asked = new CountDownLatch(1);

        @POST
        public String length(final String body) {
            return Integer.toString(body.length());
        }

        @POST
        @Path("late")
        public Single<String> late(final byte[] body) {
            asked.countDown();
            return answer;
        }
    }

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void begin() {
        Bodies.answer = SingleSubject.create();
        Bodies.asked = new CountDownLatch(1);
    }

    @AfterEach
    void end() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    /** Room for one body of {@link #SIZE} and not for two, and an eighth for small ones. */
    private RunningServer server(final String bodyTimeout) {
        final RunningServer server = RunningServer.of(
                RestPlugin.withResources(Bodies.class),
                Map.of("rest.max-buffered-bodies", "512K", "rest.body-timeout", bodyTimeout, "rest.instances", 2));
        open.add(server);
        return server;
    }

    private RawClient client(final RunningServer server) throws IOException {
        final RawClient client = RawClient.to(server);
        open.add(client);
        return client;
    }

    private static String head(final String path, final int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: " + length
                + "\r\n\r\n";
    }

    @Test
    void aBodyWithoutRoomWaitsForTheEndOfTheRequestThatHoldsIt() throws Exception {
        final RunningServer server = server("30s");
        final RawClient first = client(server).send(head("/late", SIZE) + "x".repeat(SIZE));
        assertThat(Bodies.asked.await(20, TimeUnit.SECONDS)).isTrue();

        final RawClient second = client(server).send(head("/", SIZE) + "begin");
        assertThat(server.send("POST", "/", "small", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("5");
        assertThat(second.in().available()).isZero();

        Bodies.answer.onSuccess("done");
        assertThat(first.answer()).endsWith("done");
        second.send("x".repeat(SIZE - "begin".length()));
        assertThat(second.answer()).endsWith(Integer.toString(SIZE));
    }

    @Test
    void whoExpectsToBeAskedForTheBodyIsAskedWhenThereIsRoom() throws Exception {
        final RunningServer server = server("30s");
        final RawClient first = client(server).send(head("/late", SIZE) + "x".repeat(SIZE));
        assertThat(Bodies.asked.await(20, TimeUnit.SECONDS)).isTrue();

        final RawClient second = client(server)
                .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
                        + "Content-Length: " + SIZE + "\r\n\r\n");
        assertThat(server.send("POST", "/", "small", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("5");
        assertThat(second.in().available()).isZero();

        Bodies.answer.onSuccess("done");
        assertThat(first.answer()).endsWith("done");
        assertThat(second.headOnly()).startsWith("HTTP/1.1 100 ");
        second.send("x".repeat(SIZE));
        assertThat(second.answer()).endsWith(Integer.toString(SIZE));
    }

    @Test
    void aBodyThatFindsNoRoomInTimeIs503() throws Exception {
        final RunningServer server = server("1s");
        client(server).send(head("/late", SIZE) + "x".repeat(SIZE));
        assertThat(Bodies.asked.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(client(server).send(head("/", SIZE)).untilClose())
                .startsWith("HTTP/1.1 503 ")
                .containsIgnoringCase("\r\nretry-after: ")
                .contains("The server is overloaded (max-buffered-bodies)");
    }

    @Test
    void uploadsThatStopHalfWayMakeRoomForOthers() throws Exception {
        final RunningServer server = server("60s");
        final RawClient slow = client(server)
                .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
                        + "Content-Length: " + SIZE + "\r\n\r\n");
        assertThat(slow.headOnly()).startsWith("HTTP/1.1 100 ");
        slow.send("x".repeat(1000));

        // Long before the time for the body is over.
        assertThat(client(server).send(head("/", SIZE) + "x".repeat(SIZE)).answer())
                .endsWith(Integer.toString(SIZE));
        assertThat(slow.untilClose()).startsWith("HTTP/1.1 408 ");
    }

    @Test
    void bodiesOfUnknownLengthThatFillTheBudgetTogetherDoNotWaitForEachOther() throws Exception {
        final RunningServer server = server("60s");
        final List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(client(server)
                    .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n"));
        }
        for (int piece = 0; piece < SIZE / 10_240; piece++) {
            for (final RawClient client : clients) {
                try {
                    client.send("2800\r\n" + "x".repeat(10_240) + "\r\n");
                } catch (final IOException e) {
                    continue; // refused already
                }
            }
        }
        final List<String> answers = new ArrayList<>();
        for (final RawClient client : clients) {
            try {
                client.send("0\r\n\r\n");
            } catch (final IOException e) {
                answers.add("refused");
            }
            answers.add(client.answer());
        }
        assertThat(answers).anyMatch(answer -> answer.endsWith(Integer.toString(SIZE)));
        assertThat(answers)
                .allMatch(answer -> answer.isEmpty()
                        || answer.equals("refused")
                        || answer.startsWith("HTTP/1.1 200 ")
                        || answer.startsWith("HTTP/1.1 408 ")
                        || answer.startsWith("HTTP/1.1 503 "));
        assertThat(client(server).send(head("/", SIZE) + "x".repeat(SIZE)).answer())
                .endsWith(Integer.toString(SIZE));
    }

    @Test
    void aBodyLargerThanAllBodiesMayBeIs413() throws Exception {
        final RunningServer server = server("30s");
        assertThat(client(server).send(head("/", 512 * 1024)).untilClose()).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void theStartWarnsOfBodiesThatCanNeverHaveRoom() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith")) {
            server("30s");
            assertThat(log.next("rest.max-body-size").getFormattedMessage())
                    .startsWith("Bodies of more than ")
                    .contains("rest.max-buffered-bodies");
        }
    }

    @Test
    void whatClientsThatLeaveHaveHeldIsFreeAgain() throws Exception {
        final RunningServer server = server("60s");
        for (int i = 0; i < 5; i++) {
            try (RawClient client = RawClient.to(server)) {
                client.send(head("/", SIZE) + "x".repeat(SIZE - 1));
            }
        }
        assertThat(client(server).send(head("/", SIZE) + "x".repeat(SIZE)).answer())
                .endsWith(Integer.toString(SIZE));
    }

    @Test
    void bodiesBehindARequestWithoutAnswerAreNotReadBeyondABoundAndAnsweredInOrderLater() throws Exception {
        final RunningServer server = server("30s");
        final int size = 30 * 1024;
        final int count = 1000;
        final ByteBuffer all =
                ByteBuffer.wrap((head("/late", 1) + "x" + (head("/", size) + "x".repeat(size)).repeat(count))
                        .getBytes(StandardCharsets.US_ASCII));
        try (SocketChannel channel = SocketChannel.open(
                new InetSocketAddress("localhost", server.application().port()))) {
            channel.configureBlocking(false);
            while (writeAll(channel, all) > 0) {
                for (int i = 0; i < 100; i++) { // the event loops look at each connection meanwhile
                    server.send("POST", "/", "small", "Content-Type", "text/plain");
                }
            }
            assertThat(all.position()).isLessThan(20 << 20);

            Bodies.answer.onSuccess("done");
            channel.configureBlocking(true);
            final RawClient client = RawClient.over(channel.socket());
            assertThat(client.answer()).endsWith("done");
            while (all.hasRemaining()) {
                channel.write(all);
            }
            for (int i = 0; i < count; i++) {
                assertThat(client.answer()).endsWith("\r\n\r\n" + size);
            }
        }
    }

    /** Writes as much as the connection accepts now. */
    private static int writeAll(final SocketChannel channel, final ByteBuffer bytes) throws IOException {
        int written = 0;
        for (int count = 1; count > 0; written += count) {
            count = channel.write(bytes);
        }
        return written;
    }

    @Test
    void streamsOfHttp2CountInTheSameBudget() throws Exception {
        final RunningServer server = server("30s");
        final Vertx vertx = Vertx.vertx();
        open.add(() -> await(vertx.close()));
        final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port()));
        final CompletableFuture<String> late = post(client, "/late", SIZE);
        assertThat(Bodies.asked.await(20, TimeUnit.SECONDS)).isTrue();

        final List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(post(client, "/", SIZE));
        }
        assertThat(post(client, "/", 10).get(20, TimeUnit.SECONDS)).isEqualTo("10");
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        Bodies.answer.onSuccess("done");
        assertThat(late.get(20, TimeUnit.SECONDS)).isEqualTo("done");
        for (final CompletableFuture<String> answer : waiting) {
            assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo(Integer.toString(SIZE));
        }
    }

    private static CompletableFuture<String> post(final HttpClient client, final String path, final int size) {
        return client.request(HttpMethod.POST, path)
                .map(request -> request.putHeader("Content-Type", "text/plain"))
                .compose((HttpClientRequest request) ->
                        request.send("x".repeat(size)).compose(response -> response.body()))
                .map(Object::toString)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static <T> T await(final io.vertx.core.Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}

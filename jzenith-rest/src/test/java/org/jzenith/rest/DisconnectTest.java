package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Clients that disconnect while their request runs, whatever they have sent behind it. */
final class DisconnectTest {

    private static final String NEVER = "GET /never HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    @Path("/")
    @Produces("text/plain")
    public static final class Waiting {

        static volatile CountDownLatch subscribed = new CountDownLatch(1);
        static volatile CountDownLatch disposed = new CountDownLatch(1);
        static final AtomicInteger CALLS = new AtomicInteger();

        static void reset() {
            subscribed = new CountDownLatch(1);
            disposed = new CountDownLatch(1);
            CALLS.set(0);
        }

        @GET
        public String get() {
            CALLS.incrementAndGet();
            return "fine";
        }

        @POST
        public String post(final String body) {
            CALLS.incrementAndGet();
            return body;
        }

        @GET
        @Path("never")
        public Single<String> never() {
            final CountDownLatch end = disposed;
            return Single.<String>never()
                    .doOnSubscribe(begin -> subscribed.countDown())
                    .doOnDispose(end::countDown);
        }

        @GET
        @Path("stream")
        public Flowable<String> stream() {
            final CountDownLatch end = disposed;
            return Flowable.just("x".repeat(64 * 1024))
                    .concatWith(Flowable.never())
                    .doOnSubscribe(begin -> subscribed.countDown())
                    .doOnCancel(end::countDown);
        }
    }

    private RunningServer server;

    @BeforeEach
    void start() {
        Waiting.reset();
        server = RunningServer.of(
                RestPlugin.withResources(Waiting.class),
                Map.of("rest.request-timeout", "120s", "rest.body-timeout", "120s", "rest.max-body-size", "1M"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String post(final int length) {
        return "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: " + length + "\r\n\r\n";
    }

    static List<Arguments> behind() {
        final List<Arguments> all = new ArrayList<>();
        for (final String first : List.of(NEVER, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")) {
            for (final boolean reset : new boolean[] {false, true}) {
                Stream.of(
                                Arguments.of("nothing", ""),
                                Arguments.of("half a head", "GET / HT"),
                                Arguments.of("half a header", "GET / HTTP/1.1\r\nHo"),
                                Arguments.of("a request", GET),
                                Arguments.of("half a body", post(1000) + "half"),
                                Arguments.of("half a large body", post(300_000) + "x".repeat(40_000)),
                                Arguments.of("a body that is too large", post(2_000_000) + "x".repeat(40_000)),
                                Arguments.of(
                                        "a broken body",
                                        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n"),
                                Arguments.of("garbage", "\u0001 garbage\r\n\r\n\u0000\u00ff"),
                                Arguments.of("60 KB of requests", GET.repeat(60_000 / GET.length())))
                        .forEach(sent -> all.add(Arguments.of(first, reset, sent.get()[0], sent.get()[1])));
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("behind")
    void theRequestIsDisposedAndNothingIsLogged(
            final String first, final boolean reset, final String name, final String behind) throws Exception {
        try (LogLines log = LogLines.open()) {
            final Socket socket = new Socket("localhost", server.application().port());
            try (RawClient client = RawClient.over(socket)) {
                client.send(first);
                assertThat(Waiting.subscribed.await(20, TimeUnit.SECONDS)).isTrue();
                client.send(behind);
                socket.setSoLinger(reset, 0);
            }
            assertThat(Waiting.disposed.await(20, TimeUnit.SECONDS)).isTrue();
            server.close();
            assertThat(log.warnings()).isEmpty();
        }
        assertThat(Waiting.CALLS).hasValue(0);
    }

    /** The native transport tells of it. */
    @ParameterizedTest
    @ValueSource(strings = {NEVER, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n"})
    void aResetIsSeenAlsoWhereNothingIsRead(final String behind) throws Exception {
        assumeThat(server.application().get(Vertx.class).isNativeTransportEnabled())
                .isTrue();
        try (SocketChannel client = SocketChannel.open(
                new InetSocketAddress("localhost", server.application().port()))) {
            client.write(ByteBuffer.wrap(NEVER.getBytes(StandardCharsets.US_ASCII)));
            assertThat(Waiting.subscribed.await(20, TimeUnit.SECONDS)).isTrue();
            client.configureBlocking(false);
            final ByteBuffer bytes = ByteBuffer.wrap((behind + NEVER.repeat(1000)).getBytes(StandardCharsets.US_ASCII));
            long written = System.nanoTime();
            while (System.nanoTime() - written < TimeUnit.MILLISECONDS.toNanos(300)) {
                if (client.write(bytes) > 0) {
                    written = System.nanoTime();
                }
                if (!bytes.hasRemaining()) {
                    bytes.clear();
                }
            }
            client.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        assertThat(Waiting.disposed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    static List<Arguments> halves() {
        final List<Arguments> all = new ArrayList<>();
        for (final boolean reset : new boolean[] {false, true}) {
            Stream.of(
                            "",
                            "GET / HT",
                            "GET / HTTP/1.1\r\n",
                            "GET / HTTP/1.1\r\nHost: a\r\nX-Half",
                            "garbage\r\n\r\n",
                            "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                            GET + "GET / HTTP/1.1\r\nHo",
                            post(1000) + "half",
                            post(2_000_000) + "half",
                            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhal",
                            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n")
                    .forEach(sent -> all.add(Arguments.of(reset, sent)));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("halves")
    void halfARequestIsNotLogged(final boolean reset, final String sent) throws Exception {
        try (LogLines log = LogLines.open()) {
            for (int i = 0; i < 10; i++) {
                final Socket socket =
                        new Socket("localhost", server.application().port());
                try (RawClient client = RawClient.over(socket)) {
                    client.send(sent);
                    socket.setSoLinger(reset, 0);
                }
            }
            server.close();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void aStopDoesNotWaitForAClientThatHasLeftBehindMoreThanIsRead() throws Exception {
        try (LogLines log = LogLines.open()) {
            try (RawClient client = RawClient.to(server)) {
                client.send(NEVER);
                assertThat(Waiting.subscribed.await(20, TimeUnit.SECONDS)).isTrue();
                client.send(GET.repeat(400_000 / GET.length()));
            }
            server.close();
            assertThat(Waiting.disposed.getCount()).isZero();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void whatIsBehindARunningRequestIsAnsweredInItsTurn() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nha");
            client.send("lf" + post(200_000) + "x".repeat(200_000) + GET.repeat(10_000));
            assertThat(client.answer()).endsWith("half");
            assertThat(client.answer()).endsWith("x".repeat(200_000));
            for (int i = 0; i < 10_000; i++) {
                assertThat(client.answer()).endsWith("fine");
            }
        }
        assertThat(Waiting.CALLS).hasValue(10_002);
    }
}

package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients that take their answers slowly, or not at all, over HTTP/1.1 and HTTP/2. */
@InTheClearAndOverTls
final class SlowClientsTest {

    SlowClientsTest(final Transport transport) {
        transport.use();
    }

    private static final int LARGE = 16 * 1024 * 1024;

    @Path("/")
    @Produces("application/octet-stream")
    public static final class Downloads {

        static volatile CountDownLatch cancelled = new CountDownLatch(1);

        @GET
        @Produces("text/plain")
        public String get() {
            return "fine";
        }

        @GET
        @Path("bytes/{length}")
        public Single<Buffer> bytes(@PathParam("length") final int length) {
            return Single.just(Buffer.buffer(new byte[length]));
        }

        @GET
        @Path("endless")
        public Flowable<Buffer> endless() {
            final CountDownLatch end = cancelled;
            return Flowable.fromCallable(() -> Buffer.buffer(new byte[16 * 1024]))
                    .repeat()
                    .doOnCancel(end::countDown);
        }

        @POST
        @Produces("text/plain")
        public String post(final String body) {
            return "read " + body.length();
        }
    }

    private static RunningServer server(final String... settings) {
        Downloads.cancelled = new CountDownLatch(1);
        final Map<String, Object> all = new java.util.HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Downloads.class), all);
    }

    private static String bytes(final int length) {
        return "GET /bytes/" + length + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    /** Takes bytes all the time, but lets the server's buffer be full for longer than the time-out. */
    private static int readSlowly(final InputStream in, final int length, final int millis) throws Exception {
        final byte[] piece = new byte[length / 40];
        int read = 0;
        while (read < length) {
            final int some = in.readNBytes(piece, 0, Math.min(piece.length, length - read));
            if (some == 0) {
                return read;
            }
            read += some;
            new CountDownLatch(1).await(millis / 40, TimeUnit.MILLISECONDS);
        }
        return read;
    }

    @Test
    void aClientThatKeepsReadingGetsAllOfALargeAnswer() throws Exception {
        try (RunningServer server = server("rest.idle-timeout", "2s");
                RawClient client = RawClient.to(server)) {
            assertThat(client.send(bytes(LARGE)).headOnly()).startsWith("HTTP/1.1 200 ");
            assertThat(readSlowly(client.in(), LARGE, 2_400)).isEqualTo(LARGE);
            assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                    .endsWith("fine");
        }
    }

    @Test
    void aClientThatTakesNothingOfAWholeAnswerIsCutOff() throws Exception {
        try (RunningServer server = server("rest.idle-timeout", "300ms", "rest.max-connections", "1");
                RawClient client = RawClient.to(server)) {
            client.send(bytes(LARGE)).headOnly();
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!isAdmitted(server) && System.nanoTime() < end) {
                new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
            }
            assertThat(client.untilClose().length()).isLessThan(LARGE);
        }
    }

    /** Returns true if the server accepts another connection. */
    private static boolean isAdmitted(final RunningServer server) throws IOException {
        try (RawClient other = RawClient.to(server)) {
            return other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer().endsWith("fine");
        } catch (final IOException e) {
            return false; // it was closed while it was opened, or while the request was sent
        }
    }

    @Test
    void anHttp2ClientThatOnlyPingsIsClosed() throws Exception {
        try (RunningServer server = server("rest.idle-timeout", "300ms");
                RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.get(1, "/");
            RawHttp2Client.Frame frame = client.next();
            while (frame != null && frame.type() != RawHttp2Client.GOAWAY) {
                new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
                client.ping();
                frame = client.next();
            }
            assertThat(frame).as("a GOAWAY").isNotNull();
            assertThat(client.untilClose()).isEmpty();
        }
    }

    @Test
    void aStreamOfWhichTheClientTakesNothingIsReset() throws Exception {
        try (RunningServer server = server("rest.idle-timeout", "300ms");
                RawHttp2Client client = RawHttp2Client.to(server, 0)) {
            client.get(1, "/bytes/1000000");
            client.get(3, "/endless");
            final List<Integer> reset = new ArrayList<>();
            while (reset.size() < 2) {
                final RawHttp2Client.Frame frame = client.next();
                assertThat(frame).as("frame after resets of " + reset).isNotNull();
                new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS); // more pings would be a flood
                client.ping();
                if (frame.type() == RawHttp2Client.RST_STREAM) {
                    reset.add(frame.stream());
                }
            }
            assertThat(reset).containsExactlyInAnyOrder(1, 3);
            assertThat(Downloads.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aStreamWhoseClientKeepsTakingIsNotReset() throws Exception {
        try (RunningServer server = server("rest.idle-timeout", "2s");
                RawHttp2Client client = RawHttp2Client.to(server, 0)) {
            final int length = 800_000;
            client.get(1, "/bytes/" + length);
            int read = 0;
            while (read < length) {
                client.windowUpdate(0, 32 * 1024);
                client.windowUpdate(1, 32 * 1024);
                final int goal = Math.min(length, read + 32 * 1024);
                while (read < goal) {
                    final RawHttp2Client.Frame frame = client.next();
                    assertThat(frame).as("a frame after " + read + " bytes").isNotNull();
                    assertThat(frame.type()).isNotEqualTo(RawHttp2Client.RST_STREAM);
                    read += frame.type() == RawHttp2Client.DATA ? frame.payload().length : 0;
                }
                new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
            }
            assertThat(read).isEqualTo(length);
        }
    }

    @Test
    void aStreamThatItsClientResetsLeavesTheOthersAlone() throws Exception {
        try (RunningServer server = server();
                RawHttp2Client client = RawHttp2Client.to(server, 0)) {
            client.get(1, "/endless");
            client.get(3, "/bytes/1000");
            assertThat(client.next(RawHttp2Client.HEADERS)).isNotNull();
            assertThat(client.next(RawHttp2Client.HEADERS)).isNotNull();
            client.reset(1);
            assertThat(Downloads.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
            client.windowUpdate(3, 2000);
            assertThat(client.next(RawHttp2Client.DATA).stream()).isEqualTo(3);
        }
    }

    @Test
    void answersThatWaitForClientsHaveABudgetOverAllStreams() throws Exception {
        try (RunningServer server = server("rest.max-buffered-responses", "4M", "rest.idle-timeout", "60s");
                RawHttp2Client client = RawHttp2Client.to(server, 0)) {
            for (int i = 0; i < 8; i++) {
                client.get(2 * i + 1, "/bytes/1000000");
            }
            assertThat(client.next(RawHttp2Client.RST_STREAM))
                    .as("the reset of the stalest stream")
                    .isNotNull();
            RunningServer.Answer answer = server.get("/");
            while (answer.status() != 200) {
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                answer = server.get("/");
            }
        }
    }

    @Test
    void theBudgetIsTheSameAfterHttp2ClientsHaveLeft() throws Exception {
        try (RunningServer server =
                server("rest.max-buffered-responses", "4M", "rest.idle-timeout", "60s", "rest.instances", "1")) {
            for (int i = 0; i < 4; i++) {
                try (RawHttp2Client client = RawHttp2Client.to(server, 0)) {
                    for (int stream = 0; stream < 3; stream++) {
                        client.get(2 * stream + 1, "/bytes/1000000");
                    }
                    for (int stream = 0; stream < 3; stream++) {
                        assertThat(client.next(RawHttp2Client.HEADERS)).isNotNull();
                    }
                }
            }
            try (RawHttp2Client client = RawHttp2Client.to(server, 0)) {
                for (int stream = 0; stream < 8; stream++) {
                    client.get(2 * stream + 1, "/bytes/1000000");
                }
                assertThat(client.next(RawHttp2Client.RST_STREAM))
                        .as("the reset of the stalest stream")
                        .isNotNull();
            }
        }
    }

    @Test
    void answersThatWaitForClientsHaveABudgetOverAllConnections() throws Exception {
        final int length = 16 * 1024 * 1024;
        try (RunningServer server = server("rest.max-buffered-responses", "20M", "rest.idle-timeout", "60s")) {
            final List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                final RawClient client = RawClient.to(server);
                clients.add(client);
                client.send(bytes(length));
            }
            RunningServer.Answer answer = server.get("/");
            while (answer.status() == 503) {
                answer = server.get("/");
            }
            assertThat(answer.status()).isEqualTo(200);
            int whole = 0;
            int refused = 0;
            for (final RawClient client : clients) {
                final String head = client.headOnly();
                if (head.startsWith("HTTP/1.1 503 ")) {
                    refused++;
                } else if (readAll(client.in(), length) == length) {
                    whole++;
                }
                client.close();
            }
            assertThat(whole).isPositive().isLessThan(4);
            assertThat(whole + refused).isLessThanOrEqualTo(4);
        }
    }

    private static int readAll(final InputStream in, final int length) {
        try {
            return in.readNBytes(length).length;
        } catch (final java.io.IOException e) {
            return -1;
        }
    }

    @Test
    void aRequestRefusedBeforeItsBodyEndsIsResetAfterTheAnswer() throws Exception {
        try (RunningServer server = server("rest.max-body-size", "1K");
                RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.begin(1, "POST", "/");
            client.data(1, 4096);
            RawHttp2Client.Frame frame = client.next();
            while (frame != null && !frame.endsStream()) {
                frame = client.next();
            }
            assertThat(frame).as("the end of the answer").isNotNull();
            final RawHttp2Client.Frame reset = client.next(RawHttp2Client.RST_STREAM);
            assertThat(reset).as("a reset").isNotNull();
            assertThat(reset.stream()).isEqualTo(1);
            assertThat(reset.number()).as("NO_ERROR").isZero();
            client.get(3, "/");
            assertThat(client.next(RawHttp2Client.HEADERS).stream()).isEqualTo(3);
        }
    }

    @Test
    void aGatewayWhoseRequestsAreRefusedKeepsItsConnection() throws Exception {
        try (RunningServer server = server("rest.max-body-size", "1K", "rest.http2.max-resets", "20");
                RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            for (int stream = 1; stream < 600; stream += 2) {
                client.begin(stream, "BREW", "/");
                if (stream > 16) { // each ends the earliest of eight that are read on
                    final RawHttp2Client.Frame reset = client.next(RawHttp2Client.RST_STREAM);
                    assertThat(reset).as("the reset before stream " + stream).isNotNull();
                    assertThat(reset.stream()).isEqualTo(stream - 16);
                    assertThat(reset.number()).as("NO_ERROR").isZero();
                }
            }
            client.get(601, "/");
            assertThat(client.next(RawHttp2Client.HEADERS).stream()).isEqualTo(601);
        }
    }

    @Test
    void aGetWhoseStreamNeverEndsIsAnsweredAndReset() throws Exception {
        try (RunningServer server = server();
                RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.begin(1, "GET", "/");
            assertThat(client.next(RawHttp2Client.HEADERS)).isNotNull();
            assertThat(client.next(RawHttp2Client.RST_STREAM).number()).isZero();
        }
    }
}

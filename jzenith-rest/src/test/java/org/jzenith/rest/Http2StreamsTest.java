package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Frames for streams that have ended, and streams that the server must reset (RFC 9113, 5.1 and 5.4). */
@InTheClearAndOverTls
final class Http2StreamsTest {

    private static final int NO_ERROR = 0;
    private static final int PROTOCOL_ERROR = 1;
    private static final int STREAM_CLOSED = 5;
    private static final int REFUSED_STREAM = 7;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int END_STREAM = 1;
    private static final int WINDOW = 65_535;

    /** The largest number of streams that are read on after their response has ended before their request. */
    private static final int LINGERING = 8;

    @Path("/")
    @Produces("text/plain")
    public static final class Answers {

        static final AtomicInteger RUNNING = new AtomicInteger();

        @GET
        public String get() {
            return "fine";
        }

        @POST
        public String post(final String body) {
            return body;
        }

        @GET
        @Path("never")
        public Single<String> never() {
            RUNNING.incrementAndGet();
            return Single.<String>never().doOnDispose(RUNNING::decrementAndGet);
        }

        @POST
        @Path("never")
        public Single<String> neverAfter(final String body) {
            return never();
        }
    }

    private static RunningServer server;
    private static LogLines log;

    private final Transport transport;

    Http2StreamsTest(final Transport transport) {
        this.transport = transport;
    }

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        log = LogLines.open();
        server = RunningServer.of(RestPlugin.withResources(Answers.class), Map.of("rest.instances", 1));
    }

    @AfterEach
    void nothingIsLeftBehind() {
        Await.until("no request runs", () -> Answers.RUNNING.get() == 0);
        assertThat(log.warnings()).isEmpty();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
        assertThat(log.warnings()).isEmpty();
        log.close();
    }

    private static void answered(final RawHttp2Client client, final int stream) throws IOException {
        client.get(stream, "/");
        RawHttp2Client.Frame frame = client.next();
        while (frame != null && !(frame.stream() == stream && frame.endsStream())) {
            frame = client.next();
        }
        assertThat(frame).as("the answer on %s", stream).isNotNull();
    }

    private static int goAway(final RawHttp2Client client) throws IOException {
        final RawHttp2Client.Frame end = client.next(RawHttp2Client.GOAWAY);
        assertThat(end).as("a GOAWAY").isNotNull();
        final int error = end.number(4);
        assertThat(client.untilClose()).allMatch(frame -> frame.type() != RawHttp2Client.HEADERS);
        return error;
    }

    @Test
    void aStreamBeyondTheLimitIsRefusedAndTheConnectionStays() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            for (int stream = 1; stream < 202; stream += 2) {
                client.get(stream, "/never");
            }
            final RawHttp2Client.Frame refused = client.next(RawHttp2Client.RST_STREAM);
            assertThat(refused.stream()).isEqualTo(201);
            assertThat(refused.number(0)).isEqualTo(REFUSED_STREAM);
            client.reset(1);
            answered(client, 203);
        }
    }

    @Test
    void aSkippedStreamCannotBegin() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            answered(client, 1);
            answered(client, 7);
            client.get(5, "/");
            assertThat(goAway(client)).isEqualTo(PROTOCOL_ERROR);
        }
    }

    @ParameterizedTest
    @CsvSource({"headers, false", "headers, true", "data, false", "data, true"})
    void aStreamThatTheClientHasEndedGoesNotOn(final String frame, final boolean reset) throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            if (reset) {
                client.begin(1, "POST", "/");
                client.reset(1);
            }
            answered(client, 3);
            if (frame.equals("data")) {
                client.data(reset ? 1 : 3, 10);
            } else {
                client.get(reset ? 1 : 3, "/");
            }
            assertThat(goAway(client)).isEqualTo(STREAM_CLOSED);
        }
    }

    /** Netty says PROTOCOL_ERROR for HEADERS where RFC 9113, 5.1, says STREAM_CLOSED. */
    @ParameterizedTest
    @CsvSource({"headers, 1", "data, 5"})
    void aRequestThatHasEndedGoesNotOn(final String frame, final int error) throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.get(1, "/never");
            if (frame.equals("data")) {
                client.data(1, 10);
            } else {
                client.get(1, "/never");
            }
            final RawHttp2Client.Frame end = client.next(RawHttp2Client.RST_STREAM);
            assertThat(end).isNotNull();
            assertThat(end.stream()).isEqualTo(1);
            assertThat(end.number()).isEqualTo(error);
            answered(client, 3);
        }
    }

    /** Begins refused uploads that stay open, so that each further one ends the earliest of them. */
    private static void beginLingering(final RawHttp2Client client) throws IOException {
        for (int upload = 0; upload < LINGERING; upload++) {
            client.begin(2 * upload + 1, "POST", "/nowhere");
        }
    }

    private static void nextIsReset(final RawHttp2Client client, final int stream) throws IOException {
        final RawHttp2Client.Frame end = client.next(RawHttp2Client.RST_STREAM);
        assertThat(end).as("the reset of %s", stream).isNotNull();
        assertThat(end.stream()).isEqualTo(stream);
        assertThat(end.number()).isEqualTo(NO_ERROR);
    }

    /** The client cannot know of the refusal yet: it is no violation, and needs no further reset. */
    @Test
    void whatIsOnItsWayOfARefusedUploadIsIgnored() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            beginLingering(client);
            for (int upload = 0; upload < 300; upload++) {
                final int stream = 2 * upload + 1;
                client.begin(stream + 2 * LINGERING, "POST", "/nowhere");
                nextIsReset(client, stream);
                client.data(stream, 100);
                client.data(stream, 100);
                client.write(RawHttp2Client.DATA, END_STREAM, stream, new byte[100]);
            }
            answered(client, 1001);
        }
    }

    /** The earliest are no longer known by their number. */
    @Test
    void whatIsOnItsWayOfManyRefusedUploadsIsIgnored() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.windowUpdate(0, 1_000_000);
            beginLingering(client);
            for (int upload = 0; upload < 600; upload++) {
                client.begin(2 * (upload + LINGERING) + 1, "POST", "/nowhere");
                nextIsReset(client, 2 * upload + 1);
            }
            for (int upload = 0; upload < 600; upload++) {
                client.data(2 * upload + 1, 100);
            }
            answered(client, 1301);
        }
    }

    /**
     * Many clients look for the answer only when they have sent the request (JDK 17, curl 7.88). The body is larger than the windows,
     * and small enough for the two seconds in which it is read.
     */
    @Test
    void aClientThatSendsItsWholeBodyGetsTheAnswerThatEndsBefore() throws Exception {
        assumeThat(transport).isEqualTo(Transport.TLS);
        final HttpClient client = HttpClient.newBuilder()
                .sslContext(Transport.clientContext())
                .version(HttpClient.Version.HTTP_2)
                .build();
        final HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(server.application().uri() + "/nowhere"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[300_000]))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.statusCode()).isEqualTo(404);
    }

    @Test
    void aRefusedUploadThatEndsInTimeIsNotReset() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.begin(1, "POST", "/nowhere");
            RawHttp2Client.Frame frame = client.next(RawHttp2Client.HEADERS);
            client.write(RawHttp2Client.DATA, END_STREAM, 1, new byte[100]);
            client.begin(3, "POST", "/nowhere"); // stands still, so that its reset comes later than one of the first
            while (frame.type() != RawHttp2Client.RST_STREAM) {
                frame = client.next();
                assertThat(frame).isNotNull();
            }
            assertThat(frame.stream()).isEqualTo(3);
            answered(client, 5);
        }
    }

    @Test
    void aRefusedUploadThatStandsStillIsResetAfterTwoSeconds() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            final long begin = System.nanoTime();
            client.begin(1, "POST", "/nowhere");
            nextIsReset(client, 1);
            assertThat(System.nanoTime() - begin).isBetween(TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(20));
            answered(client, 3);
        }
    }

    /** Sends as fast as the windows allow. A reset after 2 s would also come for fewer bytes, so the test compares the time. */
    @Test
    void aRefusedUploadIsResetAfter32MiB() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            final long begin = System.nanoTime();
            client.begin(1, "POST", "/nowhere");
            final byte[] piece = RawHttp2Client.frame(RawHttp2Client.DATA, 0, 1, new byte[16_384]);
            long ofStream = WINDOW;
            long ofConnection = WINDOW;
            long sent = 0;
            RawHttp2Client.Frame frame = client.next();
            while (frame != null && frame.type() != RawHttp2Client.RST_STREAM) {
                if (frame.type() == RawHttp2Client.WINDOW_UPDATE && frame.stream() == 0) {
                    ofConnection += frame.number();
                } else if (frame.type() == RawHttp2Client.WINDOW_UPDATE) {
                    ofStream += frame.number();
                }
                while (Math.min(ofStream, ofConnection) >= 16_384) {
                    client.send(piece);
                    ofStream -= 16_384;
                    ofConnection -= 16_384;
                    sent += 16_384;
                }
                frame = client.next();
            }
            assertThat(frame).as("a reset").isNotNull();
            assertThat(frame.number()).isEqualTo(NO_ERROR);
            if (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2)) {
                assertThat(sent).isBetween(32L * 1024 * 1024, 32L * 1024 * 1024 + 2 * 65_536);
            } else {
                assertThat(sent).isBetween(1_000_000L, 32L * 1024 * 1024 + 2 * 65_536);
            }
            answered(client, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aClientThatGoesOnWithAResetStreamIsNotReadForEver(final int length) throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.begin(1, "POST", "/nowhere");
            assertThat(client.next(RawHttp2Client.RST_STREAM).number()).isEqualTo(NO_ERROR);
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            assertThatThrownBy(() -> {
                        while (System.nanoTime() < end) {
                            client.data(1, length);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    /** The reset waits in the same turn of the event loop, or because the client takes nothing. */
    @Test
    void whatFollowsAResetIsNotLogged() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            final byte[] begun = RawHttp2Client.frame(RawHttp2Client.HEADERS, 4, 1, new byte[] {(byte) 0x84});
            final byte[] data = RawHttp2Client.frame(RawHttp2Client.DATA, 0, 1, new byte[1]);
            final ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(begun); // without a method
            for (int i = 0; i < 200; i++) {
                all.writeBytes(data);
            }
            client.send(all.toByteArray());
            assertThat(client.next(RawHttp2Client.RST_STREAM).number()).isEqualTo(PROTOCOL_ERROR);
            answered(client, 3);
        }
        assertThat(log.events()).noneMatch(event -> event.getLoggerName().startsWith("io.netty"));
    }

    /** A field of 4,000 bytes that one byte repeats. */
    @Test
    void headersThatGrowWhenTheyAreReadEndTheConnection() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            final ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.writeBytes(new byte[] {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x41, 1, 'a'});
            block.writeBytes(new byte[] {0x40, 1, 'b', 0x7f, (byte) 0xa1, 0x1e}); // 127 + 3873
            block.writeBytes("x".repeat(4000).getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 10_000; i++) {
                block.write(0xbe);
            }
            client.write(RawHttp2Client.HEADERS, 5, 1, block.toByteArray());
            assertThat(goAway(client)).isEqualTo(PROTOCOL_ERROR);
        }
    }

    /** Makes the server reset a stream with a running request (CVE-2025-8671). */
    private static void makeReset(final RawHttp2Client client, final String kind, final int stream) throws IOException {
        switch (kind) {
            case "window update of 0" -> {
                client.get(stream, "/never");
                client.windowUpdate(stream, 0);
            }
            case "window too large" -> {
                client.get(stream, "/never");
                client.windowUpdate(stream, Integer.MAX_VALUE);
            }
            case "priority of itself" -> {
                client.get(stream, "/never");
                client.write(RawHttp2Client.PRIORITY_FRAME, 0, stream, new byte[] {
                    0, 0, (byte) (stream >> 8), (byte) stream, 9
                });
            }
            case "priority of 4 bytes" -> {
                client.get(stream, "/never");
                client.write(RawHttp2Client.PRIORITY_FRAME, 0, stream, new byte[4]);
            }
            case "headers again" -> {
                client.get(stream, "/never");
                client.get(stream, "/never");
            }
            case "data after the end" -> {
                client.get(stream, "/never");
                client.data(stream, 1);
            }
            case "data beyond the length" -> {
                client.fields(
                        stream,
                        ":method",
                        "POST",
                        ":scheme",
                        "http",
                        ":path",
                        "/never",
                        ":authority",
                        "a",
                        "content-length",
                        "5");
            }
            case "no method" -> client.fields(stream, ":scheme", "http", ":path", "/", ":authority", "a");
            default -> throw new IllegalArgumentException(kind);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window update of 0",
                "window too large",
                "priority of itself",
                "priority of 4 bytes",
                "headers again",
                "data after the end",
                "data beyond the length",
                "no method"
            })
    void streamsThatTheServerMustResetAreLimited(final String kind) throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            int sent = 0;
            RawHttp2Client.Frame frame = null;
            while (sent < 201 && (frame == null || frame.type() == RawHttp2Client.RST_STREAM)) {
                makeReset(client, kind, 2 * sent + 1);
                sent++;
                frame = client.next();
                while (frame != null
                        && frame.type() != RawHttp2Client.RST_STREAM
                        && frame.type() != RawHttp2Client.GOAWAY) {
                    frame = client.next();
                }
                if (frame != null && frame.type() == RawHttp2Client.RST_STREAM) {
                    assertThat(frame.stream()).isEqualTo(2 * sent - 1);
                }
            }
            assertThat(sent).isEqualTo(201);
            assertThat(goAway(client)).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    @Test
    void resetsOfTheClientAreLimited() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            for (int i = 0; i < 200; i++) {
                client.get(2 * i + 1, "/never");
                client.reset(2 * i + 1);
            }
            answered(client, 1001);
            client.get(1003, "/never");
            client.reset(1003);
            assertThat(goAway(client)).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    /** Sends HTTP/1 after ALPN has chosen HTTP/2: the server neither reads the request nor upgrades. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                        + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\rX",
                "INVALID CONNECTION PREFACE\r\n\r\n",
                "\r\n"
            })
    void aClientThatChoosesHttp2ByAlpnMustSpeakIt(final String sent) throws Exception {
        assumeThat(transport).isEqualTo(Transport.TLS);
        try (Socket socket = Transport.connect(server, "h2")) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            final byte[] answer = new DataInputStream(socket.getInputStream()).readAllBytes();
            assertThat(answer).hasSize(26);
            assertThat(List.of(answer[3], answer[12], answer[25])).containsExactly((byte) 4, (byte) 7, (byte) 1);
        }
    }
}

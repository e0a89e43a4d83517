package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Frames that cost the server more than the client (RFC 9113, 10.5). */
@InTheClearAndOverTls
final class Http2FloodTest {

    Http2FloodTest(final Transport transport) {
        transport.use();
    }

    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int WINDOW = 16 * 1024;
    private static final int UNREAD_CLIENTS = 6;
    private static final int UNREAD_FRAMES = 8_000;

    /** Twice what 8,000 joined frames take; without joining, they take 1,200 KiB. */
    private static final int MOST_UNREAD_KIB = 500;

    private static final int LARGE = 2 * 1024 * 1024;

    @Path("/")
    public static final class Small {

        @GET
        public String get() {
            return "fine";
        }

        @GET
        @Path("large")
        public String large() {
            return "x".repeat(LARGE);
        }

        @GET
        @Path("small-elements")
        @Produces("application/x-ndjson")
        public Flowable<String> smallElements() {
            return Flowable.range(0, LARGE / 1024).map(i -> "a".repeat(1021));
        }

        @POST
        public String post(final String body) {
            return body;
        }

        @POST
        @Path("unread")
        public Single<String> unread(final Flowable<Buffer> body) {
            return Single.never();
        }

        @POST
        @Path("slow")
        public Single<String> slow(final Flowable<Buffer> body) {
            return body.concatMapEager(piece -> Flowable.just(piece).delay(1, TimeUnit.MILLISECONDS), 1, 1)
                    .reduce(Buffer.buffer(), Buffer::appendBuffer)
                    .map(all -> all.length() + " " + all.toString().hashCode());
        }

        @POST
        @Path("until-x")
        public Single<String> untilX(final Flowable<Buffer> body) {
            return body.concatMapEager(piece -> Flowable.just(piece).delay(1, TimeUnit.MILLISECONDS), 1, 1)
                    .filter(piece -> piece.toString().contains("x"))
                    .firstOrError()
                    .map(Buffer::toString);
        }

        @POST
        @Path("length")
        public Single<String> length(final Flowable<Buffer> body) {
            return body.reduce(0, (length, piece) -> length + piece.length()).map(String::valueOf);
        }
    }

    private static RunningServer server;

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(RestPlugin.withResources(Small.class), Map.of("rest.instances", 1));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    /** Sends one frame of a flood. */
    private static void send(final RawHttp2Client client, final String kind) throws IOException {
        switch (kind) {
            case "ping" -> client.write(RawHttp2Client.PING, 0, 0, new byte[8]);
            case "ping acknowledgement" -> client.write(RawHttp2Client.PING, 1, 0, new byte[8]);
            case "settings" -> client.write(RawHttp2Client.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, -1, -1});
            case "empty settings" -> client.write(RawHttp2Client.SETTINGS, 0, 0, new byte[0]);
            case "settings acknowledgement" -> client.write(RawHttp2Client.SETTINGS, 1, 0, new byte[0]);
            case "goaway" -> client.write(RawHttp2Client.GOAWAY, 0, 0, new byte[8]);
            case "priority" -> client.write(RawHttp2Client.PRIORITY_FRAME, 0, 3, new byte[] {0, 0, 0, 1, 9});
            case "window update of the connection" -> client.windowUpdate(0, 1);
            case "window update of a stream" -> client.windowUpdate(1, 1);
            case "unknown" -> client.write(RawHttp2Client.UNKNOWN, 0, 0, new byte[] {1, 2, 3});
            case "empty data" -> client.data(1, 0);
            case "padded empty data" -> client.write(RawHttp2Client.DATA, 8, 1, new byte[] {3, 0, 0, 0});
            default -> throw new IllegalArgumentException(kind);
        }
    }

    /** Each would be an object of 150 bytes until it is read. Padding counts as read when it comes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255})
    void smallFramesOfBodiesThatNobodyReadsTakeTheirBytes(final int padding) throws Exception {
        final byte[] payload = new byte[1 + 1 + padding];
        payload[0] = (byte) padding;
        final List<RawHttp2Client> clients = new ArrayList<>();
        try {
            final long before = Heap.used();
            for (int i = 0; i < UNREAD_CLIENTS; i++) {
                final RawHttp2Client client = RawHttp2Client.to(server, WINDOW);
                clients.add(client);
                client.begin(1, "POST", "/unread");
                for (int sent = 0; sent < UNREAD_FRAMES; sent++) {
                    client.write(RawHttp2Client.DATA, 8, 1, payload);
                }
                client.get(3, "/");
                assertThat(client.status()).isEqualTo(200);
            }
            assertThat((Heap.used() - before) / UNREAD_CLIENTS / 1024)
                    .as("KiB for %s frames", UNREAD_FRAMES)
                    .isLessThan(MOST_UNREAD_KIB);
        } finally {
            for (final RawHttp2Client client : clients) {
                client.close();
            }
        }
    }

    /** A client that sends each element in a frame of its own, and waits when the window is full. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 1023})
    void smallFramesOfABodyThatIsReadSlowlyArriveWholeAndInOrder(final int length) throws Exception {
        final int frames = Math.min(5_000, 60_000 / length);
        final StringBuilder expected = new StringBuilder();
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.begin(1, "POST", "/slow");
            for (int i = 0; i < frames; i++) {
                final String text = String.valueOf((char) ('a' + i % 26)).repeat(length);
                expected.append(text);
                client.write(RawHttp2Client.DATA, 0, 1, text.getBytes(StandardCharsets.US_ASCII));
            }
            client.write(RawHttp2Client.DATA, 1, 1, new byte[] {'.'});
            final RawHttp2Client.Frame answer = client.next(RawHttp2Client.DATA);
            assertThat(answer).isNotNull();
            assertThat(new String(answer.payload(), StandardCharsets.US_ASCII))
                    .isEqualTo(expected.append('.').length() + " "
                            + expected.toString().hashCode());
        }
    }

    /** Small frames that wait are read before the client sends more. */
    @Test
    void smallFramesArriveWhenThoseBeforeAreRead() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.begin(1, "POST", "/until-x");
            for (int i = 0; i < 300; i++) {
                client.data(1, 1);
            }
            client.write(RawHttp2Client.DATA, 0, 1, new byte[] {'x'});
            assertThat(client.status()).isEqualTo(200);
        }
    }

    /** A proxy may send the uploads of many clients over one connection. */
    @Test
    void framesOfManyStreamsThatNobodyReadsEndNothingIfTheyAreLarge() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            for (int stream = 1; stream < 61; stream += 2) {
                client.begin(stream, "POST", "/unread");
                for (int i = 0; i < 100; i++) {
                    client.data(stream, 600);
                }
            }
            client.get(61, "/");
            assertThat(client.status()).isEqualTo(200);
        }
    }

    @Test
    void smallFramesOfBodiesThatAreReadEndNothing() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.begin(1, "POST", "/unread");
            for (int i = 0; i < 1500; i++) {
                client.data(1, 1);
            }
            for (int stream = 3; stream < 9; stream += 2) {
                client.begin(stream, "POST", "/length");
                for (int i = 0; i < 3000; i++) {
                    client.data(stream, 2);
                }
                client.write(RawHttp2Client.DATA, 1, stream, new byte[1]);
                final RawHttp2Client.Frame answer = client.next(RawHttp2Client.DATA);
                assertThat(answer).isNotNull();
                assertThat(new String(answer.payload(), StandardCharsets.US_ASCII))
                        .isEqualTo("6001");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ping, 1000",
        "ping acknowledgement, 1000",
        "settings, 1000",
        "empty settings, 1000",
        "settings acknowledgement, 1000",
        "goaway, 1000",
        "priority, 1000",
        "window update of the connection, 1000",
        "window update of a stream, 1000",
        "unknown, 1000",
        "empty data, 2",
        "padded empty data, 2"
    })
    void aFloodEndsItsConnectionAlone(final String kind, final int allowed) throws Exception {
        final long before = server.gauge("rest.http2-floods").used();
        try (LogLines log = LogLines.open();
                RawHttp2Client other = RawHttp2Client.to(server, WINDOW);
                RawHttp2Client flood = RawHttp2Client.to(server, WINDOW)) {
            flood.begin(1, "POST", "/");
            for (int i = 0; i < allowed - 50 || i < Math.min(2, allowed); i++) {
                send(flood, kind);
            }
            flood.get(3, "/");
            RawHttp2Client.Frame answer = flood.next(RawHttp2Client.DATA);
            assertThat(answer).as("the answer beside %s frames", allowed).isNotNull();
            assertThat(answer.payload()).isEqualTo("fine".getBytes(StandardCharsets.US_ASCII));
            try {
                for (int i = 0; i < 200; i++) {
                    send(flood, kind);
                }
            } catch (final IOException e) {
                // closed already
            }
            final RawHttp2Client.Frame end = flood.next(RawHttp2Client.GOAWAY);
            if (end != null) { // it may be lost with what is still on its way
                assertThat(end.number(4)).isEqualTo(ENHANCE_YOUR_CALM);
                assertThat(flood.untilClose()).allMatch(frame -> frame.type() != RawHttp2Client.DATA);
            }
            other.get(1, "/");
            assertThat(other.next(RawHttp2Client.DATA).payload()).isEqualTo("fine".getBytes(StandardCharsets.US_ASCII));
            assertThat(log.warnings()).isEmpty();
            Await.until("it is counted", () -> server.gauge("rest.http2-floods").used() == before + 1);
        }
    }

    @Test
    void headersInManyPiecesEndTheConnection() throws Exception {
        try (RawHttp2Client flood = RawHttp2Client.to(server, WINDOW)) {
            flood.write(RawHttp2Client.HEADERS, 1, 1, new byte[] {(byte) 0x82});
            try {
                for (int i = 0; i < 10_000; i++) {
                    flood.write(RawHttp2Client.CONTINUATION, 0, 1, new byte[0]);
                }
            } catch (final IOException e) {
                // closed already
            }
            assertThat(flood.untilClose()).noneMatch(frame -> frame.type() == RawHttp2Client.HEADERS);
        }
    }

    @Test
    void headersWithoutEndAreLimited() throws Exception {
        try (RawHttp2Client flood = RawHttp2Client.to(server, WINDOW)) {
            flood.write(RawHttp2Client.HEADERS, 1, 1, new byte[] {(byte) 0x82});
            final byte[] fields = new byte[8000];
            for (int i = 0; i < fields.length; i += 4) {
                fields[i + 1] = 1; // a field with a name and a value of a byte each
                fields[i + 2] = 'a';
            }
            try {
                for (int i = 0; i < 1000; i++) {
                    flood.write(RawHttp2Client.CONTINUATION, 0, 1, fields);
                }
            } catch (final IOException e) {
                // closed already
            }
            assertThat(flood.untilClose()).noneMatch(frame -> frame.type() == RawHttp2Client.DATA);
        }
    }

    /** A byte for each window update would keep a stream for ever. */
    @Test
    void aWindowThatGrowsByteByByteEndsTheConnection() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, 0)) {
            client.get(1, "/large");
            try {
                for (int i = 0; i < 2000; i++) {
                    client.windowUpdate(1, 1);
                }
            } catch (final IOException e) {
                // closed already
            }
            assertThat(client.untilClose().stream()
                            .filter(frame -> frame.type() == RawHttp2Client.DATA)
                            .mapToInt(frame -> frame.payload().length)
                            .sum())
                    .isLessThan(2000);
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, /large", "16384, /large", "16384, /small-elements"})
    void aClientThatGivesBackTheWindowOfEachFrameIsNoFlood(final int window, final String path) throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, window)) {
            client.get(1, path);
            int received = 0;
            RawHttp2Client.Frame frame = client.next(RawHttp2Client.DATA);
            while (frame != null) {
                received += frame.payload().length;
                if (frame.endsStream()) {
                    break;
                }
                client.windowUpdate(0, frame.payload().length);
                client.windowUpdate(1, frame.payload().length);
                frame = client.next(RawHttp2Client.DATA);
            }
            assertThat(received).isEqualTo(LARGE);
        }
    }
}

package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of streams: each kind over each version of HTTP, in the clear and over TLS. */
@InTheClearAndOverTls
final class StreamTableTest {

    private static final int PIECE = 1000;
    private static final String TEXT = "x".repeat(PIECE);
    private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.US_ASCII);

    /** The most bytes that kernel, connection and stream may buffer; loopback buffers some megabytes. */
    private static final long MOST_AHEAD = 24_000_000;

    /** The pieces before the failure: more than wait for others. */
    private static final int GOOD_PIECES = 100;

    /** Pieces that do not wait for others in 16 KiB. */
    private static final int MORE_THAN_WAITS = 20;

    /** More violations of HTTP/2 than a client may cause. */
    private static final int MANY_FAILURES = 250;

    private static final int CANCEL = 8;
    private static final int WINDOW = 1 << 20;

    public record Row(String text) {}

    /** Each path has a kind of source and says after how many pieces it fails; -1 for never. */
    @Path("/")
    public static final class Sources {

        static final AtomicLong EMITTED = new AtomicLong();
        static volatile CountDownLatch ended = new CountDownLatch(1);

        private static <T> Flowable<T> source(final int failAfter, final T element) {
            final CountDownLatch end = ended;
            return Flowable.rangeLong(0, 1_000_000_000)
                    .map(number -> {
                        next(number, failAfter);
                        return element;
                    })
                    .doFinally(end::countDown);
        }

        /** Counts a piece, or fails. */
        private static void next(final long number, final int failAfter) {
            if (number == failAfter) {
                throw new BadRequestException("on purpose");
            }
            EMITTED.addAndGet(PIECE);
        }

        @GET
        @Path("array/{fail}")
        @Produces("application/json")
        public Flowable<Row> array(@PathParam("fail") final int fail) {
            return source(fail, new Row(TEXT));
        }

        @GET
        @Path("lines/{fail}")
        @Produces("application/x-ndjson")
        public Flowable<Row> lines(@PathParam("fail") final int fail) {
            return source(fail, new Row(TEXT));
        }

        @GET
        @Path("emitted-array/{fail}")
        @Produces("application/json")
        public Flowable<Row> emittedArray(@PathParam("fail") final int fail) {
            return source(fail, new Row(TEXT)).hide();
        }

        @GET
        @Path("emitted-lines/{fail}")
        @Produces("application/x-ndjson")
        public Flowable<Row> emittedLines(@PathParam("fail") final int fail) {
            return source(fail, new Row(TEXT)).hide();
        }

        @GET
        @Path("csv/{fail}")
        @Produces("text/csv")
        public Flowable<Row> csv(@PathParam("fail") final int fail) {
            return source(fail, new Row(TEXT));
        }

        @GET
        @Path("events/{fail}")
        @Produces("text/event-stream")
        public Flowable<OutboundSseEvent> events(@PathParam("fail") final int fail) {
            return source(fail, new org.jzenith.rest.internal.sse.ServerSentEvents().newEvent(TEXT));
        }

        @GET
        @Path("strings/{fail}")
        @Produces("text/plain")
        public Flowable<String> strings(@PathParam("fail") final int fail) {
            return source(fail, TEXT);
        }

        @GET
        @Path("buffers/{fail}")
        @Produces("application/octet-stream")
        public Flowable<Buffer> buffers(@PathParam("fail") final int fail) {
            return source(fail, Buffer.buffer(TEXT));
        }

        @GET
        @Path("byte-arrays/{fail}")
        @Produces("application/octet-stream")
        public Flowable<byte[]> byteArrays(@PathParam("fail") final int fail) {
            return source(fail, BYTES);
        }

        @GET
        @Path("streaming-output/{fail}")
        @Produces("application/octet-stream")
        public StreamingOutput output(@PathParam("fail") final int fail) {
            final CountDownLatch end = ended;
            return target -> {
                try {
                    for (int number = 0; ; number++) {
                        next(number, fail);
                        target.write(BYTES);
                    }
                } finally {
                    end.countDown();
                }
            };
        }

        @GET
        @Path("input-stream/{fail}")
        @Produces("application/octet-stream")
        public InputStream input(@PathParam("fail") final int fail) {
            final CountDownLatch end = ended;
            return new InputStream() {

                private int number;

                @Override
                public int read() {
                    final byte[] first = new byte[PIECE];
                    return read(first, 0, PIECE) < 0 ? -1 : first[0];
                }

                @Override
                public int read(final byte[] target, final int offset, final int count) {
                    next(number++, fail);
                    System.arraycopy(BYTES, 0, target, offset, PIECE);
                    return PIECE;
                }

                @Override
                public void close() {
                    end.countDown();
                }
            };
        }

        @GET
        @Path("reader/{fail}")
        @Produces("text/plain")
        public Reader reader(@PathParam("fail") final int fail) {
            final CountDownLatch end = ended;
            return new Reader() {

                private int number;

                @Override
                public int read(final char[] target, final int offset, final int count) {
                    next(number++, fail);
                    TEXT.getChars(0, PIECE, target, offset);
                    return PIECE;
                }

                @Override
                public void close() {
                    end.countDown();
                }
            };
        }
    }

    private static RunningServer server;

    StreamTableTest(final Transport transport) {
        assertThat(server.application().uri().getScheme()).isEqualTo(transport == Transport.TLS ? "https" : "http");
    }

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(RestPlugin.withResources(Sources.class));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void nothingEmitted() {
        Sources.EMITTED.set(0);
        Sources.ended = new CountDownLatch(1);
    }

    static Stream<Arguments> table() {
        return Stream.of(
                        "array",
                        "lines",
                        "emitted-array",
                        "emitted-lines",
                        "csv",
                        "events",
                        "strings",
                        "buffers",
                        "byte-arrays",
                        "streaming-output",
                        "input-stream",
                        "reader")
                .flatMap(kind ->
                        Stream.of("HTTP/1.0", "HTTP/1.1", "HTTP/2").map(version -> Arguments.of(kind, version)));
    }

    /** Without HTTP/1.0, whose bodies are written at the same speed as those of HTTP/1.1. */
    static Stream<Arguments> endless() {
        return table().filter(row -> !row.get()[1].equals("HTTP/1.0"));
    }

    /** One answer, read by a client that reads when it is told to. */
    private interface SlowReader extends AutoCloseable {

        int status() throws Exception;

        void read(int bytes) throws Exception;

        @Override
        void close() throws IOException;
    }

    private static RawClient http1(final String version, final String path) throws IOException {
        return RawClient.to(server).send("GET " + path + " " + version + "\r\nHost: a\r\n\r\n");
    }

    private static SlowReader reader(final String version, final String path) throws Exception {
        if (!version.equals("HTTP/2")) {
            final RawClient client = http1(version, path);
            return new SlowReader() {

                @Override
                public int status() throws Exception {
                    return Integer.parseInt(client.headOnly().split(" ")[1]);
                }

                @Override
                public void read(final int bytes) throws IOException {
                    assertThat(client.in().readNBytes(bytes)).hasSize(bytes);
                }

                @Override
                public void close() throws IOException {
                    client.close();
                }
            };
        }
        final RawHttp2Client client = RawHttp2Client.to(server, WINDOW);
        client.windowUpdate(0, WINDOW);
        client.get(1, path);
        return new SlowReader() {

            @Override
            public int status() throws Exception {
                return client.status();
            }

            @Override
            public void read(final int bytes) throws IOException {
                for (int read = 0; read < bytes; ) {
                    final int length = client.next(RawHttp2Client.DATA).payload().length;
                    read += length;
                    client.windowUpdate(0, length);
                    client.windowUpdate(1, length);
                }
            }

            @Override
            public void close() throws IOException {
                client.reset(1);
                client.close();
            }
        };
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("endless")
    void anEndlessSourceWaitsForItsReaderAndEndsWithIt(final String kind, final String version) throws Exception {
        try (SlowReader client = reader(version, "/" + kind + "/-1")) {
            assertThat(client.status()).isEqualTo(200);
            final long paused = untilItPauses(0);
            long read = 0;
            while (Sources.EMITTED.get() == paused) {
                assertThat(read).isLessThan(MOST_AHEAD);
                client.read(100_000);
                read += 100_000;
            }
            untilItPauses(read);
            assertThat(Sources.ended.getCount()).isEqualTo(1);
        }
        assertThat(Sources.ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private static long untilItPauses(final long read) {
        final long emitted = Await.steady(Sources.EMITTED::get);
        assertThat(emitted - read).isLessThan(MOST_AHEAD);
        return emitted;
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("table")
    void aFailureBeforeTheFirstByteIsAProblem(final String kind, final String version) throws Exception {
        try (SlowReader client = reader(version, "/" + kind + "/0")) {
            assertThat(client.status()).isEqualTo(400);
        }
        assertThat(Sources.ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("table")
    void aFailureAfterItDoesNotLookLikeTheEnd(final String kind, final String version) throws Exception {
        final String path = "/" + kind + "/" + GOOD_PIECES;
        if (version.equals("HTTP/2")) {
            try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
                client.windowUpdate(0, WINDOW);
                client.get(1, path);
                assertThat(client.status()).isEqualTo(200);
                RawHttp2Client.Frame frame = client.next();
                while (frame != null && frame.type() != RawHttp2Client.RST_STREAM) {
                    assertThat(frame.endsStream()).isFalse();
                    frame = client.next();
                }
                assertThat(frame).isNotNull();
                assertThat(frame.number())
                        .as("a code that clients take for a failure")
                        .isEqualTo(CANCEL);
            }
        } else {
            try (RawClient client = http1(version, path)) {
                final String answer = client.untilClose();
                assertThat(answer).startsWith(version + " 200 ").doesNotContain("\r\n0\r\n\r\n");
                if (version.equals("HTTP/1.0")) { // a reset discards what the client has not read
                    assertThat(answer).as("an end that is not told from others").endsWith("<reset>");
                } else if (List.of("lines", "emitted-lines", "events").contains(kind)) {
                    assertThat(answer).contains("\"status\":400");
                }
            }
        }
        assertThat(Sources.ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** A gateway keeps its connection, whatever the streams of the application do. */
    @Test
    void streamsThatFailAreNoViolationOfTheirClient() throws Exception {
        try (RawHttp2Client client = RawHttp2Client.to(server, WINDOW)) {
            client.windowUpdate(0, 1 << 28);
            for (int stream = 1; stream < 2 * MANY_FAILURES; stream += 2) {
                client.get(stream, "/array/" + MORE_THAN_WAITS);
                final RawHttp2Client.Frame end = client.next(RawHttp2Client.RST_STREAM);
                assertThat(end.stream()).isEqualTo(stream);
                assertThat(end.number()).isEqualTo(CANCEL);
            }
        }
    }
}

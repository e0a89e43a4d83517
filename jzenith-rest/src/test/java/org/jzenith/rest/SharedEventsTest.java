package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.test.internal.log.LogLines;

/** The bytes of events that many connections have in one encoding. */
final class SharedEventsTest {

    private static final Sse SSE = new org.jzenith.rest.internal.sse.ServerSentEvents();

    @Path("/")
    public static final class Listening {

        static volatile SseBroadcaster broadcaster;
        static final List<SseEventSink> SINKS = new CopyOnWriteArrayList<>();

        @GET
        @Path("listen")
        @Produces("text/event-stream")
        public void listen(@Context final SseEventSink sink) {
            broadcaster.register(sink);
            SINKS.add(sink);
        }

        @GET
        @Path("next")
        public String next() {
            return "next";
        }
    }

    private RunningServer server;

    @BeforeEach
    void prepare() {
        Listening.SINKS.clear();
        Listening.broadcaster = SSE.newBroadcaster();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void start(final Map<String, Object> settings) {
        server = RunningServer.of(RestPlugin.withResources(Listening.class), settings);
    }

    private RawClient listen(final String head) throws IOException {
        final int before = Listening.SINKS.size();
        final RawClient client = RawClient.to(server).send("GET /listen HTTP/" + head + "\r\n\r\n");
        client.headOnly();
        assertThat(Listening.SINKS).hasSize(before + 1);
        return client;
    }

    private static void broadcast(final String data) throws Exception {
        Listening.broadcaster
                .broadcast(SSE.newEvent(data))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    /** Whoever looks at the wire sees what one response alone would have. */
    @Test
    void eachEventIsAChunkAndTheResponseEndsInOrder() throws Exception {
        start(Map.of("rest.access-log.format", "json", "rest.access-log.output", "logger"));
        final String large = "x".repeat(20_000);
        try (LogLines log = LogLines.of("org.jzenith");
                RawClient one = listen("1.1\r\nHost: a");
                RawClient other = listen("1.1\r\nHost: a")) {
            broadcast("one");
            broadcast(large);
            Listening.SINKS.forEach(SseEventSink::close);
            for (final RawClient client : List.of(one, other)) {
                assertThat(client.chunk()).isEqualTo(":\n\n");
                assertThat(client.line()).isEqualTo("b");
                assertThat(client.in().readNBytes(13)).asString().isEqualTo("data: one\n\n\r\n");
                assertThat(client.chunk()).isEqualTo("data: " + large + "\n\n");
                assertThat(client.line()).isEqualTo("0");
                assertThat(client.line()).isEmpty();
                // the encoder of the connection and the response agree that it has ended
                assertThat(client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .startsWith("HTTP/1.1 200 OK")
                        .endsWith("next");
            }
            for (int i = 0; i < 2; i++) {
                final JsonNode line = new ObjectMapper()
                        .readTree(log.next(event -> event.getFormattedMessage().contains("/listen"))
                                .getFormattedMessage());
                assertThat(line.path("bytes").asInt()).isEqualTo(3 + 11 + 20_008);
                assertThat(line.has("aborted")).isFalse();
            }
        }
    }

    /** Compression, HTTP/1.0 and HTTP/1.1 at once. */
    @Test
    void listenersThatNeedAnEncodingOfTheirOwnHaveTheSameEvents() throws Exception {
        start(Map.of(
                "rest.instances", 1, "rest.compression.enabled", true, "rest.compression.types", "text/event-stream"));
        try (RawClient plain = listen("1.1\r\nHost: a");
                RawClient old = listen("1.0");
                RawClient compressed = listen("1.1\r\nHost: a\r\nAccept-Encoding: gzip")) {
            for (int i = 0; i < 50; i++) {
                broadcast("event " + i);
            }
            Listening.broadcaster.close();
            assertThat(plain.chunk()).isEqualTo(":\n\n");
            for (int i = 0; i < 50; i++) {
                assertThat(plain.chunk()).isEqualTo("data: event " + i + "\n\n");
            }
            assertThat(plain.line()).isEqualTo("0");
            final String expected = ":\n\n"
                    + String.join(
                            "",
                            IntStream.range(0, 50)
                                    .mapToObj(i -> "data: event " + i + "\n\n")
                                    .toList());
            assertThat(old.untilClose()).isEqualTo(expected);
            try (InputStream unpacked = new GZIPInputStream(new Chunks(compressed))) {
                assertThat(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(expected);
            }
        }
    }

    /** The content of a response in chunks. */
    private static final class Chunks extends InputStream {

        private final RawClient client;
        private int left;

        Chunks(final RawClient client) {
            this.client = client;
        }

        @Override
        public int read() throws IOException {
            final byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(final byte[] target, final int offset, final int count) throws IOException {
            if (left == 0) {
                left = Integer.parseInt(client.line(), 16);
                if (left == 0) {
                    left = -1;
                }
            }
            if (left < 0) {
                return -1;
            }
            final int read = client.in().read(target, offset, Math.min(count, left));
            left -= read;
            if (left == 0) {
                assertThat(client.line()).isEmpty();
            }
            return read;
        }
    }

    /** The write queue fills and drains several times, and what one thread sends stays in order. */
    @Test
    void aListenerThatReadsLateHasAllEventsInOrder() throws Exception {
        start(Map.of("rest.sse.max-queue", "64M", "rest.max-buffered-responses", "256M", "rest.instances", 1));
        final String filler = "x".repeat(15_000);
        try (RawClient late = listen("1.1\r\nHost: a");
                RawClient prompt = listen("1.1\r\nHost: a\r\nConnection: close")) {
            final Thread reading = new Thread(() -> {
                try {
                    prompt.in().transferTo(OutputStream.nullOutputStream());
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            reading.start();
            for (int i = 0; i < 1_000; i++) {
                Listening.broadcaster.broadcast(SSE.newEvent(i + " " + filler));
                Listening.SINKS.get(0).send(SSE.newEvent(i + " alone"));
            }
            Listening.broadcaster.close();
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(new Chunks(late), StandardCharsets.UTF_8), 1 << 16);
            assertThat(lines.readLine()).isEqualTo(":");
            for (int i = 0; i < 1_000; i++) {
                assertThat(lines.readLine()).isEmpty();
                assertThat(lines.readLine()).isEqualTo("data: " + i + " " + filler);
                assertThat(lines.readLine()).isEmpty();
                assertThat(lines.readLine()).isEqualTo("data: " + i + " alone");
            }
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isNull();
            reading.join();
        }
    }
}

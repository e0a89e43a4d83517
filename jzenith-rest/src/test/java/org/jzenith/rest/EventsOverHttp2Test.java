package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.processors.PublishProcessor;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events as a client of HTTP/2 reads them. */
@InTheClearAndOverTls
final class EventsOverHttp2Test {

    private static final Sse SSE = new org.jzenith.rest.internal.sse.ServerSentEvents();
    private static final int WINDOW = 1 << 20;
    private static final int STREAMS = 100;

    @Path("/")
    public static final class Events {

        static volatile PublishProcessor<Object> source = PublishProcessor.create();
        static volatile CountDownLatch cancelled = new CountDownLatch(1);
        static volatile SseBroadcaster broadcaster;
        static final AtomicInteger LISTENERS = new AtomicInteger();
        static final List<String> TOLD = new CopyOnWriteArrayList<>();

        @GET
        @Path("open")
        @Produces("text/event-stream")
        public Flowable<Object> open() {
            return source.onBackpressureBuffer().doOnCancel(cancelled::countDown);
        }

        @GET
        @Path("listen")
        @Produces("text/event-stream")
        public void listen(@Context final SseEventSink sink) {
            broadcaster.register(sink);
            LISTENERS.incrementAndGet();
        }

        @GET
        @Path("last")
        @Produces("text/event-stream")
        public Flowable<Object> last(@HeaderParam("Last-Event-ID") final String last) {
            return Flowable.just("after " + last);
        }
    }

    private final Transport transport;
    private RunningServer server;

    EventsOverHttp2Test(final Transport transport) {
        this.transport = transport;
        transport.use();
    }

    @BeforeEach
    void start() {
        Events.source = PublishProcessor.create();
        Events.cancelled = new CountDownLatch(1);
        Events.LISTENERS.set(0);
        Events.TOLD.clear();
        Events.broadcaster = SSE.newBroadcaster();
        Events.broadcaster.onError(
                (sink, error) -> Events.TOLD.add("error " + error.getClass().getSimpleName()));
        Events.broadcaster.onClose(sink -> Events.TOLD.add("close"));
        start(Map.of());
    }

    private void start(final Map<String, Object> settings) {
        if (server != null) {
            server.close();
        }
        server = RunningServer.of(RestPlugin.withResources(Events.class), settings);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String text(final RawHttp2Client.Frame frame) {
        return frame == null ? "<closed>" : new String(frame.payload(), StandardCharsets.UTF_8);
    }

    /** Windows that are large enough for what a test sends. */
    private RawHttp2Client connect() throws IOException {
        final RawHttp2Client client = RawHttp2Client.to(server, WINDOW);
        client.windowUpdate(0, WINDOW);
        return client;
    }

    @Test
    void theHeadIsSentAtOnceAndThenEachEvent() throws Exception {
        try (RawHttp2Client client = connect()) {
            client.get(1, "/open");
            assertThat(client.status()).isEqualTo(200);
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo(":\n\n");
            Events.source.onNext("a");
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("data: a\n\n");
            Events.source.onNext("b");
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("data: b\n\n");
            Events.source.onComplete();
            assertThat(client.next(RawHttp2Client.DATA).endsStream()).isTrue();
        }
    }

    @Test
    void commentsAreSentWhileThereIsNoEvent() throws Exception {
        start(Map.of("rest.sse.heartbeat", "200ms", "rest.sse.retry", "3s", "rest.idle-timeout", "1s"));
        try (RawHttp2Client client = connect()) {
            final long begin = System.nanoTime();
            client.get(1, "/open");
            assertThat(client.status()).isEqualTo(200);
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("retry: 3000\n\n");
            for (int i = 0; i < 8; i++) {
                assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo(":\n\n");
            }
            // longer than an idle connection may be, and not more often than the setting says
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1300));
            Events.source.onNext("a");
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("data: a\n\n");
        }
    }

    /** Returns when two connections without a request have been closed, one after the other. */
    private void awaitIdleTimeouts() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (RawClient idle = RawClient.to(server)) {
                assertThat(idle.send("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .startsWith("HTTP/1.1 ");
                assertThat(idle.untilClose()).isEmpty();
            }
        }
    }

    @Test
    void aStreamWithoutHeartbeatsStaysOpenToo() throws Exception {
        start(Map.of("rest.sse.heartbeat", "0s", "rest.idle-timeout", "1s", "rest.request-timeout", "1900ms"));
        server.get("/last"); // the first request takes longer than others
        try (RawHttp2Client client = connect()) {
            client.get(1, "/open");
            assertThat(client.status()).isEqualTo(200);
            client.next(RawHttp2Client.DATA);
            awaitIdleTimeouts();
            Events.source.onNext("a");
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("data: a\n\n");
        }
    }

    @Test
    void aClientContinuesAfterTheLastEvent() throws Exception {
        try (RawHttp2Client client = connect()) {
            client.fields(
                    1,
                    ":method",
                    "GET",
                    ":scheme",
                    "http",
                    ":authority",
                    "localhost",
                    ":path",
                    "/last",
                    "last-event-id",
                    "5");
            assertThat(client.status()).isEqualTo(200);
            assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("data: after 5\n\n");
        }
    }

    @Test
    void aStopEndsStreamsOfEvents() throws Exception {
        try (RawHttp2Client client = connect()) {
            client.get(1, "/open");
            client.status();
            client.get(3, "/listen");
            client.status();
            Await.until(
                    "it listens and the source is subscribed",
                    () -> Events.LISTENERS.get() == 1 && Events.source.hasSubscribers());
            final long begin = System.nanoTime();
            server.application().stop();
            // without waiting for the drain-timeout
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
            final List<RawHttp2Client.Frame> rest = client.untilClose();
            assertThat(rest.stream().filter(RawHttp2Client.Frame::endsStream).map(RawHttp2Client.Frame::stream))
                    .containsExactlyInAnyOrder(1, 3);
            assertThat(rest).anyMatch(frame -> frame.type() == RawHttp2Client.GOAWAY);
            assertThat(rest).noneMatch(frame -> frame.type() == RawHttp2Client.RST_STREAM);
            assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(Events.TOLD).containsExactly("close");
        }
    }

    @Test
    void aClientThatResetsItsStreamCancels() throws Exception {
        try (RawHttp2Client client = connect()) {
            client.get(1, "/open");
            client.status();
            client.get(3, "/listen");
            client.status();
            Await.until(
                    "it listens and the source is subscribed",
                    () -> Events.LISTENERS.get() == 1 && Events.source.hasSubscribers());
            client.reset(1);
            client.reset(3);
            assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
            Await.until("the listener is told", () -> Events.TOLD.equals(List.of("close")));
        }
    }

    @Test
    void theLastEventOfAFailureIsItsProblem() throws Exception {
        try (RawHttp2Client client = connect()) {
            client.get(1, "/open");
            client.status();
            Await.until("the source is subscribed", Events.source::hasSubscribers);
            client.next(RawHttp2Client.DATA);
            Events.source.onError(new IllegalStateException("secret"));
            assertThat(text(client.next(RawHttp2Client.DATA)))
                    .startsWith("event: error\ndata: {\"")
                    .doesNotContain("secret");
            assertThat(client.next(RawHttp2Client.RST_STREAM).stream()).isEqualTo(1);
        }
    }

    /** A client's other stream on the same connection goes on. */
    @Test
    void aListenerThatDoesNotReadIsClosedAndNotWaitedFor() throws Exception {
        final String large = "x".repeat(8 * 1024);
        final int small = 64 * 1024;
        try (RawHttp2Client client = RawHttp2Client.to(server, small)) {
            client.windowUpdate(0, 1 << 30);
            client.get(1, "/listen");
            client.status();
            client.get(3, "/listen");
            client.status();
            Await.until("all listen", () -> Events.LISTENERS.get() == 2);
            client.windowUpdate(3, 1 << 30);
            int sent = 0;
            long read = 0;
            boolean isReset = false;
            while (sent < 400 && !isReset) {
                sent++;
                Events.broadcaster.broadcast(SSE.newEvent(large));
                while (read < (long) sent * large.length() && !isReset) {
                    final RawHttp2Client.Frame frame = client.next();
                    assertThat(frame).isNotNull();
                    if (frame.type() == RawHttp2Client.DATA && frame.stream() == 3) {
                        read += frame.payload().length;
                    }
                    isReset |= frame.type() == RawHttp2Client.RST_STREAM && frame.stream() == 1;
                }
            }
            assertThat(isReset).isTrue();
            // the window, the buffers of the connection, and rest.sse.max-queue
            assertThat(sent * large.length()).isBetween(256 * 1024, 1024 * 1024);
            Await.until("all are told", () -> Events.TOLD.size() == 2);
            assertThat(Events.TOLD).containsExactly("error IOException", "close");
            Events.broadcaster.broadcast(SSE.newEvent("still here"));
            String text = "";
            while (!text.contains("still here")) {
                text += text(client.next(RawHttp2Client.DATA));
            }
        }
    }

    /** A client that takes nothing of a stream with demand is not cut by the rule of sinks but by the idle time-out. */
    @Test
    void aClientThatNeverReadsIsResetAfterTheIdleTimeout() throws Exception {
        start(Map.of("rest.idle-timeout", "1s"));
        try (RawHttp2Client client = RawHttp2Client.to(server, 1024)) {
            client.get(1, "/open");
            client.status();
            Await.until("the source is subscribed", Events.source::hasSubscribers);
            final String large = "x".repeat(16 * 1024);
            for (int i = 0; i < 100; i++) {
                Events.source.onNext(large);
            }
            assertThat(client.next(RawHttp2Client.RST_STREAM).stream()).isEqualTo(1);
            assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aHundredStreamsOfAConnectionHaveEachEventInOrder() throws Exception {
        try (RawHttp2Client client = connect()) {
            for (int i = 0; i < STREAMS; i++) {
                client.get(2 * i + 1, "/listen");
            }
            Await.until("all listen", () -> Events.LISTENERS.get() == STREAMS);
            for (int i = 0; i < 20; i++) {
                Events.broadcaster.broadcast(SSE.newEvent(String.valueOf(i)));
            }
            Events.broadcaster.close();
            final StringBuilder expected = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                expected.append("data: ").append(i).append("\n\n");
            }
            final Map<Integer, String> texts = new HashMap<>();
            int ended = 0;
            while (ended < STREAMS) {
                final RawHttp2Client.Frame frame = client.next();
                assertThat(frame).isNotNull();
                if (frame.type() == RawHttp2Client.DATA) {
                    texts.merge(frame.stream(), text(frame), String::concat);
                }
                ended += frame.endsStream() ? 1 : 0;
            }
            assertThat(texts).hasSize(STREAMS);
            assertThat(texts.values())
                    .allSatisfy(text -> assertThat(text.replace(":\n\n", "")).isEqualTo(expected.toString()));
        }
    }

    /** Each flush over TLS makes a record, which can be counted from outside. */
    @Test
    void anEventForManyStreamsIsFlushedOnceForTheirConnection() throws Exception {
        Assumptions.assumeTrue(transport == Transport.TLS);
        try (RecordCounter counter = new RecordCounter(server.application().port());
                RawHttp2Client client = RawHttp2Client.over(Transport.connectTls(counter.port(), "h2"), WINDOW)) {
            client.windowUpdate(0, WINDOW);
            for (int i = 0; i < STREAMS; i++) {
                client.get(2 * i + 1, "/listen");
            }
            for (int comments = 0; comments < STREAMS; ) {
                comments += client.next(RawHttp2Client.DATA).payload().length > 0 ? 1 : 0;
            }
            int least = Integer.MAX_VALUE;
            for (int event = 0; event < 3; event++) { // the first one takes longer than others
                final int before = counter.records();
                Events.broadcaster.broadcast(SSE.newEvent("x"));
                for (int i = 0; i < STREAMS; i++) {
                    assertThat(text(client.next(RawHttp2Client.DATA))).isEqualTo("data: x\n\n");
                }
                least = Math.min(least, counter.records() - before);
            }
            // one for each turn of the event loop, which takes up to a millisecond
            assertThat(least).isLessThan(STREAMS / 3);
        }
    }

    /** Passes the bytes of one connection on, and counts the records of TLS that the server sends. */
    private static final class RecordCounter implements AutoCloseable {

        private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final AtomicInteger records = new AtomicInteger();
        private final int port;

        RecordCounter(final int port) throws IOException {
            this.port = port;
            new Thread(this::serve, "record-counter").start();
        }

        int port() {
            return listening.getLocalPort();
        }

        int records() {
            return records.get();
        }

        private void serve() {
            try (Socket client = listening.accept();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                final Thread requests = new Thread(() -> {
                    try {
                        client.getInputStream().transferTo(server.getOutputStream());
                    } catch (final IOException e) {
                        // the end
                    }
                });
                requests.start();
                final DataInputStream in = new DataInputStream(server.getInputStream());
                final OutputStream out = client.getOutputStream();
                final byte[] head = new byte[5];
                for (; ; ) {
                    in.readFully(head);
                    final byte[] content = in.readNBytes((head[3] & 0xff) << 8 | (head[4] & 0xff));
                    records.incrementAndGet();
                    out.write(head);
                    out.write(content);
                }
            } catch (final IOException e) {
                // the end
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }
}

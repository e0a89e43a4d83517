package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events that go to many listeners at once, of which each keeps its order. */
@InTheClearAndOverTls
final class BroadcastTest {

    private static final Sse SSE = new org.jzenith.rest.internal.sse.ServerSentEvents();

    /** The number of events whose bytes fill a queue of {@code rest.sse.max-queue} several times. */
    private static final int MANY = 20_000;

    @Path("/")
    public static final class Listening {

        static volatile SseBroadcaster broadcaster;
        static final List<SseEventSink> SINKS = new CopyOnWriteArrayList<>();
        static final List<String> TOLD = new CopyOnWriteArrayList<>();
        static volatile CountDownLatch release = new CountDownLatch(1);
        static volatile CountDownLatch blocked = new CountDownLatch(1);

        @GET
        @Path("listen")
        @Produces("text/event-stream")
        public void listen(@Context final SseEventSink sink) {
            broadcaster.register(sink);
            SINKS.add(sink);
        }

        /** All of it while the method runs. */
        @GET
        @Path("at-once")
        @Produces("text/event-stream")
        public void atOnce(@Context final SseEventSink sink) {
            broadcaster.register(sink);
            broadcaster.broadcast(SSE.newEvent("1"));
            sink.send(SSE.newEvent("2"));
            broadcaster.broadcast(SSE.newEvent("3"));
            sink.close();
            assertThat(sink.isClosed()).isTrue();
        }

        /** Closes an unused sink while an event is on its way to others. */
        @GET
        @Path("close-unused")
        @Produces("text/event-stream")
        public void closeUnused(@Context final SseEventSink sink) {
            broadcaster.broadcast(SSE.newEvent("for others"));
            broadcaster.register(sink);
            sink.close();
        }

        /** Sends an event to this sink only. */
        @GET
        @Path("alone")
        @Produces("text/event-stream")
        public void alone(@Context final SseEventSink sink) {
            SINKS.add(sink);
        }

        @GET
        @Path("block")
        public String block() throws InterruptedException {
            blocked.countDown();
            release.await(20, TimeUnit.SECONDS);
            return "";
        }
    }

    /** Adds a header to every response. */
    public static final class Filter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add("X-Filtered", "yes");
        }
    }

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    private RunningServer server;

    BroadcastTest(final Transport transport) {
        transport.use();
    }

    @BeforeEach
    void start() {
        Listening.SINKS.clear();
        Listening.TOLD.clear();
        Listening.release = new CountDownLatch(1);
        Listening.blocked = new CountDownLatch(1);
        Listening.broadcaster = SSE.newBroadcaster();
        Listening.broadcaster.onError(
                (sink, error) -> Listening.TOLD.add("error " + error.getClass().getSimpleName()));
        Listening.broadcaster.onClose(sink -> Listening.TOLD.add("close"));
        start(Map.of());
    }

    private void start(final Map<String, Object> settings) {
        server = SERVERS.get(
                settings,
                () -> RunningServer.of(
                        RestPlugin.withResources(Listening.class).withProviders(Filter.class), settings));
    }

    @AfterEach
    void stop() {
        Listening.release.countDown();
    }

    private RawClient ask(final String path) throws IOException {
        return RawClient.to(server).send("GET " + path + " HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n");
    }

    /** The data of each event until the stream ends, in a thread of its own. It begins with a comment. */
    private static CompletableFuture<List<String>> data(final RawClient client, final CountDownLatch begun) {
        return CompletableFuture.supplyAsync(
                () -> {
                    final List<String> all = new ArrayList<>();
                    try (InputStream in = new BufferedInputStream(client.in())) {
                        for (String line = line(in); !line.equals("0"); line = line(in)) {
                            if (line.equals(":")) {
                                begun.countDown();
                            } else if (line.startsWith("data: ")) {
                                all.add(line.substring("data: ".length()));
                            }
                        }
                    } catch (final IOException e) {
                        all.add(e.getClass().getSimpleName());
                    }
                    return all;
                },
                work -> new Thread(work, "listener").start());
    }

    /** Chunks begin and end with lines, as events do. */
    private static String line(final InputStream in) throws IOException {
        final byte[] line = new byte[256];
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The stream is broken off.");
            }
            line[length++] = (byte) next;
        }
        return new String(line, 0, length, StandardCharsets.ISO_8859_1).strip();
    }

    private List<CompletableFuture<List<String>>> listen(final int count) throws Exception {
        final CountDownLatch begun = new CountDownLatch(count);
        final List<CompletableFuture<List<String>>> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(data(ask("/listen"), begun));
        }
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        return clients;
    }

    private static List<String> get(final CompletableFuture<List<String>> client) throws Exception {
        return client.get(60, TimeUnit.SECONDS);
    }

    private static void await(final CompletionStage<?> stage) throws Exception {
        stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void eventsThatAreSentFasterThanTheyAreDeliveredAreNotLost() throws Exception {
        final List<CompletableFuture<List<String>>> clients = listen(4);
        CompletionStage<?> last = null;
        for (int i = 0; i < MANY; i++) {
            last = Listening.broadcaster.broadcast(SSE.newEvent("event " + i + " of a burst"));
        }
        await(last);
        Listening.broadcaster.close();
        final List<String> expected = IntStream.range(0, MANY)
                .mapToObj(i -> "event " + i + " of a burst")
                .toList();
        for (final CompletableFuture<List<String>> client : clients) {
            assertThat(get(client)).isEqualTo(expected);
        }
        assertThat(Listening.TOLD).containsOnly("close").hasSize(4);
    }

    @Test
    void whatIsSentToOneListenerStaysBehindWhatWasBroadcastBefore() throws Exception {
        final List<CompletableFuture<List<String>>> clients = listen(6);
        final List<String> expected = new ArrayList<>();
        CompletionStage<?> last = null;
        for (int i = 0; i < 500; i++) {
            Listening.broadcaster.broadcast(SSE.newEvent("all " + i));
            for (final SseEventSink sink : Listening.SINKS) {
                last = sink.send(SSE.newEvent("one " + i));
            }
            expected.add("all " + i);
            expected.add("one " + i);
        }
        await(last);
        Listening.broadcaster.close();
        for (final CompletableFuture<List<String>> client : clients) {
            assertThat(get(client)).isEqualTo(expected);
        }
    }

    @Test
    void aSinkThatIsClosedAfterABroadcastHasItsEvent() throws Exception {
        for (int round = 0; round < 20; round++) {
            Listening.SINKS.clear();
            final List<CompletableFuture<List<String>>> clients = listen(4);
            Listening.broadcaster.broadcast(SSE.newEvent("last"));
            Listening.SINKS.forEach(sink -> {
                sink.close();
                assertThat(sink.isClosed()).isTrue();
            });
            for (final CompletableFuture<List<String>> client : clients) {
                assertThat(get(client)).containsExactly("last");
            }
        }
    }

    @Test
    void aListenerHasNoEventOfBeforeItsTime() throws Exception {
        final CompletableFuture<List<String>> early = listen(1).get(0);
        for (int i = 0; i < MANY / 10; i++) {
            Listening.broadcaster.broadcast(SSE.newEvent("before"));
        }
        final CompletableFuture<List<String>> late = listen(1).get(0);
        Listening.broadcaster.broadcast(SSE.newEvent("after"));
        Listening.broadcaster.close();
        assertThat(get(late)).containsExactly("after");
        assertThat(get(early)).hasSize(MANY / 10 + 1).endsWith("before", "after");
    }

    @Test
    void aMethodMayBroadcastToItsOwnSinkAndCloseIt() throws Exception {
        final RunningServer.Answer answer = server.get("/at-once", "Accept", "text/event-stream");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("X-Filtered")).isEqualTo("yes");
        assertThat(answer.body().replace(":\n\n", "")).isEqualTo("data: 1\n\ndata: 2\n\ndata: 3\n\n");
    }

    @Test
    void aBroadcastEndsThoughItsListenersLeaveMeanwhile() throws Exception {
        final List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            clients.add(ask("/listen"));
        }
        Await.until("all listen", () -> Listening.SINKS.size() == 50);
        final Thread leaving = new Thread(() -> clients.forEach(client -> {
            try {
                client.leave();
            } catch (final IOException e) {
                throw new IllegalStateException(e);
            }
        }));
        leaving.start();
        final List<CompletionStage<?>> sent = new ArrayList<>();
        while (leaving.isAlive() || Listening.TOLD.size() < 50) {
            sent.add(Listening.broadcaster.broadcast(SSE.newEvent("x")));
            await(sent.get(sent.size() - 1));
        }
        for (final CompletionStage<?> each : sent) {
            await(each);
        }
        assertThat(Listening.TOLD.stream().filter("close"::equals)).hasSize(50);
    }

    /** Events for a blocked event loop may take a quarter of the limit on all waiting events. */
    @Test
    void listenersOfAnEventLoopThatIsBlockedAreClosedAtTheLimit() throws Exception {
        start(Map.of("rest.max-buffered-responses", "1M", "rest.instances", 1));
        final List<CompletableFuture<List<String>>> clients = listen(3);
        final RawClient blocking = ask("/block");
        assertThat(Listening.blocked.await(20, TimeUnit.SECONDS)).isTrue();
        final String large = "x".repeat(200);
        int sent = 0;
        while (sent < 100_000 && Listening.TOLD.isEmpty()) {
            Listening.broadcaster.broadcast(SSE.newEvent(large));
            sent++;
        }
        assertThat(sent * 200).isLessThan((1 << 20) / 4).isGreaterThan((1 << 20) / 8);
        assertThat(Listening.TOLD)
                .containsExactly(
                        "error IOException", "close", "error IOException", "close", "error IOException", "close");
        Listening.release.countDown();
        for (final CompletableFuture<List<String>> client : clients) {
            assertThat(get(client)).endsWith("IOException");
        }
        blocking.close();
        // and the limit has room again
        Listening.SINKS.clear();
        final CompletableFuture<List<String>> next = listen(1).get(0);
        await(Listening.broadcaster.broadcast(SSE.newEvent("again")));
        Listening.broadcaster.close();
        assertThat(get(next)).containsExactly("again");
    }

    @Test
    void anEventLoopServesOthersBetweenTheListenersOfAnEvent() throws Exception {
        start(Map.of("rest.instances", 1));
        final List<CompletableFuture<List<String>>> clients = listen(60);
        Listening.release.countDown();
        final AtomicBoolean ended = new AtomicBoolean();
        final Thread sending = new Thread(() -> {
            while (!ended.get()) {
                Listening.broadcaster
                        .broadcast(SSE.newEvent("x"))
                        .toCompletableFuture()
                        .join();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5)); // the clients share the machine
            }
        });
        sending.start();
        for (int i = 0; i < 50; i++) {
            assertThat(server.get("/block").status()).isEqualTo(200);
        }
        ended.set(true);
        sending.join(20_000);
        Listening.broadcaster.close();
        for (final CompletableFuture<List<String>> client : clients) {
            assertThat(get(client)).containsOnly("x");
        }
    }

    @Test
    void aSinkThatIsClosedWithoutAnEventWhileOthersGetSomeIs204() throws Exception {
        start(Map.of("rest.instances", 1));
        final CompletableFuture<List<String>> other = listen(1).get(0);
        for (int i = 0; i < 20; i++) {
            assertThat(server.get("/close-unused", "Accept", "text/event-stream")
                            .status())
                    .isEqualTo(204);
        }
        Listening.broadcaster.close();
        assertThat(get(other)).hasSize(20).containsOnly("for others");
    }

    @Test
    void eventsThatAClosedSinkHasPassedOnAreNotKeptWhenTheClientLeaves() throws Exception {
        final List<CompletableFuture<?>> sent = new ArrayList<>();
        try (RawClient client = ask("/alone")) {
            Await.until("it listens", () -> !Listening.SINKS.isEmpty());
            final SseEventSink sink = Listening.SINKS.get(0);
            boolean isTaken = true;
            for (int i = 0; i < 2000 && isTaken; i++) {
                final CompletableFuture<?> each =
                        sink.send(SSE.newEvent("y".repeat(60_000))).toCompletableFuture();
                sent.add(each);
                isTaken = isTaken(each);
            }
            assertThat(isTaken).isFalse();
            sent.add(sink.send(SSE.newEvent("last")).toCompletableFuture());
            sink.close();
            client.leave();
        }
        for (final CompletableFuture<?> each : sent) { // each is sent or has failed
            assertThat(each.handle((value, error) -> true).get(10, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static boolean isTaken(final CompletableFuture<?> event) throws Exception {
        try {
            event.get(500, TimeUnit.MILLISECONDS);
            return true;
        } catch (final TimeoutException e) {
            return false;
        }
    }

    /** Sinks that are not read fill the shared memory; each event is for all of them. */
    @Test
    void listenersThatDoNotReadAreClosedAndOneThatReadsIsNot() throws Exception {
        start(Map.of("rest.max-buffered-responses", "1M", "rest.sse.max-queue", "1M", "rest.instances", 1));
        final List<RawClient> stalled = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            stalled.add(ask("/listen"));
        }
        Await.until("all listen", () -> Listening.SINKS.size() == 5);
        final RawClient reading = ask("/listen");
        reading.headOnly();
        final String event = "data: " + "x".repeat(30_000);
        for (int i = 0;
                i < 3000 && Listening.TOLD.stream().filter("close"::equals).count() < 5;
                i++) {
            for (int burst = 0; burst < 3; burst++) {
                Listening.broadcaster.broadcast(SSE.newEvent(event.substring("data: ".length())));
            }
            for (int read = 0; read < 3; ) {
                read += reading.line().equals(event) ? 1 : 0;
            }
        }
        assertThat(Listening.TOLD.stream().filter("close"::equals)).hasSize(5);
        assertThat(Listening.SINKS.get(5).isClosed()).isFalse();
        for (final RawClient each : stalled) {
            each.close();
        }
        reading.close();
    }
}

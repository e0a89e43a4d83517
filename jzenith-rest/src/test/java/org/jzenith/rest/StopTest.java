package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.ApplicationState;
import org.jzenith.test.internal.log.LogLines;

/** Graceful shutdown as clients see it. */
final class StopTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int LARGE = 24 * 1024 * 1024;

    @Path("/")
    @Produces("text/plain")
    public static final class Shop {

        static volatile SingleSubject<String> answer = SingleSubject.create();

        @GET
        public String get() {
            return "fine";
        }

        static volatile CountDownLatch entered = new CountDownLatch(1);
        static volatile CountDownLatch left = new CountDownLatch(1);

        /** Keeps its event loop. */
        @GET
        @Path("busy")
        public String busy() throws InterruptedException {
            entered.countDown();
            left.await(20, TimeUnit.SECONDS);
            return "fine";
        }

        @POST
        public String post(final String body) {
            return body;
        }

        @GET
        @Path("slow")
        public Single<String> slow() {
            return answer;
        }

        @GET
        @Path("bytes/{length}")
        @Produces("application/octet-stream")
        public byte[] bytes(@PathParam("length") final int length) {
            return new byte[length];
        }

        @GET
        @Path("stream")
        @Produces("application/octet-stream")
        public Flowable<Buffer> stream() {
            return Flowable.range(0, 1024).map(piece -> Buffer.buffer(new byte[LARGE / 1024]));
        }
    }

    private static RunningServer server(final String... settings) {
        final Map<String, Object> all = new java.util.HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Shop.class), all);
    }

    /** Returns when the stop has begun. */
    private static CompletableFuture<Void> stop(final RunningServer server) {
        final ApplicationState state = server.application().get(ApplicationState.class);
        final CompletableFuture<Void> stopped = new CompletableFuture<>();
        new Thread(() -> {
                    server.close();
                    stopped.complete(null);
                })
                .start();
        while (state.phase() == ApplicationState.Phase.RUNNING) {
            Thread.onSpinWait();
        }
        return stopped;
    }

    private static boolean saysClose(final String answer) {
        return answer.toLowerCase(Locale.ROOT).contains("\r\nconnection: close\r\n");
    }

    /** Asks until an answer says that the connection closes; every request gets an answer. */
    private static void askUntilTold(final RawClient client) throws IOException {
        String answer = client.send(GET).answer();
        while (!saysClose(answer)) {
            assertThat(answer).endsWith("fine");
            answer = client.send(GET).answer();
        }
        assertThat(answer).endsWith("fine");
        assertThat(client.untilClose()).isEmpty();
    }

    @Test
    void aConnectionIsToldInItsNextAnswerAndTheStopWaitsForNothingElse() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "10s", "jzenith.drain-timeout", "60s");
        try (RawClient used = RawClient.to(server);
                RawClient fresh = RawClient.to(server)) {
            assertThat(used.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(used);
            askUntilTold(fresh);
            used.leave();
            fresh.leave();
            stopped.get(9, TimeUnit.SECONDS);
        }
    }

    @Test
    void aConnectionWhoseClientStaysSilentIsClosedAfterTheGrace() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "100ms");
        try (RawClient silent = RawClient.to(server)) {
            assertThat(silent.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            assertThat(silent.untilClose()).isEmpty();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aClientThatWasSilentBeforeTheSignalHasTheGraceToo() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "2s");
        try (RawClient silent = RawClient.to(server);
                RawClient busy = RawClient.to(server)) {
            assertThat(silent.send(GET).answer()).endsWith("fine");
            final long since = System.nanoTime();
            while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(2_100)) {
                assertThat(busy.send(GET).answer()).endsWith("fine");
            }
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(busy);
            final String answer = silent.send(GET).answer();
            assertThat(answer).endsWith("fine");
            assertThat(saysClose(answer)).isTrue();
            silent.leave();
            busy.leave();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void requestsThatABusyEventLoopHasNotReadYetAreAnswered() throws Exception {
        Shop.entered = new CountDownLatch(1);
        Shop.left = new CountDownLatch(1);
        final RunningServer server =
                server("jzenith.idle-grace", "0s", "rest.instances", "1", "jzenith.event-loops", "1");
        final List<RawClient> clients = new ArrayList<>();
        try (RawClient busy = RawClient.to(server)) {
            for (int i = 0; i < 300; i++) {
                final RawClient client = RawClient.to(server);
                clients.add(client);
                assertThat(client.send(GET).answer()).endsWith("fine");
            }
            busy.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(Shop.entered.await(20, TimeUnit.SECONDS)).isTrue();
            final CompletableFuture<Void> stopped = stop(server);
            for (final RawClient client : clients) {
                client.send(GET);
            }
            Shop.left.countDown();
            for (final RawClient client : clients) {
                assertThat(client.answer()).endsWith("fine");
            }
            stopped.get(20, TimeUnit.SECONDS);
        } finally {
            for (final RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aRequestThatMeetsTheCloseOfItsConnectionIsNotReset() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "500ms");
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            assertThat(client.untilClose()).isEmpty();
            client.send(GET.repeat(2)).send(GET);
            assertThat(client.untilClose()).isEmpty();
            client.leave();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void connectOverHttp2IsAnsweredAndDoesNotHoldUpTheStop() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "0s", "jzenith.drain-timeout", "60s");
        try (RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.connect(1);
            assertThat(client.next(RawHttp2Client.DATA).stream()).isEqualTo(1);
            client.get(3, "/");
            assertThat(client.next(RawHttp2Client.DATA).stream()).isEqualTo(3);
            stop(server).get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void theGraceDoesNotCountInTheDrainTime() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "600ms", "jzenith.drain-timeout", "500ms");
        try (RawClient silent = RawClient.to(server);
                LogLines log = LogLines.of("org.jzenith")) {
            assertThat(silent.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            assertThat(silent.untilClose()).isEmpty();
            stopped.get(20, TimeUnit.SECONDS);
            assertThat(log.next(event -> event.getFormattedMessage().startsWith("Stopped")
                                    || event.getFormattedMessage().contains("did not end within"))
                            .getFormattedMessage())
                    .startsWith("Stopped after ");
        }
    }

    @Test
    void ofPipelinedRequestsTheLastAnswerCloses() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "10s");
        try (RawClient client = RawClient.to(server);
                RawClient other = RawClient.to(server)) {
            assertThat(client.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(other);
            client.send(GET.repeat(20));
            for (int i = 1; i <= 20; i++) {
                final String answer = client.answer();
                assertThat(answer).as("answer %s", i).endsWith("fine");
                assertThat(saysClose(answer)).as("close in answer %s", i).isEqualTo(i == 20);
            }
            assertThat(client.untilClose()).isEmpty();
            client.leave();
            other.leave();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void requestsBehindOneThatRunsLongerThanTheGraceAreAnswered() throws Exception {
        Shop.answer = SingleSubject.create();
        final RunningServer server =
                server("jzenith.idle-grace", "200ms", "rest.instances", "1", "jzenith.event-loops", "1");
        try (RawClient client = RawClient.to(server);
                RawClient silent = RawClient.to(server)) {
            client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + GET.repeat(3) + "GET / HTTP/1.1\r\nHo");
            assertThat(silent.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            assertThat(silent.untilClose()).isEmpty();
            Shop.answer.onSuccess("slow");
            assertThat(client.answer()).endsWith("slow");
            assertThat(client.answer()).endsWith("fine");
            assertThat(client.answer()).endsWith("fine");
            final String last = client.answer();
            assertThat(last).endsWith("fine");
            assertThat(saysClose(last)).isTrue();
            assertThat(client.untilClose()).isEmpty();
            client.leave();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRequestOfWhichHalfWasSentBeforeTheStopIsAnswered() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "5s");
        try (RawClient client = RawClient.to(server);
                RawClient other = RawClient.to(server)) {
            client.send("GET / HTTP/1.1\r\nHo");
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(other);
            final String answer = client.send("st: a\r\n\r\n").answer();
            assertThat(answer).endsWith("fine");
            assertThat(saysClose(answer)).isTrue();
            client.leave();
            other.leave();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoComesDuringTheStopDelayIsAnsweredAndToldToClose() throws Exception {
        final RunningServer server = server("jzenith.stop-delay", "2s", "jzenith.idle-grace", "1s");
        try (RawClient old = RawClient.to(server)) {
            assertThat(old.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(old);
            try (RawClient late = RawClient.to(server)) {
                final String answer = late.send(GET).answer();
                assertThat(answer).endsWith("fine");
                assertThat(saysClose(answer)).isTrue();
                assertThat(late.untilClose()).isEmpty();
            }
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void silentConnectionsAreClosedOneAfterAnotherDuringTheStopDelay() throws Exception {
        final RunningServer server =
                server("jzenith.stop-delay", "1s", "jzenith.idle-grace", "0s", "rest.instances", "1");
        final int count = 50;
        final List<RawClient> clients = new ArrayList<>();
        final List<Long> closed = java.util.Collections.synchronizedList(new ArrayList<>());
        try {
            for (int i = 0; i < count; i++) {
                final RawClient client = RawClient.to(server);
                clients.add(client);
                assertThat(client.send(GET).answer()).endsWith("fine");
            }
            final CompletableFuture<Void> stopped = stop(server);
            final List<Thread> waiting = new ArrayList<>();
            for (final RawClient client : clients) {
                final Thread thread = new Thread(() -> {
                    try {
                        client.untilClose();
                        closed.add(System.nanoTime());
                    } catch (final IOException e) {
                        // seen as missing
                    }
                });
                thread.start();
                waiting.add(thread);
            }
            for (final Thread thread : waiting) {
                thread.join(20_000);
            }
            assertThat(closed).hasSize(count);
            final long spread = closed.stream().mapToLong(Long::longValue).max().orElseThrow()
                    - closed.stream().mapToLong(Long::longValue).min().orElseThrow();
            assertThat(TimeUnit.NANOSECONDS.toMillis(spread))
                    .as("milliseconds between the first and the last")
                    .isGreaterThan(100);
            stopped.get(20, TimeUnit.SECONDS);
        } finally {
            for (final RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void anAnswerThatIsNotTakenYetIsWrittenToItsEnd() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "100ms");
        try (RawClient whole = RawClient.to(server);
                RawClient streamed = RawClient.to(server);
                RawClient silent = RawClient.to(server)) {
            assertThat(silent.send(GET).answer()).endsWith("fine");
            assertThat(whole.send("GET /bytes/" + LARGE + " HTTP/1.1\r\nHost: a\r\n\r\n")
                            .headOnly())
                    .startsWith("HTTP/1.1 200 ");
            assertThat(streamed.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n").headOnly())
                    .startsWith("HTTP/1.1 200 ");
            final CompletableFuture<Void> stopped = stop(server);
            assertThat(silent.untilClose()).as("until the grace has passed").isEmpty();
            assertThat(whole.in().readNBytes(LARGE)).hasSize(LARGE);
            assertThat(streamed.untilClose()).endsWith("\r\n0\r\n\r\n").hasSizeGreaterThan(LARGE);
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aClientThatSendsABodyWhileItIsToldStillReadsItsAnswer() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "2s");
        try (RawClient client = RawClient.to(server);
                RawClient other = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nhalf");
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(other);
            final String answer = client.send("half").answer();
            assertThat(answer).endsWith("halfhalf");
            assertThat(saysClose(answer)).isTrue();
            client.leave();
            other.leave();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void clientsUnderLoadGetAnAnswerToEachRequest() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "2s", "rest.instances", "2");
        final CountDownLatch warm = new CountDownLatch(8);
        final List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(CompletableFuture.runAsync(
                    () -> {
                        try (RawClient client = RawClient.to(server)) {
                            client.send(GET).answer();
                            warm.countDown();
                            askUntilTold(client);
                        } catch (final IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    },
                    task -> new Thread(task).start()));
        }
        assertThat(warm.await(20, TimeUnit.SECONDS)).isTrue();
        final CompletableFuture<Void> stopped = stop(server);
        for (final CompletableFuture<Void> client : clients) {
            client.get(20, TimeUnit.SECONDS);
        }
        stopped.get(20, TimeUnit.SECONDS);
    }

    @Test
    void anHttp2ConnectionOpenedDuringTheStopIsAnsweredAndGetsItsGoaway() throws Exception {
        final RunningServer server = server("jzenith.stop-delay", "2s", "jzenith.idle-grace", "1s");
        try (RawClient old = RawClient.to(server)) {
            assertThat(old.send(GET).answer()).endsWith("fine");
            final CompletableFuture<Void> stopped = stop(server);
            askUntilTold(old);
            try (RawHttp2Client late = RawHttp2Client.to(server, 65_535)) {
                late.get(1, "/");
                final List<RawHttp2Client.Frame> frames = late.untilClose();
                assertThat(frames).anyMatch(frame -> frame.stream() == 1 && frame.endsStream());
                assertThat(frames).anyMatch(frame -> frame.type() == RawHttp2Client.GOAWAY);
            }
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void anHttp2StreamThatBeganBeforeItsClientKnewOfTheStopIsAnswered() throws Exception {
        final RunningServer server = server("jzenith.idle-grace", "2s");
        try (RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.get(1, "/");
            assertThat(client.next(RawHttp2Client.DATA)).isNotNull();
            final CompletableFuture<Void> stopped = stop(server);
            final RawHttp2Client.Frame goAway = client.next(RawHttp2Client.GOAWAY);
            assertThat(goAway.number()).as("streams that are answered").isEqualTo(Integer.MAX_VALUE);
            client.get(3, "/");
            final List<RawHttp2Client.Frame> frames = client.untilClose();
            assertThat(frames).anyMatch(frame -> frame.stream() == 3 && frame.endsStream());
            assertThat(frames)
                    .filteredOn(frame -> frame.type() == RawHttp2Client.GOAWAY)
                    .singleElement()
                    .satisfies(last -> assertThat(last.number()).isEqualTo(3));
            stopped.get(20, TimeUnit.SECONDS);
        }
    }
}

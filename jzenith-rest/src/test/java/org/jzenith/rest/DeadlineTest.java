package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.limit.Deadline;

/** One deadline for all that a request does. */
final class DeadlineTest {

    private static final BlockingQueue<String> SEEN = new LinkedBlockingQueue<>();
    private static final Semaphore RELEASE = new Semaphore(0);
    private static final AtomicInteger BEGUN = new AtomicInteger();

    @Path("/")
    @Produces("text/plain")
    @Deadline("400ms")
    public static final class Timed {

        private final org.jzenith.core.blocking.Blocking blocking;

        @Inject
        Timed(final org.jzenith.core.blocking.Blocking blocking) {
            this.blocking = blocking;
        }

        @GET
        @Path("left-beyond")
        @Deadline("PT1H")
        public long leftBeyond() {
            return RequestDeadline.current().remaining().toMillis();
        }

        @GET
        @Path("never")
        public Single<String> never() {
            return Single.<String>never().doOnDispose(() -> SEEN.add("disposed"));
        }

        @GET
        @Path("stage")
        public CompletionStage<String> stage() {
            final CompletableFuture<String> never = new CompletableFuture<>();
            return never.whenComplete((value, error) -> SEEN.add("completed"));
        }

        @GET
        @Path("suspended")
        public void suspended(@Suspended final AsyncResponse response) {
            response.register((jakarta.ws.rs.container.CompletionCallback) error -> SEEN.add("completed"));
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() throws InterruptedException {
            BEGUN.incrementAndGet();
            try {
                return RELEASE.tryAcquire(20, TimeUnit.SECONDS) ? "released" : "late";
            } catch (final InterruptedException e) {
                SEEN.add("interrupted");
                throw e;
            } finally {
                SEEN.add("ended");
            }
        }

        @GET
        @Path("occupied")
        @Blocking
        @Deadline("20s")
        public String occupied() throws InterruptedException {
            return blocking();
        }

        @GET
        @Path("blocking-fast")
        @Blocking
        @Deadline("20s")
        public String blockingFast() {
            return "fast " + Thread.currentThread().isInterrupted();
        }

        @GET
        @Path("step")
        public Single<String> step() {
            return blocking.single(this::blocking);
        }

        @GET
        @Path("stream")
        @Deadline("1s")
        public Flowable<Buffer> stream() {
            return Flowable.interval(0, 250, TimeUnit.MILLISECONDS)
                    .take(6)
                    .map(number -> Buffer.buffer(
                            RequestDeadline.current().isNone() || number == 0 ? number + ";" : number + " limited;"));
        }

        @POST
        @Path("body")
        public String body(final String body) {
            return body;
        }

        @POST
        @Path("pieces")
        @Deadline("1h")
        public Single<Integer> pieces(final Flowable<Buffer> body) {
            return body.map(Buffer::length).reduce(0, Integer::sum);
        }

        @POST
        @Path("timed-pieces")
        public Single<Integer> timedPieces(final Flowable<Buffer> body) {
            return pieces(body);
        }
    }

    @Path("/patient")
    @Deadline("10s")
    public static final class Patient {

        @GET
        public long left() {
            return RequestDeadline.current().remaining().toMillis();
        }

        @GET
        @Path("method")
        @Deadline("20s")
        public Single<Long> leftOfMethod() {
            return Single.timer(300, TimeUnit.MILLISECONDS)
                    .map(passed -> RequestDeadline.current().remaining().toMillis());
        }
    }

    @Path("/")
    public static final class Plain {

        @GET
        @Path("left")
        public long left() {
            return RequestDeadline.current().remaining().toMillis();
        }

        @GET
        @Path("none")
        public CompletionStage<String> none() {
            return CompletableFuture.supplyAsync(
                    () -> RequestDeadline.current().toString(), task -> new Thread(task).start());
        }
    }

    @Path("/")
    public static final class Wrong {

        @GET
        @Deadline("2 seconds")
        public String wrong() {
            return "";
        }

        @POST
        @Deadline("0s")
        public String none() {
            return "";
        }
    }

    private RunningServer server;

    @BeforeEach
    void start() {
        SEEN.clear();
        RELEASE.drainPermits();
        BEGUN.set(0);
        server = RunningServer.of(
                RestPlugin.withResources(Timed.class, Patient.class), Map.of("jzenith.blocking-threads", 1));
        // The first request takes longer than others, and may use up the time of a short deadline.
        assertThat(server.get("/blocking-fast").body()).isEqualTo("fast false");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String usedUpIn(final RunningServer.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        final String detail = answer.json().get("detail").textValue();
        assertThat(detail).startsWith("The request took too long. Its time was used up in the stage '");
        return detail.substring(detail.indexOf('\'') + 1, detail.lastIndexOf('\''));
    }

    @Test
    void theDeadlineOfTheClassOrMethodIsSeenByItsWork() {
        assertThat(Long.parseLong(server.get("/patient").body())).isBetween(1L, 10_000L);
        assertThat(Long.parseLong(server.get("/patient/method").body())).isBetween(10_001L, 19_700L);
    }

    @Test
    void anAnnotationOnlyLowersTheRequestTimeout() {
        assertThat(Long.parseLong(server.get("/left-beyond").body())).isBetween(20_000L, 30_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "/never, resource, disposed",
        "/suspended, resource, completed",
        "/blocking, worker, interrupted",
        "/step, worker, interrupted"
    })
    void theAnswerNamesTheStageThatUsedUpTheTime(final String path, final String stage, final String seen)
            throws Exception {
        final long began = System.nanoTime();
        assertThat(usedUpIn(server.get(path))).isEqualTo(stage);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)).isBetween(390L, 20_000L);
        assertThat(SEEN.poll(20, TimeUnit.SECONDS)).isEqualTo(seen);
        assertThat(server.get("/blocking-fast").body()).isEqualTo("fast false");
    }

    @Test
    void workThatWaitsForAThreadIsNotBegun() throws Exception {
        final CompletableFuture<RunningServer.Answer> first =
                CompletableFuture.supplyAsync(() -> server.get("/occupied"), task -> new Thread(task).start());
        Await.until("the method runs", () -> BEGUN.get() == 1);
        assertThat(usedUpIn(server.get("/blocking"))).isEqualTo("worker queue");
        RELEASE.release();
        assertThat(first.get(20, TimeUnit.SECONDS).body()).isEqualTo("released");
        assertThat(BEGUN).hasValue(1);
    }

    @Test
    void aStreamHasNoDeadlineAfterItsFirstByte() {
        assertThat(server.get("/stream").body()).isEqualTo("0;1;2;3;4;5;");
    }

    @Test
    void aBodyThatIsNotThereAtTheDeadlineIs408() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 408 ").contains("The body did not arrive in time.");
        }
    }

    @Test
    void aDeadlineOfTheMethodHoldsForABodyInPiecesAndThatOfAllDoesNot() throws Exception {
        try (RunningServer impatient = RunningServer.of(
                        RestPlugin.withResources(Timed.class), Map.of("rest.request-timeout", "500ms"));
                RawClient patient = RawClient.to(impatient);
                RawClient client = RawClient.to(server)) {
            final String head = " HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\n";
            patient.send("POST /pieces" + head + "half");
            for (int i = 0; i < 2; i++) { // takes 400 ms each time
                assertThat(impatient.get("/never").status()).isEqualTo(503);
            }
            patient.send("half");
            assertThat(patient.answer()).startsWith("HTTP/1.1 200 ").endsWith("8");
            client.send("POST /timed-pieces" + head + "abc");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 503 ").contains("'resource'");
        }
    }

    @Test
    void aMalformedDurationFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(Wrong.class)))
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.problems())
                                .extracting(Object::toString)
                                .anySatisfy(text -> assertThat(text)
                                        .contains("The @Deadline of the method wrong is '2 seconds'")
                                        .contains("Write a duration such as 500ms"))
                                .anySatisfy(text -> assertThat(text).contains("of the method none is '0s'")));
    }

    private static RunningServer withHeader(final String proxies) {
        return RunningServer.of(
                RestPlugin.withResources(Plain.class),
                Map.of("rest.deadline-header", "X-Request-Deadline", "rest.trusted-proxies", proxies));
    }

    @ParameterizedTest
    @CsvSource({
        "15000, 15000",
        "20S, 20000",
        "15000000u, 15000",
        "19000m, 19000",
        "1H, 30000",
        "999999999999999999, 30000"
    })
    void aTrustedPeerLowersTheDeadline(final String value, final long most) {
        try (RunningServer trusting = withHeader("127.0.0.1,::1")) {
            assertThat(Long.parseLong(
                            trusting.get("/left", "X-Request-Deadline", value).body()))
                    .isBetween(most - 14_000, most);
        }
    }

    @Test
    void aTrustedPeerWithoutTimeIsAnsweredBeforeTheResourceIsCalled() {
        try (RunningServer trusting = withHeader("127.0.0.1,::1")) {
            assertThat(usedUpIn(trusting.get("/left", "X-Request-Deadline", "0")))
                    .isEqualTo("arrival");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "soon", "1000000000000000000000", "123456789S", "5x", "1, 2"})
    void aTrustedPeerWithAnotherTextIs400(final String value) {
        try (RunningServer trusting = withHeader("127.0.0.1,::1")) {
            final RunningServer.Answer answer = trusting.get("/left", "X-Request-Deadline", value);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("X-Request-Deadline must be milliseconds");
        }
    }

    @Test
    void anyOtherPeerIsNotListenedTo() {
        try (RunningServer careful = withHeader("192.0.2.1")) {
            for (final String value : List.of("0", "-1", "1")) {
                assertThat(Long.parseLong(careful.get("/left", "X-Request-Deadline", value)
                                .body()))
                        .isGreaterThan(20_000);
            }
            assertThat(careful.get("/none").body()).isEqualTo("no deadline");
        }
    }

    @Test
    void aClientThatLeavesDoesNotInterruptItsBlockingMethodBeforeTheDeadline() throws Exception {
        final Gauge connections = server.gauge("rest.connections");
        final long before = connections.used();
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /occupied HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until("the method runs", () -> BEGUN.get() == 1);
        }
        Await.until("the server knows that the client has left", () -> connections.used() == before);
        RELEASE.release();
        assertThat(SEEN.poll(20, TimeUnit.SECONDS)).isEqualTo("ended");
    }
}

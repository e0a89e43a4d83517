package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** A resource that blocks its event loop: it is named, the event loop answers again, and the stop does not wait. */
final class BlockedEventLoopTest {

    private static final Map<String, Object> SOON = Map.of(
            "jzenith.blocked-threshold", "100ms",
            "jzenith.blocked-interrupt", "300ms");

    private static final Map<String, Object> NEVER = Map.of(
            "jzenith.blocked-threshold", "100ms",
            "jzenith.blocked-interrupt", "1h");

    static final class Desk {

        final SingleSubject<String> never = SingleSubject.create();
        final CompletableFuture<String> future = new CompletableFuture<>();
        final CountDownLatch latch = new CountDownLatch(1);
        final BlockingQueue<Thread> held = new LinkedBlockingQueue<>();
        volatile boolean released;
        volatile boolean interrupted;
    }

    private static volatile Desk desk = new Desk();

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        @GET
        public String get() {
            return Thread.currentThread().isInterrupted() ? "interrupted" : "fine";
        }

        @GET
        @Path("blocking-get")
        public String blockingGet() {
            desk.held.add(Thread.currentThread());
            return desk.never.blockingGet();
        }

        @GET
        @Path("latch")
        public String latch() throws InterruptedException {
            desk.held.add(Thread.currentThread());
            desk.latch.await();
            return "not interrupted";
        }

        @GET
        @Path("sleep")
        public String sleep() throws InterruptedException {
            desk.held.add(Thread.currentThread());
            Thread.sleep(60_000);
            return "not interrupted";
        }

        @GET
        @Path("future")
        public Single<String> future() throws InterruptedException, ExecutionException {
            desk.held.add(Thread.currentThread());
            return Single.just(desk.future.get());
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.just("x").observeOn(Schedulers.io()).map(each -> each);
        }

        @GET
        @Path("computing")
        public String computing() {
            desk.held.add(Thread.currentThread());
            while (!desk.released) {
                Thread.onSpinWait();
            }
            return Thread.interrupted() ? "interrupted" : "not interrupted";
        }

        @GET
        @Path("stubborn")
        public String stubborn() {
            desk.held.add(Thread.currentThread());
            while (!desk.released) {
                try {
                    desk.latch.await();
                } catch (final InterruptedException e) {
                    desk.interrupted = true;
                }
            }
            return "released";
        }
    }

    private LogLines log;

    @BeforeEach
    void listen() {
        desk = new Desk();
        log = LogLines.of("org.jzenith");
    }

    @AfterEach
    void release() {
        desk.released = true;
        desk.latch.countDown();
        log.close();
    }

    private static RunningServer server(final Map<String, Object> configuration) {
        final Map<String, Object> oneEventLoop = new HashMap<>(configuration);
        oneEventLoop.put("rest.instances", 1);
        return RunningServer.of(RestPlugin.withResources(Resource.class), oneEventLoop);
    }

    private static RawClient ask(final RunningServer server, final String path) throws IOException {
        return RawClient.to(server).send("GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Request-Id: id-17\r\n\r\n");
    }

    private static Thread held() throws InterruptedException {
        final Thread thread = desk.held.poll(20, TimeUnit.SECONDS);
        assertThat(thread).isNotNull();
        return thread;
    }

    private static boolean isHeld(final ILoggingEvent event, final Level level) {
        return event.getLevel() == level && event.getFormattedMessage().contains(" ms by GET /");
    }

    private static String stackOf(final ILoggingEvent report) {
        return Arrays.toString(
                ((ThrowableProxy) report.getThrowableProxy()).getThrowable().getStackTrace());
    }

    @ParameterizedTest
    @ValueSource(strings = {"latch", "future", "sleep"})
    void aRequestThatBlocksItsEventLoopFailsAndTheOthersAreAnswered(final String path) throws Exception {
        try (RunningServer server = server(SOON);
                RawClient resting = ask(server, "/")) {
            assertThat(resting.answer()).endsWith("fine");
            for (int i = 0; i < 2; i++) {
                try (RawClient blocking = ask(server, "/" + path)) {
                    final Thread thread = held();
                    resting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(blocking.answer()).startsWith("HTTP/1.1 500 ");
                    assertThat(resting.answer()).endsWith("fine");
                    assertThat(thread.isInterrupted()).isFalse();
                }
            }
        }
    }

    @Test
    void theReportNamesTheRequestTheMethodAndWhatItDoes() throws Exception {
        try (RunningServer server = server(SOON);
                RawClient blocking = ask(server, "/latch?secret=1")) {
            final Thread thread = held();
            for (final Level level : new Level[] {Level.WARN, Level.ERROR}) {
                // On a slow machine the way to the method may be reported already.
                final ILoggingEvent report =
                        log.next(event -> isHeld(event, level) && stackOf(event).contains("CountDownLatch.await"));
                assertThat(report.getFormattedMessage())
                        .contains(thread.getName(), "GET /latch (Resource.latch), request id-17")
                        .contains("@io.smallrye.common.annotation.Blocking", "Single")
                        .doesNotContain("secret");
                assertThat(stackOf(report)).contains("Resource.latch");
            }
            assertThat(blocking.answer()).startsWith("HTTP/1.1 500 ");
        }
    }

    @Test
    void theDefaultsFreeAnEventLoop() throws Exception {
        try (RunningServer server = server(Map.of());
                RawClient blocking = ask(server, "/latch")) {
            held();
            assertThat(server.get("/").body()).isEqualTo("fine");
            assertThat(blocking.answer()).startsWith("HTTP/1.1 500 ");
        }
    }

    @Test
    void workThatComputesIsReportedAgainAndAgainAndNotInterrupted() throws Exception {
        try (RunningServer server = server(SOON);
                RawClient computing = ask(server, "/computing")) {
            held();
            for (int i = 0; i < 5; i++) {
                assertThat(log.next("GET /computing").getLevel()).isEqualTo(Level.WARN);
            }
            desk.released = true;
            assertThat(computing.answer()).endsWith("not interrupted");
            assertThat(server.get("/").body()).isEqualTo("fine");
        }
    }

    @Test
    void anInterruptThatIsNotHeardIsSentAgain() throws Exception {
        try (RunningServer server = server(SOON);
                RawClient stubborn = ask(server, "/stubborn")) {
            held();
            for (int i = 0; i < 2; i++) {
                assertThat(log.next(event -> isHeld(event, Level.ERROR)).getFormattedMessage())
                        .contains("The thread is waiting, so jZenith interrupts it.");
            }
            assertThat(log.next(event -> isHeld(event, Level.ERROR)).getFormattedMessage())
                    .contains("cannot be interrupted");
            desk.released = true;
            assertThat(stubborn.answer()).endsWith("released");
            assertThat(server.get("/").body()).isEqualTo("fine");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"latch", "sleep"})
    void theStopInterruptsAnEventLoopThatWaits(final String path) throws Exception {
        final RunningServer server = server(Map.of(
                "jzenith.blocked-interrupt", "1h", "jzenith.drain-timeout", "100ms", "jzenith.close-timeout", "120s"));
        try (RawClient blocking = ask(server, "/" + path)) {
            final Thread thread = held();
            server.close();
            assertThat(blocking.untilClose()).startsWith("HTTP/1.1 5");
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
            assertThat(log.next("jZenith interrupts").getFormattedMessage())
                    .contains("GET /" + path + " (Resource." + path + ")");
            log.next("Stopped after");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stubborn", "computing"})
    void theStopDoesNotWaitForAnEventLoopThatCannotBeInterrupted(final String path) throws Exception {
        final RunningServer server = server(Map.of("jzenith.drain-timeout", "100ms", "jzenith.close-timeout", "120s"));
        try (RawClient blocking = ask(server, "/" + path)) {
            final Thread thread = held();
            CompletableFuture.runAsync(server::close).get(100, TimeUnit.SECONDS);
            assertThat(log.next("Stopped with").getFormattedMessage())
                    .contains(thread.getName(), "GET /" + path + " (Resource." + path + "), request id-17");
            desk.released = true;
            desk.latch.countDown();
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
            blocking.untilClose();
        }
    }

    @Test
    void aBlockingCallOfRxJavaFailsBeforeItBlocks() throws Exception {
        final Vertx other = Vertx.vertx();
        try (RunningServer server = server(NEVER)) {
            assertThat(server.get("/blocking-get").status()).isEqualTo(500);
            final ILoggingEvent failure = log.next("GET /blocking-get failed");
            assertThat(failure.getThrowableProxy().getMessage()).contains("event loop", "annotation.Blocking");
            assertThat(server.get("/later").body()).isEqualTo("x");
            assertThat(elsewhere(other).get(20, TimeUnit.SECONDS)).isEqualTo("fine");
        } finally {
            other.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void theEventLoopsOfOthersAreLeftAlone() throws Exception {
        final Vertx other = Vertx.vertx();
        try (RunningServer server = server(SOON);
                RunningServer second = server(NEVER);
                RawClient waiting = ask(second, "/future")) {
            final CompletableFuture<String> foreign = elsewhere(other, desk.latch);
            held();
            try (RawClient blocking = ask(server, "/latch")) {
                assertThat(blocking.answer()).startsWith("HTTP/1.1 500 ");
            }
            desk.latch.countDown();
            desk.future.complete("not interrupted");
            assertThat(foreign.get(20, TimeUnit.SECONDS)).isEqualTo("fine");
            assertThat(waiting.answer()).endsWith("not interrupted");
        } finally {
            other.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    private static CompletableFuture<String> elsewhere(final Vertx other) {
        return elsewhere(other, new CountDownLatch(0));
    }

    /** Blocks an event loop of somebody else, first with a latch, then with RxJava. */
    private static CompletableFuture<String> elsewhere(final Vertx other, final CountDownLatch latch) {
        final CompletableFuture<String> result = new CompletableFuture<>();
        other.runOnContext(now -> {
            try {
                latch.await();
                result.complete(Single.just("fine").subscribeOn(Schedulers.io()).blockingGet());
            } catch (final InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}

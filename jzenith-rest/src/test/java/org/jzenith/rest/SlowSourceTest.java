package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Flowable;
import io.reactivex.FlowableEmitter;
import io.reactivex.processors.PublishProcessor;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The elements that a client receives while the source pauses. */
final class SlowSourceTest {

    private static final int TURNS = 2000;

    @Path("/")
    public static final class Slow {

        static volatile PublishProcessor<String> source = PublishProcessor.create();
        static volatile CountDownLatch cancelled = new CountDownLatch(1);
        static final CompletableFuture<Subscriber<? super String>> deaf = new CompletableFuture<>();

        @GET
        @Path("elements")
        @Produces({"application/json", "application/x-ndjson", "text/plain"})
        public Flowable<String> elements() {
            return source.onBackpressureBuffer().doOnCancel(cancelled::countDown);
        }

        /** Emits what it is not asked for, also after it was cancelled. */
        @GET
        @Path("deaf")
        @Produces("application/json")
        public Flowable<String> deaf() {
            return new Flowable<>() {
                @Override
                protected void subscribeActual(final Subscriber<? super String> subscriber) {
                    subscriber.onSubscribe(new Subscription() {
                        @Override
                        public void request(final long count) {}

                        @Override
                        public void cancel() {
                            cancelled.countDown();
                        }
                    });
                    deaf.complete(subscriber);
                }
            };
        }

        @GET
        @Path("forever")
        @Produces("application/json")
        public Flowable<String> forever() {
            return Flowable.just("first").concatWith(Flowable.never()).doOnCancel(cancelled::countDown);
        }

        @GET
        @Path("silent")
        @Produces("application/json")
        public Flowable<String> silent() {
            return Flowable.never();
        }

        /** An element in each turn of the event loop, and no end. */
        @GET
        @Path("turns")
        @Produces("application/x-ndjson")
        public Flowable<Integer> turns() {
            return Flowable.create(
                    emitter -> Vertx.currentContext().runOnContext(turn -> emitInTurns(emitter, 0)),
                    BackpressureStrategy.BUFFER);
        }

        private static void emitInTurns(final FlowableEmitter<Integer> emitter, final int number) {
            if (number < TURNS) {
                emitter.onNext(number);
                Vertx.currentContext().runOnContext(turn -> emitInTurns(emitter, number + 1));
            }
        }

        /** An element each 300 microseconds, and no end. */
        @GET
        @Path("steady")
        @Produces("application/x-ndjson")
        public Flowable<Integer> steady() {
            return Flowable.create(
                    emitter -> Vertx.currentContext().runOnContext(turn -> emitSteadily(emitter, 0, System.nanoTime())),
                    BackpressureStrategy.BUFFER);
        }

        private static void emitSteadily(final FlowableEmitter<Integer> emitter, final int number, final long due) {
            final boolean isDue = System.nanoTime() - due >= 0;
            if (isDue && number < TURNS) {
                emitter.onNext(number);
            }
            if (number < TURNS) {
                Vertx.currentContext()
                        .runOnContext(turn ->
                                emitSteadily(emitter, isDue ? number + 1 : number, isDue ? due + 300_000 : due));
            }
        }

        @GET
        @Path("small")
        @Produces("application/json")
        public Flowable<Integer> small() {
            return Flowable.range(1, 20);
        }
    }

    @BeforeEach
    void newSource() {
        Slow.source = PublishProcessor.create();
        Slow.cancelled = new CountDownLatch(1);
    }

    private static RunningServer server(final Map<String, Object> settings) {
        return RunningServer.of(RestPlugin.withResources(Slow.class), settings);
    }

    private static RawClient ask(final RunningServer server, final String type) throws Exception {
        final RawClient client = RawClient.to(server);
        client.send("GET /elements HTTP/1.1\r\nHost: a\r\nAccept: " + type + "\r\n\r\n");
        Await.until("the source is subscribed", Slow.source::hasSubscribers);
        return client;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json     | [\"a\"   | ,\"b\"    | ]",
                "application/x-ndjson | \"a\"$   | \"b\"$    | ",
                "text/plain           | a        | b          | ",
            })
    void anElementIsSentWhenTheSourcePauses(
            final String type, final String first, final String second, final String end) throws Exception {
        try (RunningServer server = server(Map.of());
                RawClient client = ask(server, type)) {
            Slow.source.onNext("a");
            assertThat(client.headOnly()).startsWith("HTTP/1.1 200 ").contains("transfer-encoding: chunked");
            assertThat(client.chunk()).isEqualTo(first.replace('$', '\n'));
            Slow.source.onNext("b");
            assertThat(client.chunk()).isEqualTo(second.replace('$', '\n'));
            Slow.source.onComplete();
            if (end != null) {
                assertThat(client.chunk()).isEqualTo(end);
            }
            assertThat(client.line()).isEqualTo("0");
        }
    }

    /** A packet for each would be 2,000. */
    @Test
    void aSourceWithManyShortPausesIsSentInFewPacketsToItsLastElement() throws Exception {
        try (RunningServer server = server(Map.of());
                RawClient client = RawClient.to(server)) {
            client.send("GET /turns HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            final StringBuilder all = new StringBuilder();
            int packets = 0;
            while (!all.toString().endsWith("\n" + (TURNS - 1) + "\n")) {
                all.append(client.chunk());
                packets++;
            }
            assertThat(all.toString().lines())
                    .containsExactlyElementsOf(IntStream.range(0, TURNS)
                            .mapToObj(Integer::toString)
                            .toList());
            assertThat(packets).isLessThan(TURNS / 4);
        }
    }

    /** A packet each millisecond would be 600. */
    @Test
    void aSourceThatGoesOnIsSentInPacketsOfSomeMilliseconds() throws Exception {
        try (RunningServer server = server(Map.of());
                RawClient client = RawClient.to(server)) {
            client.send("GET /steady HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            final StringBuilder all = new StringBuilder();
            final long begin = System.nanoTime();
            int packets = 0;
            while (!all.toString().endsWith("\n" + (TURNS - 1) + "\n")) {
                all.append(client.chunk());
                packets++;
            }
            assertThat(packets * 2L).isLessThan(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        }
    }

    @Test
    void elementsWaitForOthersAsLongAsTheSettingSays() throws Exception {
        try (RunningServer server = server(Map.of("rest.stream-flush", "1s"));
                RawClient client = ask(server, "application/x-ndjson")) {
            final long begin = System.nanoTime();
            Slow.source.onNext("a");
            Schedulers.computation().scheduleDirect(() -> Slow.source.onNext("b"), 100, TimeUnit.MILLISECONDS);
            client.headOnly();
            assertThat(client.chunk()).isEqualTo("\"a\"\n\"b\"\n");
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
        }
    }

    @Test
    void aResultThatEndsWithoutAPauseHasALength() {
        try (RunningServer server = server(Map.of())) {
            assertThat(server.get("/small").header("Content-Length")).isEqualTo("52");
        }
    }

    @Test
    void theTimeOutOfTheRequestEndsWithTheFirstElement() throws Exception {
        try (RunningServer server = server(Map.of("rest.request-timeout", "1s", "rest.instances", 1));
                RawClient client = RawClient.to(server)) {
            client.send("GET /forever HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            assertThat(client.chunk()).isEqualTo("[\"first\"");
            assertThat(server.get("/silent").status())
                    .as("the time of a later request is over")
                    .isEqualTo(503);
            assertThat(Slow.cancelled.getCount()).isEqualTo(1);
        }
        assertThat(Slow.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSourceWithoutAnElementIsAnsweredAtTheTimeOut() throws Exception {
        try (RunningServer server = server(Map.of("rest.request-timeout", "500ms"));
                RawClient client = ask(server, "application/json")) {
            assertThat(client.answer()).startsWith("HTTP/1.1 503 ");
            assertThat(Slow.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void nothingIsKeptForAClientThatHasLeft() throws Exception {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Slow.class))) {
            final Subscriber<? super String> subscriber;
            final WeakReference<String> waiting;
            try (RawClient client = RawClient.to(server)) {
                client.send("GET /deaf HTTP/1.1\r\nHost: here\r\n\r\n");
                subscriber = Slow.deaf.get(20, TimeUnit.SECONDS);
                for (int i = 0; i < 30; i++) {
                    subscriber.onNext("x".repeat(1_000_000));
                }
                waiting = emit(subscriber);
            }
            assertThat(Slow.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
            awaitCollected(waiting);
            awaitCollected(emit(subscriber));
        }
    }

    private static WeakReference<String> emit(final Subscriber<? super String> subscriber) {
        final String element = "x".repeat(1000);
        subscriber.onNext(element);
        return new WeakReference<>(element);
    }

    private static void awaitCollected(final WeakReference<String> element) {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (element.get() != null) {
            assertThat(System.nanoTime()).isLessThan(end);
            System.gc();
        }
    }
}

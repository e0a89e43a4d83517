package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Observable;
import io.reactivex.processors.PublishProcessor;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;

/** Events as a client of {@code text/event-stream} reads them. */
final class ServerSentEventsTest {

    // region flowable
    public record Price(String share, double euros) {}

    @Singleton
    @Path("/prices")
    public static final class PriceResource {

        private final Sse sse;

        @Inject
        PriceResource(final Sse sse) {
            this.sse = sse;
        }

        @GET
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public Flowable<OutboundSseEvent> prices(@HeaderParam("Last-Event-ID") final Integer last) {
            final int next = last == null ? 1 : last + 1;
            return Flowable.intervalRange(next, 3, 0, 10, TimeUnit.MILLISECONDS)
                    .onBackpressureDrop()
                    .map(number -> sse.newEventBuilder()
                            .id(number.toString())
                            .name("price")
                            .data(new Price("ACME", 10 + number))
                            .build());
        }
    }

    // endregion

    // region broadcaster
    @Singleton
    @Path("/news")
    public static final class NewsResource {

        private final Sse sse;
        private final SseBroadcaster broadcaster;

        @Inject
        NewsResource(final Sse sse) {
            this.sse = sse;
            this.broadcaster = sse.newBroadcaster();
        }

        @GET
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public void listen(@Context final SseEventSink sink) {
            broadcaster.register(sink);
        }

        /** From any thread. */
        void publish(final String news) {
            broadcaster.broadcast(sse.newEvent(news));
        }
    }

    // endregion

    @Path("same")
    public static final class SameObject {

        private final Sse injected;

        @Context
        private Sse field;

        @Inject
        SameObject(final Sse injected) {
            this.injected = injected;
        }

        @GET
        @Produces(MediaType.TEXT_PLAIN)
        public boolean isSame(@Context final Sse parameter) {
            return parameter == injected && field == injected;
        }
    }

    @Path("/")
    public static final class Events {

        static volatile PublishProcessor<Object> source = PublishProcessor.create();
        static volatile CountDownLatch cancelled = new CountDownLatch(1);
        static volatile SseEventSink sink;
        static volatile SseBroadcaster broadcaster;
        static final BlockingQueue<Boolean> RELEASED = new LinkedBlockingQueue<>();
        static final List<String> TOLD = new CopyOnWriteArrayList<>();

        @Context
        private Sse field;

        @GET
        @Path("open")
        @Produces("text/event-stream")
        public Flowable<Object> open() {
            return source.onBackpressureBuffer().doOnCancel(cancelled::countDown);
        }

        @GET
        @Path("values")
        @Produces("text/event-stream")
        public Observable<Object> values() {
            return Observable.just(
                    "a\nb\r\nc\rd\n",
                    1,
                    new Price("x", 1.5),
                    List.of("q"),
                    true,
                    io.vertx.core.buffer.Buffer.buffer("B"));
        }

        @GET
        @Path("fields")
        @Produces("text/event-stream")
        public Flowable<OutboundSseEvent> fields(@Context final Sse sse) {
            return Flowable.just(
                    sse.newEventBuilder()
                            .id("7")
                            .name("n")
                            .reconnectDelay(500)
                            .comment("one\ntwo")
                            .data("x")
                            .build(),
                    sse.newEventBuilder().comment("only").build(),
                    sse.newEventBuilder()
                            .mediaType(MediaType.APPLICATION_JSON_TYPE)
                            .data("text")
                            .build(),
                    field.newEvent("name", "data"));
        }

        @GET
        @Path("error")
        @Produces({"application/json", "application/x-ndjson", "text/plain", "text/event-stream"})
        public Flowable<String> error() {
            return Flowable.error(new BadRequestException("no"));
        }

        @GET
        @Path("nothing")
        @Produces({"application/json", "application/x-ndjson", "text/plain", "text/event-stream"})
        public Flowable<String> nothing() {
            return Flowable.empty();
        }

        @GET
        @Path("sink")
        @Produces("text/event-stream")
        public void sink(@Context final SseEventSink opened) {
            sink = opened;
        }

        @GET
        @Path("sent")
        @Produces("text/event-stream")
        public void sent(@Context final SseEventSink opened, @Context final Sse sse) throws Exception {
            try (opened) {
                opened.send(sse.newEvent("1"));
                opened.send(sse.newEvent("2"));
            }
        }

        @GET
        @Path("worker")
        @Produces("text/event-stream")
        @Blocking
        public void worker(@Context final SseEventSink opened, @Context final Sse sse) throws Exception {
            opened.send(sse.newEvent("1")).toCompletableFuture().get(20, TimeUnit.SECONDS);
            RELEASED.take();
            opened.send(sse.newEvent("2"));
            opened.close();
        }

        @GET
        @Path("closed")
        @Produces("text/event-stream")
        public void closed(@Context final SseEventSink opened) throws Exception {
            opened.close();
        }

        @GET
        @Path("thrown")
        @Produces("text/event-stream")
        public void thrown(@Context final SseEventSink opened) {
            sink = opened;
            throw new BadRequestException("no");
        }

        @GET
        @Path("listen")
        @Produces("text/event-stream")
        public void listen(@Context final SseEventSink opened) {
            broadcaster.register(opened);
        }

        @GET
        @Path("headers")
        @Produces("text/event-stream")
        public Response headers() {
            return Response.ok(Flowable.just("a"))
                    .header("Cache-Control", "no-cache")
                    .build();
        }
    }

    @Path("/wrong")
    public static final class WrongType {

        @GET
        @Produces("application/json")
        public void listen(@Context final SseEventSink opened) {}
    }

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    private RunningServer server;

    @BeforeEach
    void start() {
        Events.source = PublishProcessor.create();
        Events.cancelled = new CountDownLatch(1);
        Events.sink = null;
        Events.TOLD.clear();
        start(Map.of());
    }

    private void start(final Map<String, Object> settings) {
        server = SERVERS.get(
                settings,
                () -> RunningServer.of(
                        RestPlugin.withResources(Events.class, PriceResource.class, NewsResource.class), settings));
    }

    private RawClient ask(final String path, final String... headers) throws Exception {
        return RawClient.to(server)
                .send("GET " + path + " HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n"
                        + String.join("\r\n", headers) + "\r\n");
    }

    private static Sse sse() {
        return new org.jzenith.rest.internal.sse.ServerSentEvents();
    }

    @Test
    void theHeadIsSentAtOnce() throws Exception {
        try (RawClient client = ask("/open")) {
            final String head = client.headOnly();
            assertThat(head)
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("content-type: text/event-stream;charset=UTF-8\r\n")
                    .containsIgnoringCase("cache-control: no-store\r\n")
                    .containsIgnoringCase("x-accel-buffering: no\r\n");
            assertThat(client.chunk()).isEqualTo(":\n\n");
            Events.source.onNext("a");
            assertThat(client.chunk()).isEqualTo("data: a\n\n");
            Events.source.onComplete();
            assertThat(client.line()).isEqualTo("0");
        }
    }

    @Test
    void valuesAreData() {
        final RunningServer.Answer answer = server.get("/values");
        assertThat(answer.body())
                .isEqualTo(
                        "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"
                                + "data: 1\n\ndata: {\"share\":\"x\",\"euros\":1.5}\n\ndata: [\"q\"]\n\ndata: true\n\ndata: B\n\n");
        assertThat(answer.header("Content-Length")).isNotNull();
    }

    @Test
    void anEventHasItsFields() {
        assertThat(server.get("/fields").body())
                .isEqualTo(": one\n: two\nevent: n\nid: 7\nretry: 500\ndata: x\n\n"
                        + ": only\n\n"
                        + "data: text\n\n"
                        + "event: name\ndata: data\n\n");
    }

    @Test
    void aFieldCannotBeginAnother() {
        final OutboundSseEvent.Builder builder = sse().newEventBuilder();
        for (final String evil : List.of("a\ndata: b", "a\rb", "a\0b")) {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> builder.id(evil))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("index 1");
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> builder.name(evil))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aClientContinuesAfterTheLastEvent() {
        assertThat(server.get("/prices").body()).contains("id: 1\ndata: {\"share\":\"ACME\",\"euros\":11.0}");
        assertThat(server.get("/prices", "Last-Event-ID", "5").body())
                .contains("id: 6\n", "id: 8\n")
                .doesNotContain("id: 5\n");
    }

    @Test
    void headersOfTheResponseStay() {
        final RunningServer.Answer answer = server.get("/headers");
        assertThat(answer.response().headers().allValues("Cache-Control")).containsExactly("no-cache");
        assertThat(answer.body()).isEqualTo("data: a\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "text/plain", "text/event-stream"})
    void aFailureBeforeTheFirstElementIsAProblem(final String type) {
        final RunningServer.Answer answer = server.get("/error", "Accept", type);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "text/plain", "text/event-stream"})
    void noElementsAreNoFailure(final String type) {
        final RunningServer.Answer answer = server.get("/nothing", "Accept", type);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(type.equals("application/json") ? "[]" : "");
    }

    @Test
    void theLastEventOfAFailureIsItsProblem() throws Exception {
        try (RawClient client = ask("/open")) {
            client.headOnly();
            Await.until("the source is subscribed", Events.source::hasSubscribers);
            Events.source.onNext("a");
            Events.source.onError(new IllegalStateException("secret"));
            assertThat(client.untilClose())
                    .containsSubsequence("data: a\n\n", "event: error\ndata: {\"")
                    .contains("\"status\":500")
                    .doesNotContain("secret")
                    .doesNotContain("\r\n0\r\n");
        }
    }

    @Test
    void aWriterThatFailsBreaksTheStreamOff() throws Exception {
        try (RawClient client = ask("/open")) {
            client.headOnly();
            Await.until("the source is subscribed", Events.source::hasSubscribers);
            Events.source.onNext("a");
            Events.source.onNext(new Object() {
                public String getName() {
                    throw new IllegalStateException("secret");
                }
            });
            assertThat(client.untilClose()).contains("event: error\ndata: {").doesNotContain("secret");
            assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aClientThatLeavesCancels() throws Exception {
        try (RawClient client = ask("/open")) {
            client.headOnly();
        }
        assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void commentsAreSentWhileThereIsNoEvent() throws Exception {
        start(Map.of("rest.sse.heartbeat", "200ms", "rest.sse.retry", "3s", "rest.idle-timeout", "1s"));
        final long begin = System.nanoTime();
        try (RawClient client = ask("/open")) {
            client.headOnly();
            assertThat(client.chunk()).isEqualTo("retry: 3000\n\n");
            for (int i = 0; i < 8; i++) {
                assertThat(client.chunk()).isEqualTo(":\n\n");
            }
            // longer than an idle connection may be, and not more often than the setting says
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1300));
            Events.source.onNext("a");
            assertThat(client.chunk()).isEqualTo("data: a\n\n");
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
        server.get("/values"); // the first request takes longer than others
        try (RawClient client = ask("/open")) {
            client.headOnly();
            client.chunk();
            awaitIdleTimeouts();
            Events.source.onNext("a");
            assertThat(client.chunk()).isEqualTo("data: a\n\n");
        }
    }

    @Test
    void aStopEndsStreamsOfEvents() throws Exception {
        start(Map.of("rest.instances", 1)); // no other test has this application
        try (RawClient flowable = ask("/open");
                RawClient sink = ask("/sink")) {
            flowable.headOnly();
            sink.headOnly();
            Await.until("the sink is there", () -> Events.sink != null);
            final long begin = System.nanoTime();
            server.application().stop();
            // without waiting for the drain-timeout
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
            assertThat(flowable.untilClose()).endsWith("0\r\n\r\n");
            assertThat(sink.untilClose()).endsWith("0\r\n\r\n");
            assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(Events.sink.isClosed()).isTrue();
        }
    }

    @Test
    void whatAMethodSendsToItsSinkArrives() {
        final RunningServer.Answer answer = server.get("/sent", "Accept", "text/event-stream");
        assertThat(answer.header("Content-Type")).isEqualTo("text/event-stream;charset=UTF-8");
        assertThat(answer.body()).isEqualTo("data: 1\n\ndata: 2\n\n");
    }

    @Test
    void aWorkerThreadMayWaitForEachEvent() throws Exception {
        try (RawClient client = ask("/worker")) {
            assertThat(client.headOnly()).startsWith("HTTP/1.1 200 ");
            assertThat(client.chunk()).isEqualTo("data: 1\n\n");
            Events.RELEASED.add(true);
            assertThat(client.chunk()).isEqualTo("data: 2\n\n");
            assertThat(client.line()).isEqualTo("0");
        }
    }

    @Test
    void aSinkThatIsClosedUnusedTellsTheClientNotToComeBack() {
        assertThat(server.get("/closed").status()).isEqualTo(204);
    }

    @Test
    void aMethodThatThrowsClosesItsSink() {
        assertThat(server.get("/thrown").status()).isEqualTo(400);
        assertThat(Events.sink.isClosed()).isTrue();
    }

    @Test
    void aSinkIsUsedFromAnyThread() throws Exception {
        try (RawClient client = ask("/sink")) {
            assertThat(client.headOnly()).startsWith("HTTP/1.1 200 ");
            client.chunk();
            Await.until("the sink is there", () -> Events.sink != null);
            final CompletionStage<?> sent = Events.sink.send(sse().newEvent("far"));
            assertThat(client.chunk()).isEqualTo("data: far\n\n");
            sent.toCompletableFuture().get(20, TimeUnit.SECONDS);
            Events.sink.close();
            assertThat(Events.sink.isClosed()).isTrue();
            assertThat(client.line()).isEqualTo("0");
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> Events.sink.send(sse().newEvent("late")))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aClientThatLeavesClosesItsSink() throws Exception {
        try (RawClient client = ask("/sink")) {
            client.headOnly();
            Await.until("the sink is there", () -> Events.sink != null);
        }
        Await.until("the sink is closed", Events.sink::isClosed);
    }

    private SseBroadcaster newBroadcaster() {
        final SseBroadcaster made = sse().newBroadcaster();
        made.onError(
                (sink, error) -> Events.TOLD.add("error " + error.getClass().getSimpleName()));
        made.onClose(sink -> Events.TOLD.add("close"));
        Events.broadcaster = made;
        return made;
    }

    @Test
    void aBroadcasterTellsWhoHasLeft() throws Exception {
        final SseBroadcaster broadcaster = newBroadcaster();
        try (RawClient stays = ask("/listen");
                RawClient leaves = ask("/listen")) {
            stays.headOnly();
            leaves.headOnly();
            stays.chunk();
            leaves.leave();
            Await.until("the listener is told", () -> Events.TOLD.equals(List.of("close")));
            broadcaster.broadcast(sse().newEvent("x")).toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(stays.chunk()).isEqualTo("data: x\n\n");
            broadcaster.close();
            assertThat(stays.line()).isEqualTo("0");
            Await.until("both are told", () -> Events.TOLD.equals(List.of("close", "close")));
        }
    }

    @Test
    void aListenerThatDoesNotReadIsClosedAndNotWaitedFor() throws Exception {
        final SseBroadcaster broadcaster = newBroadcaster();
        final String large = "x".repeat(64 * 1024);
        try (RawClient reads = ask("/listen");
                RawClient reader = ask("/listen")) {
            reads.headOnly();
            reader.headOnly();
            reader.chunk();
            final AtomicInteger read = new AtomicInteger();
            final Thread reading = new Thread(() -> {
                try {
                    while (reader.chunk().length() > 1) {
                        read.incrementAndGet();
                    }
                } catch (final Exception | AssertionError e) {
                    // the end
                }
            });
            reading.start();
            int sent = 0;
            while (Events.TOLD.isEmpty() && sent < 2000) {
                final int before = sent++;
                broadcaster.broadcast(sse().newEvent(large));
                Await.until("more is read", () -> read.get() > before);
            }
            Await.until("all are told", () -> Events.TOLD.size() == 2);
            assertThat(Events.TOLD).containsExactly("error IOException", "close");
            broadcaster.close();
            reading.join(20_000);
            assertThat(read.get()).isGreaterThanOrEqualTo(sent);
        }
    }

    @Test
    void manyListenersOfOneBroadcasterVanish() throws Exception {
        newBroadcaster();
        final List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            clients.add(ask("/listen"));
        }
        for (final RawClient client : clients) {
            client.headOnly();
        }
        Events.broadcaster.broadcast(sse().newEvent("x")).toCompletableFuture().get(20, TimeUnit.SECONDS);
        for (final RawClient client : clients) {
            client.leave();
        }
        Await.until("all are told", () -> Events.TOLD.size() == 300);
        Events.broadcaster
                .broadcast(sse().newEvent("nobody"))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void dataThatNothingWritesFailsTheSending() throws Exception {
        try (RawClient client = ask("/sink")) {
            client.headOnly();
            Await.until("the sink is there", () -> Events.sink != null);
            final OutboundSseEvent event = sse().newEventBuilder()
                    .mediaType(MediaType.APPLICATION_XML_TYPE)
                    .data(new Price("a", 1))
                    .build();
            org.assertj.core.api.Assertions.assertThatThrownBy(
                            () -> Events.sink.send(event).toCompletableFuture().join())
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("No MessageBodyWriter writes the data of an event, a ");
            assertThat(Events.sink.isClosed()).isFalse();
        }
    }

    @Test
    void aSinkOfAMethodThatProducesSomethingElseFailsTheStart() {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> RunningServer.of(RestPlugin.withResources(WrongType.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("takes an SseEventSink but does not produce text/event-stream")
                .hasMessageContaining("Add @Produces(MediaType.SERVER_SENT_EVENTS).");
    }

    @Test
    void contextAndInjectGiveTheSameObject() {
        try (RunningServer other = RunningServer.of(RestPlugin.withResources(SameObject.class))) {
            assertThat(other.get("/same").body()).isEqualTo("true");
        }
    }

    @Test
    void theNewsReachWhoListens() throws Exception {
        try (RawClient client = ask("/news")) {
            client.headOnly();
            client.chunk();
            final NewsResource news = server.application().injector().getInstance(NewsResource.class);
            news.publish("first\nsecond");
            assertThat(client.chunk()).isEqualTo("data: first\ndata: second\n\n");
        }
    }

    @Test
    void aClientThatNeverReadsIsClosedAfterTheIdleTimeout() throws IOException, Exception {
        start(Map.of("rest.idle-timeout", "1s"));
        try (RawClient client = ask("/open")) {
            client.headOnly();
            Await.until("the source is subscribed", Events.source::hasSubscribers);
            final String large = "x".repeat(64 * 1024);
            for (int i = 0; i < 2000 && Events.cancelled.getCount() > 0; i++) {
                Events.source.onNext(large);
            }
            assertThat(Events.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }
}

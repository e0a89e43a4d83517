package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.inject.AbstractModule;
import io.reactivex.Flowable;
import io.reactivex.Observable;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.RequestContext;

/** Sources that have their elements at hand are written like those that emit them. */
final class StreamSourcesTest {

    private static final int COUNT = 5000;

    private static final String NDJSON = "application/x-ndjson";

    public record Item(int id, String name) {}

    public record Pair(int left, int right) {}

    /** Jackson writes a part of it. */
    @JsonPropertyOrder({"first", "second"})
    public static final class Broken {

        public String getFirst() {
            return "half";
        }

        public String getSecond() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Path("/")
    @Produces({MediaType.APPLICATION_JSON, NDJSON})
    public static final class Sources {

        static final Set<String> THREADS = ConcurrentHashMap.newKeySet();
        static final Set<String> REQUESTS = ConcurrentHashMap.newKeySet();
        static final AtomicInteger ENDED = new AtomicInteger();
        static volatile CountDownLatch ended = new CountDownLatch(1);

        private static final List<Item> ITEMS =
                IntStream.range(0, COUNT).mapToObj(id -> new Item(id, "n" + id)).toList();

        private static <T> T seen(final T element) {
            THREADS.add(Thread.currentThread().getName());
            final RequestContext request = RequestContext.current();
            REQUESTS.add(request == null ? "none" : request.id());
            return element;
        }

        @GET
        @Path("items/{kind}")
        public Flowable<Item> items(@PathParam("kind") final String kind) {
            final Flowable<Item> items = Flowable.fromIterable(ITEMS);
            return switch (kind) {
                case "at-hand" -> items;
                case "mapped" -> items.map(Sources::seen).filter(item -> item.id() >= 0);
                case "emitted" -> items.hide();
                case "deferred" -> Flowable.defer(() -> items);
                case "observed" -> items.observeOn(Schedulers.computation()).map(Sources::seen);
                case "other-thread" -> items.subscribeOn(Schedulers.computation());
                default -> throw new IllegalArgumentException(kind);
            };
        }

        @GET
        @Path("observable")
        public Observable<Item> observable() {
            return Observable.fromIterable(ITEMS);
        }

        @GET
        @Path("none")
        public Flowable<Item> none() {
            return Flowable.fromIterable(List.of());
        }

        @GET
        @Path("mixed")
        public Flowable<Object> mixed() {
            return Flowable.just(
                    new Item(1, "a"),
                    new Pair(1, 2),
                    Buffer.buffer("[]"),
                    new Item(2, "b"),
                    "text",
                    Buffer.buffer("{}"),
                    7);
        }

        @GET
        @Path("raw-first")
        public Flowable<Object> rawFirst() {
            return Flowable.just(Buffer.buffer("[]"), Buffer.buffer("{}"), new Pair(1, 2), new Pair(3, 4));
        }

        @GET
        @Path("failing/{after}")
        public Flowable<Item> failing(@PathParam("after") final int after) {
            return Flowable.fromIterable(ITEMS)
                    .map(item -> {
                        if (item.id() == after) {
                            throw new BadRequestException("on purpose");
                        }
                        return item;
                    })
                    .doFinally(() -> {
                        ENDED.incrementAndGet();
                        ended.countDown();
                    });
        }

        private static Flowable<Object> broken() {
            return Flowable.<Object>fromIterable(ITEMS).take(4000).concatWith(Flowable.just(new Broken()));
        }

        @GET
        @Path("broken")
        public Flowable<Object> brokenLines() {
            return broken();
        }

        @GET
        @Path("broken-events")
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public Flowable<Object> brokenEvents() {
            return broken();
        }

        @GET
        @Path("overflowing")
        public Flowable<Item> overflowing() {
            return Flowable.fromIterable(ITEMS).map(item -> {
                throw new StackOverflowError("on purpose");
            });
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Sources.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String get(final String path, final String type) {
        return server.get(path, "Accept", type).body();
    }

    private static String array() {
        final List<String> items = new ArrayList<>();
        Sources.ITEMS.forEach(item -> items.add("{\"id\":" + item.id() + ",\"name\":\"" + item.name() + "\"}"));
        return '[' + String.join(",", items) + ']';
    }

    private static String lines() {
        final StringBuilder lines = new StringBuilder();
        Sources.ITEMS.forEach(item -> lines.append("{\"id\":" + item.id() + ",\"name\":\"" + item.name() + "\"}\n"));
        return lines.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-hand", "mapped", "emitted", "deferred", "observed", "other-thread"})
    void everySourceGivesTheSameAnswer(final String kind) {
        assertThat(get("/items/" + kind, MediaType.APPLICATION_JSON)).isEqualTo(array());
        assertThat(get("/items/" + kind, NDJSON)).isEqualTo(lines());
    }

    @Test
    void anObservableGivesTheSameAnswer() {
        assertThat(get("/observable", MediaType.APPLICATION_JSON)).isEqualTo(array());
        assertThat(get("/observable", NDJSON)).isEqualTo(lines());
    }

    @Test
    void elementsAtHandAreMadeOnTheEventLoopInTheContextOfTheRequest() {
        Sources.THREADS.clear();
        Sources.REQUESTS.clear();
        final String id = server.get("/items/mapped").header("X-Request-Id");
        assertThat(Sources.THREADS).hasSize(1).allMatch(name -> name.contains("eventloop"));
        assertThat(Sources.REQUESTS).containsExactly(id);
    }

    @Test
    void elementsOfAnotherThreadAreMadeThere() {
        Sources.THREADS.clear();
        get("/items/observed", NDJSON);
        assertThat(Sources.THREADS).isNotEmpty().allMatch(name -> name.startsWith("RxComputation"));
    }

    @Test
    void noElementsAreAnEmptyArray() {
        assertThat(get("/none", MediaType.APPLICATION_JSON)).isEqualTo("[]");
        assertThat(get("/none", NDJSON)).isEmpty();
    }

    @Test
    void elementsOfSeveralWritersShareAnArray() {
        assertThat(get("/mixed", MediaType.APPLICATION_JSON))
                .isEqualTo(
                        "[{\"id\":1,\"name\":\"a\"},{\"left\":1,\"right\":2},[],{\"id\":2,\"name\":\"b\"},\"text\",{},7]");
        assertThat(get("/mixed", NDJSON))
                .isEqualTo(
                        "{\"id\":1,\"name\":\"a\"}\n{\"left\":1,\"right\":2}\n[]\n{\"id\":2,\"name\":\"b\"}\n\"text\"\n{}\n7\n");
        assertThat(get("/raw-first", MediaType.APPLICATION_JSON))
                .isEqualTo("[[],{},{\"left\":1,\"right\":2},{\"left\":3,\"right\":4}]");
        assertThat(get("/raw-first", NDJSON)).isEqualTo("[]\n{}\n{\"left\":1,\"right\":2}\n{\"left\":3,\"right\":4}\n");
    }

    /** A source may fail before the first byte or after it. */
    @Test
    void aFailureOfAnElementAtHandEndsTheSourceOnce() throws Exception {
        Sources.ENDED.set(0);
        Sources.ended = new CountDownLatch(3);
        assertThat(server.get("/failing/3").status()).isEqualTo(400);
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /failing/4000 HTTP/1.1\r\nHost: a\r\nAccept: " + NDJSON + "\r\n\r\n");
            assertThat(client.untilClose())
                    .contains("{\"id\":3999,\"name\":\"n3999\"}\n", "\"status\":400")
                    .doesNotContain("\r\n0\r\n\r\n");
        }
        assertThat(server.get("/failing/-1").status()).isEqualTo(200);
        assertThat(Sources.ended.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Sources.ENDED).hasValue(3);
        assertThat(server.get("/overflowing").status()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"broken, application/x-ndjson, ''", "broken-events, text/event-stream, 'data: '"})
    void elementsBeforeOneThatCannotBeWrittenAreSent(final String path, final String type, final String prefix)
            throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /" + path + " HTTP/1.1\r\nHost: a\r\nAccept: " + type + "\r\n\r\n");
            final String answer = client.untilClose();
            final String content = answer.replaceAll("\r\n[0-9a-f]+\r\n", "");
            for (int id = 3_000; id < 4_000; id++) {
                assertThat(content).contains(prefix + "{\"id\":" + id + ",\"name\":\"n" + id + "\"}\n");
            }
            assertThat(answer).contains("\"status\":500").doesNotContain("half").doesNotContain("\r\n0\r\n\r\n");
        }
    }

    @Test
    void linesAreLinesWhereObjectsAreIndented() {
        final AbstractModule indented = new AbstractModule() {
            @Override
            protected void configure() {
                bind(ObjectMapper.class).toInstance(new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT));
            }
        };
        try (RunningServer pretty = RunningServer.of(RestPlugin.withResources(Sources.class), indented)) {
            assertThat(pretty.get("/items/at-hand", "Accept", NDJSON).body()).isEqualTo(lines());
            assertThat(pretty.get("/items/at-hand").json()).hasSize(COUNT);
        }
    }
}

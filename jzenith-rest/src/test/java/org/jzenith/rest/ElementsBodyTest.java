package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subscribers.DefaultSubscriber;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.body.MaxElements;

/** A method that takes a {@code Flowable} of values reads the elements of the body while they arrive. */
final class ElementsBodyTest {

    private static final String NDJSON = "application/x-ndjson";

    private static RunningServer server;

    public record Item(@NotBlank String name, double price) {}

    @Path("/")
    @Produces("application/json")
    public static final class Imports {

        static final AtomicLong TAKEN = new AtomicLong();
        static volatile CountDownLatch ended = new CountDownLatch(1);

        // region elements
        @POST
        @Path("import")
        @Consumes({"application/x-ndjson", "application/json"})
        @MaxBodySize("20G")
        @MaxElements(MaxElements.UNLIMITED)
        public Single<Long> importAll(final Flowable<@Valid Item> items) {
            return items.concatMapSingle(this::store, 1).count();
        }
        // endregion

        private Single<Item> store(final Item item) {
            return Single.just(item);
        }

        @POST
        @Path("names")
        public Flowable<String> names(final Flowable<Item> items) {
            return items.map(Item::name);
        }

        @POST
        @Path("valid")
        public Single<Long> valid(@Valid final Flowable<Item> items) {
            return items.count();
        }

        @POST
        @Path("numbers")
        public Single<Long> numbers(final Flowable<@Max(9) Integer> numbers) {
            return numbers.reduce(0L, Long::sum);
        }

        @POST
        @Path("lists")
        public Single<Integer> lists(final Flowable<List<Map<String, Object>>> lists) {
            return lists.map(List::size).reduce(0, Integer::sum);
        }

        @POST
        @Path("blocking")
        @Blocking
        public long blocking(final Flowable<Item> items) {
            long count = 0;
            for (final Item each : items.blockingIterable(1)) {
                count += each.name().length();
            }
            return count;
        }

        @POST
        @Path("handled")
        @Produces("text/plain")
        public Single<String> handled(final Flowable<Item> items) {
            return items.map(Item::name).toList().map(Object::toString).onErrorReturn(error -> "handled");
        }

        @POST
        @Path("before")
        @Produces("text/plain")
        public Single<String> before(final Flowable<Item> items) {
            return items.map(Item::name)
                    .onErrorReturnItem("and an error")
                    .toList()
                    .map(Object::toString);
        }

        @POST
        @Path("first")
        public Single<Item> first(final Flowable<Item> items) {
            return items.firstOrError();
        }

        @POST
        @Path("twice")
        @Produces("text/plain")
        public Single<String> twice(final Flowable<Item> items) {
            return items.ignoreElements()
                    .andThen(items.ignoreElements())
                    .toSingleDefault("read twice")
                    .onErrorReturn(Throwable::getMessage);
        }

        @POST
        @Path("ignored")
        @Produces("text/plain")
        public String ignored(final Flowable<Item> items) {
            return "ignored";
        }

        @POST
        @Path("context")
        public Single<Boolean> context(final Flowable<Map<String, Object>> items) {
            final RequestContext context = RequestContext.current();
            return items.all(item -> RequestContext.current() == context && context != null);
        }

        /** Asks for two elements one by one. */
        @POST
        @Path("two")
        @Produces("text/plain")
        public Single<String> two(final Flowable<Item> items) {
            return Single.create(result -> items.subscribe(new DefaultSubscriber<>() {
                private int count;

                @Override
                protected void onStart() {
                    request(1);
                }

                @Override
                public void onNext(final Item item) {
                    if (++count < 2) {
                        request(1);
                    }
                }

                @Override
                public void onError(final Throwable error) {
                    result.onError(error);
                }

                @Override
                public void onComplete() {
                    result.onSuccess("complete after " + count);
                }
            }));
        }

        @POST
        @Path("slow")
        @MaxBodySize(MaxBodySize.UNLIMITED)
        @MaxElements(MaxElements.UNLIMITED)
        public Single<Long> slow(final Flowable<Integer> numbers) {
            return numbers.doFinally(() -> ended.countDown())
                    .observeOn(Schedulers.io(), false, 1)
                    .doOnNext(number -> {
                        if (TAKEN.incrementAndGet() % 1000 == 0) {
                            Thread.sleep(1);
                        }
                    })
                    .count();
        }

        @POST
        @Path("small")
        @MaxBodySize("10")
        @Produces("text/plain")
        public String small(final String body) {
            return body;
        }

        @POST
        @Path("large")
        @MaxBodySize("40K")
        public int large(final byte[] body) {
            return body.length;
        }
    }

    @Path("/")
    public static final class WrongElements {

        @POST
        @Path("none")
        @MaxElements(0)
        public Single<Long> none(final Flowable<Item> items) {
            return items.count();
        }

        @POST
        @Path("list")
        @MaxElements(9)
        public int list(final List<Item> items) {
            return items.size();
        }
    }

    @Path("/")
    public static final class WrongSize {

        @POST
        @MaxBodySize("ten")
        public String post(final String body) {
            return body;
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Imports.class),
                Map.of(
                        "rest.max-body-size",
                        "32K",
                        "rest.json.max-element-size",
                        "16K",
                        "rest.json.max-size-on-event-loop",
                        "1K"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String items(final int count, final boolean lines) {
        final StringBuilder body = new StringBuilder(lines ? "" : "[");
        for (int i = 0; i < count; i++) {
            body.append(i == 0 || lines ? "" : ",")
                    .append("{\"name\":\"n,]}\\\"")
                    .append(i)
                    .append("\",\"price\":1.5}")
                    .append(lines ? "\n" : " ");
        }
        return body.append(lines ? "" : "]").toString();
    }

    private static Answer post(final String path, final String body, final String type) {
        return server.send("POST", path, body, "Content-Type", type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", NDJSON, "application/merge-patch+json"})
    void elementsOfAnArrayAndLinesAreRead(final String type) {
        final String body = items(3, type.equals(NDJSON));
        assertThat(post("/names", body, type).body()).isEqualTo("[\"n,]}\\\"0\",\"n,]}\\\"1\",\"n,]}\\\"2\"]");
        assertThat(post("/blocking", body, type).body()).isEqualTo("18");
        assertThat(post("/context", body, type).body()).isEqualTo("true");
        assertThat(post("/two", items(2, type.equals(NDJSON)), type).body()).isEqualTo("complete after 2");
    }

    /** Each place is once the end of a piece. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anElementMayBeSplitAnywhere(final boolean lines) throws Exception {
        final String text = lines
                ? "\n {\"name\":\"\u00e4\\\"]\",\"price\":1}\r\n\r\n{\"name\":\"[b\",\"price\":-1.5e3}"
                : " [ {\"name\":\"\u00e4\\\"]\",\"price\":1}\n,{\"name\":\"[b\",\"price\":-1.5e3} ] ";
        final byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (RawClient client = RawClient.to(server)) {
            for (int split = 1; split < body.length; split++) {
                client.send("POST /handled HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Type: "
                        + (lines ? NDJSON : "application/json") + "\r\n\r\n");
                client.send(chunk(body, 0, split));
                client.sendLater(chunk(body, split, body.length), 2).send("0\r\n\r\n");
                assertThat(client.answer()).as("split at " + split).endsWith("\r\n\r\n[\u00c3\u00a4\"], [b]");
            }
        }
    }

    private static byte[] chunk(final byte[] body, final int from, final int to) {
        return Buffer.buffer(Integer.toHexString(to - from) + "\r\n")
                .appendBytes(body, from, to - from)
                .appendString("\r\n")
                .getBytes();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "application/json     | []                                   | 0",
                "application/json     | [1]                                  | 1",
                "application/json     |  [ 1 , 2 ]                           | 3",
                "application/x-ndjson | 1                                    | 1",
            })
    void valuesAndWhitespace(final String type, final String body, final String sum) {
        assertThat(post("/numbers", body, type).body()).isEqualTo(sum);
    }

    @Test
    void anEmptyBodyHasNoLinesAndIsNoArray() {
        assertThat(post("/numbers", "", NDJSON).body()).isEqualTo("0");
        assertThat(post("/numbers", "\n \r\n", NDJSON).body()).isEqualTo("0");
        assertThat(post("/numbers", "", "application/json").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "application/json     | [{\"name\":\"a\",\"price\":1},{\"name\":\"b\",,}]  | The JSON is malformed at line 1, column 37.",
                "application/json     | [{\"name\":\"a\",\"price\":1},{] | The JSON is malformed",
                "application/json     | {\"name\":\"a\"}             | The JSON must be an array.",
                "application/json     | \"a\"                        | The JSON must be an array.",
                "application/json     |                              | The body is empty; JSON is expected.",
                "application/json     | a                            | The JSON is malformed at line 1, column 1.",
                "application/json     | [{\"name\":\"a\",\"price\":1} {}] | The JSON is malformed at line 1, column 25.",
                "application/json     | [{\"name\":\"a\",\"price\":1},] | The JSON is malformed at line 1, column 25.",
                "application/json     | [,]                         | The JSON is malformed at line 1, column 2.",
                "application/json     | [{\"name\":\"a\",\"price\":1}  | The JSON is malformed",
                "application/json     | [] 1                        | The JSON is malformed at line 1, column 4.",
                "application/json     | [1}]                        | The JSON is malformed at line 1, column 3.",
                "application/json     | [{\"name\":\"a\",\"price\":\"b\"}] | '[0].price' must be a number.",
                "application/json     | [{\"name\":\"a\",\"price\":1},{\"nome\":\"a\",\"name\":\"a\",\"price\":1}] | Unknown field '[1].nome'.",
                "application/json     | [{\"name\":\"a\",\"price\":1e999}] | '[0].price' holds a number that is too large or too small.",
                "application/json     | [{\"name\":\"a\",\"price\":1},null] | '[1]' must not be null.",
                "application/x-ndjson | {\"name\":\"a\"\"price\":1}{} | The JSON is malformed",
                "application/x-ndjson | [1]                         | Line 1 of the body: The JSON must be an object.",
            })
    void aMalformedElementIs400WithItsPlace(final String type, final String body, final String detail) {
        final String sent = body == null ? "" : body;
        final Answer answer = post("/import", sent, type);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("detail").textValue()).startsWith(detail.replaceAll("\\.$", ""));
        assertThat(post("/handled", sent, type).body()).isEqualTo("handled");
    }

    @Test
    void thePlaceOfAMalformedLineIsThatInTheBody() {
        final Answer answer = post("/names", "{\"name\":\"a\",\"price\":1}\n\n  {\"name\":\"a\",,", NDJSON);
        assertThat(answer.json().path("detail").textValue()).isEqualTo("The JSON is malformed at line 3, column 15.");
        assertThat(post("/before", "{\"name\":\"a\",\"price\":1}\n{", NDJSON).body())
                .as("what came before the malformed line")
                .isEqualTo("[a, and an error]");
    }

    @Test
    void aMistakeInNdjsonNamesTheLineOfTheBody() {
        final String first = "{\"name\":\"a\",\"price\":1}\n\r\n\n";
        for (final String[] row : new String[][] {
            {"{\"name\":\"b\",\"price\":\"c\"}", "Line 4 of the body: 'price' must be a number."},
            {"{\"nome\":\"b\",\"name\":\"b\",\"price\":1}", "Line 4 of the body: Unknown field 'nome'."},
            {"null", "Line 4 of the body must not be null."},
            {"{\"name\":\"b\",,}", "The JSON is malformed at line 4, column 13."},
            {"{} {}", "The JSON is malformed at line 4, column 4."},
            {
                "{\"name\":\"é\",\"price\":1}",
                "Line 4 of the body is not UTF-8. Send NDJSON in UTF-8, or name its charset in the Content-Type."
            },
        }) {
            final Answer answer = server.post(
                    "/import", (first + row[0]).getBytes(StandardCharsets.ISO_8859_1), "Content-Type", NDJSON);
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.json().path("detail").textValue()).isEqualTo(row[1]);
            assertThat(answer.json().path("line").intValue()).as(answer.body()).isEqualTo(4);
        }
        for (final String path : new String[] {"/import", "/valid"}) {
            final Answer invalid = post(path, first + "{\"name\":\" \",\"price\":1}", NDJSON);
            assertThat(invalid.json().path("line").intValue())
                    .as(invalid.body())
                    .isEqualTo(4);
            assertThat(invalid.json().at("/violations/0/line").intValue()).isEqualTo(4);
            assertThat(invalid.json().at("/violations/0/path").textValue()).isEqualTo("[1].name");
        }
        final Answer number = post("/numbers", "1\n\n10", NDJSON);
        assertThat(number.json().at("/violations/0/line").intValue()).isEqualTo(3);
        final Answer array = post("/import", "[{\"name\":\" \",\"price\":1}]", "application/json");
        assertThat(array.body()).doesNotContain("line\"");
    }

    @Test
    void eachElementIsValidated() {
        final String body = "[{\"name\":\"a\",\"price\":1},{\"name\":\" \",\"price\":1}]";
        for (final String path : new String[] {"/import", "/valid"}) {
            final Answer answer = post(path, body, "application/json");
            assertThat(answer.status()).as(path + answer.body()).isEqualTo(400);
            assertThat(answer.json().path("violations").path(0).path("path").textValue())
                    .isEqualTo("[1].name");
        }
        final Answer numbers = post("/numbers", "1\n10", NDJSON);
        assertThat(numbers.status()).isEqualTo(400);
        assertThat(numbers.json().path("violations").path(0).path("path").textValue())
                .isEqualTo("[1]");
        assertThat(post("/valid", items(3, true), NDJSON).body()).isEqualTo("3");
    }

    @Test
    void otherTypesAre415() {
        for (final String type : new String[] {"text/plain", "application/xml", "application/x-www-form-urlencoded"}) {
            final Answer answer = post("/names", "[]", type);
            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.body()).contains("application/x-ndjson");
        }
        assertThat(server.send("POST", "/names", "[]", "Content-Encoding", "gzip", "Content-Type", NDJSON)
                        .status())
                .isEqualTo(415);
    }

    @Test
    void anElementThatIsTooLargeIs413AndALargeOneIsReadOnAWorker() {
        final String large = "{\"name\":\"" + "a".repeat(15_000) + "\",\"price\":1}";
        assertThat(post("/blocking", "[" + large + "," + large + "]", "application/json")
                        .body())
                .isEqualTo("30000");
        assertThat(post("/import", large + "\n" + large, NDJSON).body()).isEqualTo("2");
        assertThat(post("/lists", "[[" + "{},".repeat(4000) + "{}]]", "application/json")
                        .body())
                .isEqualTo("4001");
        final String tooLarge = "{\"name\":\"" + "a".repeat(17_000) + "\",\"price\":1}";
        for (final String type : new String[] {"application/json", NDJSON}) {
            final Answer answer = post("/names", type.equals(NDJSON) ? tooLarge : "[" + tooLarge + "]", type);
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body())
                    .contains((type.equals(NDJSON) ? "Line 1" : "The element [0]") + " of the body is larger than ");
        }
    }

    @Test
    void theWholeIsLimitedUnlessTheMethodSaysOtherwise() {
        final String body = items(2000, true);
        assertThat(body.length()).isGreaterThan(40_000);
        assertThat(post("/names", body, NDJSON).status()).isEqualTo(413);
        assertThat(post("/import", body, NDJSON).body()).isEqualTo("2000");
        assertThat(post("/small", "0123456789", "text/plain").body()).isEqualTo("0123456789");
        assertThat(post("/small", "01234567890", "text/plain").status()).isEqualTo(413);
        assertThat(post("/large", "a".repeat(40 * 1024), "text/plain").body()).isEqualTo("40960");
        assertThat(post("/large", "a".repeat(40 * 1024 + 1), "text/plain").status())
                .isEqualTo(413);
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(WrongSize.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("@MaxBodySize")
                .hasMessageContaining("'ten'");
    }

    @Test
    void aLimitOfElementsMustBePositiveAndHaveElements() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(WrongElements.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("@MaxElements(0) on WrongElements.none must be at least 1.")
                .hasMessageContaining(
                        "@MaxElements on WrongElements.list has no effect: the method has no Flowable<T> body of elements.");
    }

    @Test
    void whatIsNotReadToItsEndClosesTheConnection() throws Exception {
        for (final String path : new String[] {"/first", "/ignored", "/import"}) {
            try (RawClient client = RawClient.to(server)) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nContent-Type: " + NDJSON
                        + "\r\n\r\n{\"name\":\"a\",\"price\":1}\n{]\n");
                assertThat(client.untilClose()).contains("\r\nconnection: close\r\n");
            }
        }
        assertThat(post("/twice", "", NDJSON).body()).contains("read only once, by one subscriber");
    }

    @Test
    void aClientThatSendsNothingIs408() throws Exception {
        try (RunningServer impatient = RunningServer.of(
                        RestPlugin.withResources(Imports.class), Map.of("rest.body-timeout", "500ms"));
                RawClient client = RawClient.to(impatient)) {
            client.send("POST /names HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nContent-Type: " + NDJSON
                    + "\r\n\r\n{\"name\":");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 408");
        }
    }

    /** Ten million numbers, of which a slow subscriber takes some: the client cannot send the rest. */
    @Test
    void aSlowSubscriberSlowsTheClientAndADisconnectEndsIt() throws Exception {
        Imports.TAKEN.set(0);
        Imports.ended = new CountDownLatch(1);
        final AtomicLong sent = new AtomicLong();
        try (Socket socket = new Socket("localhost", server.application().port())) {
            socket.setSoLinger(true, 0); // else the server gets all that the kernel has, before the end
            socket.getOutputStream()
                    .write(("POST /slow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Type:"
                                    + " application/json\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            final byte[] numbers = ("[" + "1,".repeat(500_000)).getBytes(StandardCharsets.UTF_8);
            final Thread sending = new Thread(() -> {
                try {
                    socket.getOutputStream().write(chunk(numbers, 0, numbers.length));
                    for (int i = 0; i < 100; i++) {
                        socket.getOutputStream().write(chunk(numbers, 1, numbers.length));
                        sent.addAndGet(500_000);
                    }
                } catch (final IOException e) {
                    sent.addAndGet(0); // the test has ended
                }
            });
            sending.start();
            Await.until("50,000 numbers are taken", () -> Imports.TAKEN.get() >= 50_000);
            assertThat(sent.get() - Imports.TAKEN.get())
                    .as("numbers that the client could send ahead, two bytes each")
                    .isLessThan(8_000_000);
        }
        assertThat(Imports.ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void keptPartsOfElementsAreInTheBudgetOfAllBodies() throws Exception {
        try (RunningServer small = RunningServer.of(
                RestPlugin.withResources(Imports.class),
                Map.of(
                        "rest.max-buffered-bodies", "128K",
                        "rest.json.max-element-size", "60K",
                        "rest.request-timeout", "1s",
                        "rest.body-timeout", "1s"))) {
            final RawClient[] clients = new RawClient[8];
            for (int i = 0; i < clients.length; i++) {
                clients[i] = RawClient.to(small);
                clients[i].send("POST /names HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\nContent-Type: " + NDJSON
                        + "\r\n\r\n\"" + "a".repeat(50_000));
            }
            int unavailable = 0;
            for (final RawClient client : clients) {
                unavailable += client.untilClose().startsWith("HTTP/1.1 503") ? 1 : 0;
                client.close();
            }
            assertThat(unavailable).as("requests without room").isBetween(1, 7);
            final Answer after = small.send(
                    "POST", "/blocking", "[" + "{\"name\":\"" + "a".repeat(50_000) + "\",\"price\":1}]", "X", "y");
            assertThat(after.body()).as("the budget is back").isEqualTo("50000");
        }
    }

    @Test
    void overHttp2ItIsTheSame() throws Exception {
        final Vertx vertx = Vertx.vertx();
        try {
            final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    .setDefaultPort(server.application().port()));
            assertThat(post(client, "/import", items(20_000, true))).isEqualTo("200 20000");
            assertThat(post(client, "/names", items(20_000, true))).startsWith("413 ");
            assertThat(post(client, "/names", "{]")).startsWith("400 ");
            assertThat(post(client, "/import", items(20_000, true)))
                    .as("the window is whole again")
                    .isEqualTo("200 20000");
        } finally {
            vertx.close();
        }
    }

    private static String post(final HttpClient client, final String path, final String body) throws Exception {
        return client.request(HttpMethod.POST, path)
                .compose(request -> request.putHeader("Content-Type", NDJSON)
                        .send(Buffer.buffer(body))
                        .compose(response -> response.body().map(text -> response.statusCode() + " " + text)))
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }
}

package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.GenericType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MaxElements;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.limit.Deadline;

/** The memory of the values of large bodies is limited, in sum and for each. */
@OverBothVersions
final class ParsedBodiesTest {

    /** Beyond the size from which values are counted; 3 tokens for each 3 bytes. */
    private static final String OBJECTS = "[{}" + ",{}".repeat(30_000) + "]";

    /** The memory: more than 64 bytes for each token of {@link #OBJECTS}, and less than twice as much. */
    private static final String ROOM = "9M";

    @Path("/")
    @Produces("text/plain")
    public static final class Documents {

        static volatile SingleSubject<String> answer = SingleSubject.create();
        static volatile CountDownLatch asked = new CountDownLatch(1);
        static final AtomicInteger called = new AtomicInteger();

        public record Row(String a) {}

        @POST
        @Path("tree")
        public int tree(final JsonNode body) {
            return body.size();
        }

        @POST
        @Path("hurried")
        @Deadline("1s")
        public int hurried(final JsonNode body) {
            return body.size();
        }

        public static final class Paging {

            @QueryParam("page")
            public int page;
        }

        @POST
        @Path("paged")
        public int paged(@BeanParam final Paging paging, final JsonNode body) {
            return body.size();
        }

        @POST
        @Path("single")
        public Single<Integer> single(final Single<List<Map<String, Object>>> body) {
            return body.map(List::size);
        }

        @POST
        @Path("rows")
        @Consumes({"application/json", "text/csv"})
        public int rows(final List<Row> body) {
            return body.size();
        }

        @POST
        @Path("stream")
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        public Single<Integer> stream(final Flowable<Row> body) {
            return body.toList().map(List::size);
        }

        @POST
        @Path("stream/maps")
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        public Single<Integer> maps(final Flowable<Map<String, Object>> body) {
            return body.toList().map(List::size);
        }

        @POST
        @Path("stream/late")
        public Single<String> lateStream(final Flowable<Map<String, Object>> body) {
            return body.toList().flatMap(all -> {
                asked.countDown();
                return answer;
            });
        }

        @POST
        @Path("stream/nested")
        public Single<Integer> nested(final Flowable<List<Row>> body) {
            return body.toList().map(List::size);
        }

        @POST
        @Path("stream/five")
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        @MaxElements(5)
        public Single<Integer> five(final Flowable<Row> body) {
            return body.toList().map(List::size);
        }

        @POST
        @Path("stream/all")
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        @MaxElements(MaxElements.UNLIMITED)
        public Single<Long> every(final Flowable<Row> body) {
            return body.count();
        }

        @POST
        @Path("blocking")
        @Blocking
        public int blocking(final JsonNode body) {
            return body.size();
        }

        @POST
        @Path("patch")
        public String patch(final MergePatch body) {
            return "patched";
        }

        @POST
        @Path("operations")
        public String operations(final JsonPatch body) {
            return "patched";
        }

        @POST
        @Path("text")
        public int text(final String body) {
            return body.length();
        }

        @POST
        @Path("part")
        @Consumes("multipart/form-data")
        public int part(@FormParam("doc") final EntityPart doc) throws IOException {
            return doc.getContent(JsonNode.class).size();
        }

        @POST
        @Path("part/blocking")
        @Blocking
        public int blocking(@FormParam("doc") final EntityPart doc) throws IOException {
            return doc.getContent(new GenericType<List<Map<String, Object>>>() {})
                    .size();
        }

        @POST
        @Path("part/all")
        @Consumes("multipart/form-data")
        public int all(final List<EntityPart> parts) throws IOException {
            int size = 0;
            for (final EntityPart part : parts) {
                size += part.getContent(JsonNode.class).size();
            }
            return size;
        }

        @POST
        @Path("part/stored")
        @Consumes("multipart/form-data")
        public int stored(@FormParam("doc") final EntityPart doc) throws IOException {
            try (InputStream content = doc.getContent()) {
                return content.readAllBytes().length;
            }
        }

        @POST
        @Path("part/late")
        @Consumes("multipart/form-data")
        public Single<String> latePart(@FormParam("doc") final EntityPart doc) throws IOException {
            doc.getContent(JsonNode.class);
            asked.countDown();
            return answer;
        }

        @POST
        @Path("field/late")
        @Consumes({"application/x-www-form-urlencoded", "multipart/form-data"})
        public Single<String> lateField(@FormParam("a") final String field) {
            asked.countDown();
            return answer.map(done -> done + field.length());
        }

        @POST
        @Path("part/text")
        @Consumes("multipart/form-data")
        public Single<Integer> textOfPart(@FormParam("doc") final Part doc) {
            return doc.text(1 << 20).map(String::length);
        }

        @POST
        @Path("part/text/late")
        @Consumes("multipart/form-data")
        public Single<String> lateText(@FormParam("doc") final Part doc) {
            return doc.text(1 << 20).flatMap(text -> {
                asked.countDown();
                return answer;
            });
        }

        @POST
        @Path("parts/text")
        @Consumes("multipart/form-data")
        public Single<Integer> texts(final Flowable<Part> parts) {
            return parts.concatMapSingle(part -> part.text(1 << 20)).reduce(0, (sum, text) -> sum + text.length());
        }

        @POST
        @Path("part/error")
        @Consumes("multipart/form-data")
        public Single<Integer> errorOfPart(@FormParam("doc") final Part doc) {
            return outOfMemory(doc);
        }

        @POST
        @Path("parts/error")
        @Consumes("multipart/form-data")
        public Single<Integer> errorOfParts(final Flowable<Part> parts) {
            return parts.concatMapSingle(Documents::outOfMemory).firstOrError();
        }

        private static Single<Integer> outOfMemory(final Part part) {
            return part.content()
                    .<Integer>map(piece -> {
                        throw new OutOfMemoryError("of a test");
                    })
                    .lastOrError();
        }

        @POST
        @Path("late")
        public Single<String> late(final JsonNode body) {
            called.incrementAndGet();
            asked.countDown();
            return answer;
        }
    }

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    private final HttpVersion version;
    private final List<AutoCloseable> open = new ArrayList<>();

    ParsedBodiesTest(final HttpVersion version) {
        this.version = version;
    }

    @BeforeEach
    void begin() throws Exception {
        Documents.answer = SingleSubject.create();
        Documents.asked = new CountDownLatch(1);
        Documents.called.set(0);
    }

    @AfterEach
    void end() throws Exception {
        for (final AutoCloseable each : open) {
            each.close();
        }
        for (final RunningServer server : SERVERS.running()) {
            Await.until(
                    "no room taken", () -> server.gauge("rest.parsed-bodies").used() == 0);
        }
    }

    private static RunningServer server(final Object... settings) {
        final Map<String, Object> all = new HashMap<>(Map.of("rest.instances", 1));
        for (int i = 0; i < settings.length; i += 2) {
            all.put((String) settings[i], settings[i + 1]);
        }
        return SERVERS.get(all, () -> RunningServer.of(RestPlugin.withResources(Documents.class), all));
    }

    private StreamingClient send(final RunningServer server, final String path, final String body) throws Exception {
        return send(server, path, body, "application/json");
    }

    private StreamingClient send(final RunningServer server, final String path, final String body, final String type)
            throws Exception {
        final StreamingClient client = StreamingClient.to(server, version);
        open.add(client);
        return client.send("POST", path, body, "Content-Type", type);
    }

    /** Posts a body and returns the response. */
    private StreamingClient.Answer post(
            final RunningServer server, final String path, final String body, final String type) throws Exception {
        return StreamingClient.send(server, version, "POST", path, body, "Content-Type", type);
    }

    @ParameterizedTest
    @CsvSource({
        "tree, application/json",
        "paged, application/json",
        "single, application/json",
        "blocking, application/json",
        "patch, application/merge-patch+json",
        "operations, application/json-patch+json",
        "rows, text/csv"
    })
    void aValueThatCanNeverHaveRoomIs413(final String path, final String type) throws Exception {
        final String body = path.equals("rows") ? "a\n" + "x\n".repeat(50_000) : OBJECTS;
        for (final String onLoop : List.of("1K", "10M")) {
            final RunningServer server =
                    server("rest.max-parsed-bodies", "1M", "rest.json.max-size-on-event-loop", onLoop);
            final var answer = post(server, "/" + path, body, type);
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body())
                    .contains("\"limit\":\"max-parsed-bodies\"", " MiB of memory. At most 0.9 MiB are allowed.");
        }
    }

    @ParameterizedTest
    @CsvSource({"tree, 30001", "single, 30001", "rows, 30001", "blocking, 30001"})
    void aValueThatHasRoomIsRead(final String path, final String expected) throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM);
        for (int i = 0; i < 3; i++) {
            assertThat(post(server, "/" + path, OBJECTS, "application/json").body())
                    .isEqualTo(expected);
        }
    }

    @Test
    void bracketsAndCommasInTextsDoNotCount() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        final String text = "[\"" + "{},[]:\\\"".repeat(20_000) + "\"]";
        assertThat(post(server, "/tree", text, "application/json").body()).isEqualTo("1");
    }

    @Test
    void bracketsCountInUtf16WhateverTheBytesOfTextsLookLike() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        final byte[] body = ("[\"\u2200\"" + OBJECTS.replace('[', ',')).getBytes(StandardCharsets.UTF_16BE);
        final StreamingClient client = StreamingClient.to(server, version);
        open.add(client);
        client.begin("POST", "/tree", "Content-Type", "application/json", "Content-Length", "" + body.length)
                .write(Buffer.buffer(body))
                .end();
        assertThat(client.answer().status()).isEqualTo(413);
    }

    @Test
    void aTextIsNotRefusedForItsMemory() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "64K");
        assertThat(post(server, "/text", "x".repeat(200_000), "text/plain").body())
                .isEqualTo("200000");
    }

    private static final String FORM = "multipart/form-data; boundary=b";

    private static String form(final String document) {
        return "--b\r\nContent-Disposition: form-data; name=doc\r\nContent-Type: application/json\r\n\r\n" + document
                + "\r\n--b--\r\n";
    }

    @ParameterizedTest
    @CsvSource({"part, 64K", "part, 1M", "part/blocking, 64K", "part/all, 64K", "part/all, 1M"})
    void aValueOfAPartThatCanNeverHaveRoomIs413(final String path, final String inMemory) throws Exception {
        final RunningServer server =
                server("rest.max-parsed-bodies", "1M", "rest.multipart.memory-threshold", inMemory);
        final var answer = post(server, "/" + path, form(OBJECTS), FORM);
        assertThat(answer.status()).as(answer.body()).isEqualTo(413);
        assertThat(answer.body())
                .contains("\"limit\":\"max-parsed-bodies\"", " MiB of memory. At most 0.9 MiB are allowed.");
        assertThat(post(server, "/" + path, form("[{}]"), FORM).body()).isEqualTo("1");
    }

    @Test
    void theValuesOfManySmallPartsAreCountedTogether() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        final String small = form("[{}" + ",{}".repeat(1_000) + "]").replace("--b--\r\n", "");
        assertThat(post(server, "/part/all", small.repeat(3) + "--b--", FORM).body())
                .isEqualTo("3003");
        final var answer = post(server, "/part/all", small.repeat(12) + "--b--", FORM);
        assertThat(answer.status()).as(answer.body()).isEqualTo(413);
    }

    @Test
    void aPartThatIsTakenAsAStreamTakesNoRoom() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        assertThat(post(server, "/part/stored", form(OBJECTS), FORM).body())
                .isEqualTo(String.valueOf(OBJECTS.length()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"64K", "1M"})
    void aValueOfAPartThatFindsNoRoomIs503UntilTheRequestThatHoldsOneEnds(final String inMemory) throws Exception {
        final RunningServer server =
                server("rest.max-parsed-bodies", ROOM, "rest.multipart.memory-threshold", inMemory);
        for (int i = 0; i < 2; i++) {
            assertThat(post(server, "/part", form(OBJECTS), FORM).body()).isEqualTo("30001");
        }
        final StreamingClient first = send(server, "/part/late", form(OBJECTS), FORM);
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();

        final var refused = post(server, "/part", form(OBJECTS), FORM);
        assertThat(refused.status()).as(refused.body()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(post(server, "/part", form("[1]"), FORM).body()).isEqualTo("1");
        final StreamingClient waiting = send(server, "/tree", OBJECTS);

        Documents.answer.onSuccess("done");
        assertThat(first.answer().body()).isEqualTo("done");
        assertThat(waiting.answer().body()).isEqualTo("30001");
        assertThat(post(server, "/part", form(OBJECTS), FORM).body()).isEqualTo("30001");
    }

    @ParameterizedTest
    @CsvSource({"part, 64K", "part, 1M", "parts, 64K"})
    void textOfAPartThatFindsNoRoomIs503UntilTheRequestThatHoldsOneEnds(final String path, final String inMemory)
            throws Exception {
        final RunningServer server =
                server("rest.max-parsed-bodies", "1M", "rest.multipart.memory-threshold", inMemory);
        final String large = form("x".repeat(300_000));
        final StreamingClient first = send(server, "/part/text/late", large, FORM);
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.gauge("rest.parsed-bodies").used()).isBetween(599_000L, 600_000L);

        final var refused = post(server, "/" + path + "/text", large, FORM);
        assertThat(refused.status()).as(refused.body()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(post(server, "/" + path + "/text", form("x"), FORM).body()).isEqualTo("1");

        Documents.answer.onSuccess("done");
        assertThat(first.answer().body()).isEqualTo("done");
        for (int i = 0; i < 2; i++) {
            assertThat(post(server, "/" + path + "/text", large, FORM).body()).isEqualTo("300000");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 100_000})
    void theFieldsOfAFormTakeRoom(final int length) throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        final StreamingClient client =
                send(server, "/field/late", "a=" + "x".repeat(length), "application/x-www-form-urlencoded");
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.gauge("rest.parsed-bodies").used()).isEqualTo(2 * (length + 2));
        Documents.answer.onSuccess("done");
        assertThat(client.answer().body()).isEqualTo("done" + length);
    }

    @Test
    void manyTextsOfOneBodyAreNotRefusedForTheirMemory() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        final String part = form("x".repeat(300_000)).replace("--b--\r\n", "");
        assertThat(post(server, "/parts/text", part.repeat(5) + "--b--\r\n", FORM)
                        .body())
                .isEqualTo("1500000");
    }

    @ParameterizedTest
    @CsvSource({"part, 64K", "part, 1M", "parts, 64K", "parts, 1M"})
    void anErrorOfTheJvmWhileAPartIsReadFailsTheRequest(final String path, final String inMemory) throws Exception {
        final RunningServer server = server("rest.multipart.memory-threshold", inMemory);
        final var answer = post(server, "/" + path + "/error", form("x".repeat(300_000)), FORM);
        assertThat(answer.status()).as(answer.body()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1K", "10M"})
    void aValueWithoutRoomWaitsForTheEndOfTheRequestThatHoldsOne(final String onLoop) throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM, "rest.json.max-size-on-event-loop", onLoop);
        final StreamingClient first = send(server, "/late", OBJECTS);
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();

        final StreamingClient second = send(server, "/tree", OBJECTS);
        final StreamingClient third = send(server, "/blocking", OBJECTS);
        for (int i = 0; i < 3; i++) {
            assertThat(post(server, "/tree", "[1]", "application/json").body()).isEqualTo("1");
        }
        assertThat(second.isAnswered()).isFalse();
        assertThat(third.isAnswered()).isFalse();

        Documents.answer.onSuccess("done");
        assertThat(first.answer().body()).isEqualTo("done");
        assertThat(second.answer().body()).isEqualTo("30001");
        assertThat(third.answer().body()).isEqualTo("30001");
    }

    /** 60,000 bytes, of which {@link #ROOM} has room for two. */
    private static final String SMALL_OBJECTS = "[{}" + ",{}".repeat(19_999) + "]";

    @ParameterizedTest
    @ValueSource(strings = {"1K", "10M"})
    void theValuesOfSmallBodiesWaitForRoomTogether(final String onLoop) throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM, "rest.json.max-size-on-event-loop", onLoop);
        Documents.asked = new CountDownLatch(2);
        final List<StreamingClient> clients = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            clients.add(send(server, "/late", SMALL_OBJECTS));
        }
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(post(server, "/tree", "[1]", "application/json").body()).isEqualTo("1");
        }
        assertThat(Documents.called).hasValue(2);
        final var gauge = server.gauge("rest.parsed-bodies");
        assertThat(gauge.used()).isLessThanOrEqualTo(gauge.limit());

        Documents.answer.onSuccess("done");
        for (final StreamingClient client : clients) {
            assertThat(client.answer().body()).isEqualTo("done");
        }
        assertThat(Documents.called).hasValue(12);
    }

    @Test
    void smallBodiesWithFewValuesDoNotWaitForEachOther() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM);
        Documents.asked = new CountDownLatch(20);
        final List<StreamingClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(send(server, "/late", "[\"" + "x".repeat(60_000) + "\"]"));
        }
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
        Documents.answer.onSuccess("done");
        for (final StreamingClient client : clients) {
            assertThat(client.answer().body()).isEqualTo("done");
        }
    }

    @Test
    void aValueThatFindsNoRoomInTimeIs503() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM);
        send(server, "/late", OBJECTS);
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
        final StreamingClient.Answer refused = send(server, "/hurried", OBJECTS).answer();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotNull();
    }

    @Test
    @SuppressWarnings("try") // the client leaves at the end of the block
    void whatClientsThatLeaveHaveHeldIsFreeAgain() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM);
        for (int i = 0; i < 5; i++) {
            try (StreamingClient leaving = send(server, i % 2 == 0 ? "/late" : "/tree", OBJECTS)) {
                assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
            }
        }
        assertThat(send(server, "/tree", OBJECTS).answer().body()).isEqualTo("30001");
    }

    @ParameterizedTest
    @CsvSource({
        "tree, application/json",
        "single, application/json",
        "rows, application/json",
        "blocking, application/json",
        "patch, application/merge-patch+json",
        "operations, application/json-patch+json",
        "rows, text/csv"
    })
    void aDocumentWithMoreTokensThanTheLimitIs413(final String path, final String type) throws Exception {
        final RunningServer server = server("rest.max-tokens", 100);
        final String few = type.equals("text/csv") ? "a\n" + "x\n".repeat(20) : "[{}" + ",{}".repeat(40) + "]";
        final String many = type.equals("text/csv") ? few + "x\n".repeat(20) : few.replace("]", ",{}".repeat(20) + "]");
        assertThat(post(server, "/" + path, few, type).body()).doesNotContain("max-tokens");
        final var answer = post(server, "/" + path, many, type);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("The document has more than 100 tokens.", "\"limit\":\"max-tokens\"");
    }

    private static String rows(final String type, final int count) {
        return switch (type) {
            case "text/csv" -> "a\n" + "x\n".repeat(count);
            case "application/x-ndjson" -> "{}\n".repeat(count);
            default -> "[{}" + ",{}".repeat(count - 1) + "]";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "text/csv"})
    void aStreamMayHaveAsManyTokensAsADocument(final String type) throws Exception {
        final RunningServer server = server("rest.max-tokens", 100);
        final int most = type.equals("text/csv") ? 25 : 33;
        assertThat(post(server, "/stream", rows(type, most), type).body()).isEqualTo("" + most);
        final var answer = post(server, "/stream", rows(type, most + 1), type);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("The document has more than 100 tokens.", "\"limit\":\"max-tokens\"");
        assertThat(post(server, "/stream/all", rows(type, 5000), type).body()).isEqualTo("5000");
    }

    @ParameterizedTest
    @CsvSource({"stream/maps, application/json", "stream/maps, application/x-ndjson", "single, application/json"})
    void aStreamOfMapsThatCanNeverHaveRoomIs413AsAList(final String path, final String type) throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", "1M");
        final var answer = post(server, "/" + path, rows(type, 6_000), type);
        assertThat(answer.status()).as(answer.body()).isEqualTo(413);
        assertThat(answer.body()).contains("\"limit\":\"max-parsed-bodies\"", "At most 0.9 MiB are allowed.");
        assertThat(post(server, "/" + path, rows(type, 2_000), type).body()).isEqualTo("2000");
        assertThat(server.gauge("rest.parsed-bodies").used()).isZero();
    }

    @Test
    void theElementsOfStreamsWaitForRoomTogether() throws Exception {
        final RunningServer server = server("rest.max-parsed-bodies", ROOM);
        final StreamingClient first = send(server, "/stream/late", OBJECTS);
        assertThat(Documents.asked.await(20, TimeUnit.SECONDS)).isTrue();
        final StreamingClient second = send(server, "/stream/maps", SMALL_OBJECTS);
        final StreamingClient third = send(server, "/tree", OBJECTS);
        for (int i = 0; i < 3; i++) {
            assertThat(post(server, "/tree", "[1]", "application/json").body()).isEqualTo("1");
        }
        assertThat(second.isAnswered()).isFalse();
        assertThat(third.isAnswered()).isFalse();

        Documents.answer.onSuccess("done");
        assertThat(first.answer().body()).isEqualTo("done");
        assertThat(second.answer().body()).isEqualTo("20000");
        assertThat(third.answer().body()).isEqualTo("30001");
        assertThat(post(server, "/stream/all", OBJECTS, "application/json").body())
                .isEqualTo("30001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "text/csv"})
    void aMethodMaySayHowManyElementsItTakes(final String type) throws Exception {
        final RunningServer server = server("rest.max-tokens", 10);
        assertThat(post(server, "/stream/five", rows(type, 5), type).body()).isEqualTo("5");
        final var answer = post(server, "/stream/five", rows(type, 6), type);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("The body has more than 5 elements.", "\"limit\":\"max-elements\"");
    }

    @Test
    void whatElementsHaveInThemCounts() throws Exception {
        final RunningServer server = server("rest.max-tokens", 100);
        final String element = "[{}" + ",{}".repeat(15) + "]";
        assertThat(post(server, "/stream/nested", "[" + element + "]", "application/json")
                        .body())
                .isEqualTo("1");
        assertThat(post(server, "/stream/nested", "[" + element + ("," + element).repeat(9) + "]", "application/json")
                        .body())
                .contains("\"limit\":\"max-tokens\"");
    }

    @Test
    void aPartWithMoreTokensThanTheLimitIs413() throws Exception {
        final RunningServer server = server("rest.max-tokens", 100);
        final var answer = post(server, "/part", form("[{}" + ",{}".repeat(60) + "]"), FORM);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("The document has more than 100 tokens.", "\"limit\":\"max-tokens\"");
    }
}

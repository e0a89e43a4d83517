package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.json.Json;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;

/** Bodies of JSON Patch. */
final class JsonPatchTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static RunningServer server;

    public record Address(String city, @Min(1000) Integer zip) {}

    public record Order(@NotBlank String name, BigDecimal price, Address address, List<String> tags, byte[] image) {}

    public static final class Account {

        private String id = "7";
        public String owner = "Ann";

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String getId() {
            return id;
        }
    }

    /** The framework decides about the codes and the sums. */
    public record Coupon(
            @JsonProperty(access = JsonProperty.Access.READ_ONLY)
            String code,

            String label,
            Issuer issuer,
            List<Issuer> former) {

        public Coupon {
            Objects.requireNonNull(code, "code");
        }

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String summary() {
            return code + ' ' + label;
        }

        public record Issuer(
                @JsonProperty(access = JsonProperty.Access.READ_ONLY)
                String number,

                String name) {}
    }

    public static final class Ledger {

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        private List<String> entries = new ArrayList<>();

        public String title = "";

        public List<String> getEntries() {
            return List.copyOf(entries);
        }

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public List<String> getReversed() {
            return List.of();
        }
    }

    @Path("/")
    public static final class Orders {

        @PATCH
        @Path("coupon")
        public Coupon coupon(final JsonPatch patch) {
            return patch.applyTo(COUPON, Coupon.class);
        }

        @PATCH
        @Path("coupon")
        public Coupon mergeCoupon(final MergePatch patch) {
            return patch.applyTo(COUPON, Coupon.class);
        }

        @PATCH
        @Path("ledger")
        public Ledger ledger(final MergePatch patch) {
            final Ledger present = new Ledger();
            present.entries.add("first");
            return patch.applyTo(present, Ledger.class);
        }

        private static final Coupon COUPON =
                new Coupon("c-1", "before", new Coupon.Issuer("i-1", "Ann"), List.of(new Coupon.Issuer("i-2", "Bob")));

        private static final Order ORDER = new Order(
                "Ann", new BigDecimal("1.10"), new Address("Prague", 11000), List.of("a", "b"), new byte[] {1, 2, 3});

        @PATCH
        @Path("order")
        @Consumes(JsonPatch.MEDIA_TYPE)
        public Order change(final JsonPatch patch) {
            return patch.applyTo(ORDER, Order.class);
        }

        @PATCH
        @Path("later")
        public Single<Order> later(final Single<JsonPatch> patch) {
            return patch.map(received -> received.applyTo(ORDER, Order.class));
        }

        /** A patch is applied again when a transaction is tried again. */
        @PATCH
        @Path("any")
        public JsonNode any(final JsonPatch patch, @HeaderParam("Present") final String present) throws Exception {
            final JsonNode document = JSON.readTree(present);
            final JsonNode once = patch.applyTo(document, JsonNode.class);
            assertThat(patch.applyTo(document, JsonNode.class)).isEqualTo(once);
            assertThat(document).isEqualTo(JSON.readTree(present));
            return once;
        }

        @PATCH
        @Path("account")
        public Account account(final JsonPatch patch) {
            return patch.applyTo(new Account(), Account.class);
        }

        @PATCH
        @Path("account")
        public Account mergeAccount(final MergePatch patch) {
            return patch.applyTo(new Account(), Account.class);
        }

        @POST
        @Path("order")
        @Consumes({"text/plain", "text/csv"})
        public String create(final String text) {
            return text;
        }
    }

    /** Counts how often Jackson asks for what a class ignores. */
    private static final class CountingIntrospector extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1;
        static final AtomicInteger ASKED = new AtomicInteger();

        @Override
        public JsonProperty.Access findPropertyAccess(final Annotated annotated) {
            ASKED.incrementAndGet();
            return null;
        }
    }

    @Test
    void aClassIsIntrospectedOnce() {
        final AbstractModule module = new AbstractModule() {
            @Override
            protected void configure() {
                Multibinder.newSetBinder(binder(), Module.class)
                        .addBinding()
                        .toInstance(Json.adjust(mapper -> mapper.setAnnotationIntrospector(AnnotationIntrospector.pair(
                                mapper.getDeserializationConfig().getAnnotationIntrospector(),
                                new CountingIntrospector()))));
            }
        };
        try (RunningServer counted = RunningServer.of(RestPlugin.withResources(Orders.class), module)) {
            final String change = "[{\"op\":\"replace\",\"path\":\"/name\",\"value\":\"Bob\"}]";
            counted.send("PATCH", "/order", change, "Content-Type", JsonPatch.MEDIA_TYPE);
            final int first = CountingIntrospector.ASKED.get();
            assertThat(first).isPositive();
            assertThat(counted.send("PATCH", "/order", change, "Content-Type", JsonPatch.MEDIA_TYPE)
                            .body())
                    .contains("Bob");
            assertThat(CountingIntrospector.ASKED).hasValue(first);
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Orders.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Answer patch(final String path, final String body, final String... headers) {
        final String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = JsonPatch.MEDIA_TYPE;
        return server.send("PATCH", path, body, all);
    }

    private static Answer any(final String present, final String operations) {
        return patch("/any", operations, "Present", present);
    }

    static Stream<Arguments> cases() throws Exception {
        return Stream.of("tests.json", "spec_tests.json")
                .flatMap(file -> {
                    try {
                        return StreamSupport.stream(
                                JSON.readTree(JsonPatchTest.class.getResourceAsStream("/json-patch-tests/" + file))
                                        .spliterator(),
                                false);
                    } catch (final java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })
                .filter(each -> each.has("patch"))
                // Reading the file has dropped the duplicates that these are about; a case below has them.
                .filter(each -> !each.path("comment").asText().matches("duplicate ops|A\\.13 .*"))
                .map(each -> Arguments.of(
                        each.path("comment").asText(each.get("patch").toString()), each));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theCasesOfTheStandardHold(final String name, final JsonNode each) throws Exception {
        final Answer answer = any(each.get("doc").toString(), each.get("patch").toString());
        if (each.has("error")) {
            assertThat(answer.status()).as(answer.body()).isIn(400, 409, 422);
            assertThat(answer.json().has("operation")).as(answer.body()).isTrue();
        } else {
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json())
                    .isEqualTo(each.path("expected").isMissingNode() ? each.get("doc") : each.get("expected"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                // numbers are equal by their value
                "{'a':1}         | [{'op':'test','path':'/a','value':1.0}]                    | {'a':1}",
                "{'a':100}       | [{'op':'test','path':'/a','value':1e2}]                    | {'a':100}",
                "{'a':1e300}     | [{'op':'test','path':'/a','value':10e299}]                 | {'a':1e300}",
                "{'a':[1,{'b':2.50}]} | [{'op':'test','path':'/a','value':[1.0,{'b':2.5}]}]   | {'a':[1,{'b':2.5}]}",
                "{'a':1}         | [{'op':'test','path':'/a','value':'1'}]                    | 409",
                "{'a':[1,2]}     | [{'op':'test','path':'/a','value':[2,1]}]                  | 409",
                "{'a':null}      | [{'op':'test','path':'/a','value':null}]                   | {'a':null}",
                "{'a':1}         | [{'op':'test','path':'/b','value':null}]                   | 409",
                // pointers
                "{'~1':1,'/':2}  | [{'op':'remove','path':'/~01'}]                            | {'/':2}",
                "{'~1':1,'/':2}  | [{'op':'remove','path':'/~1'}]                             | {'~1':1}",
                "{'':1}          | [{'op':'replace','path':'/','value':2}]                    | {'':2}",
                "{'a':1}         | [{'op':'add','path':'/a~2','value':1}]                     | 422",
                "{'a':1}         | [{'op':'add','path':'/a~','value':1}]                      | 422",
                "{'a':1}         | [{'op':'add','path':'a','value':1}]                        | 422",
                "{'a':1}         | [{'op':'add','path':'/a/b','value':1}]                     | 422",
                "{'a':1}         | [{'op':'add','path':'/b/c/d','value':1}]                   | 422",
                // indexes
                "[1]             | [{'op':'add','path':'/-','value':2}]                       | [1,2]",
                "[1]             | [{'op':'add','path':'/1','value':2}]                       | [1,2]",
                "[1]             | [{'op':'add','path':'/2','value':2}]                       | 422",
                "[1]             | [{'op':'add','path':'/1000000000','value':2}]              | 422",
                "[1]             | [{'op':'add','path':'/99999999999999999999','value':2}]    | 422",
                "[1]             | [{'op':'add','path':'/-1','value':2}]                      | 422",
                "[1]             | [{'op':'add','path':'/+0','value':2}]                      | 422",
                "[1]             | [{'op':'add','path':'/00','value':2}]                      | 422",
                "[1]             | [{'op':'remove','path':'/-'}]                              | 422",
                "[1]             | [{'op':'replace','path':'/-','value':2}]                   | 422",
                "[1]             | [{'op':'copy','from':'/-','path':'/0'}]                    | 422",
                "[[]]            | [{'op':'add','path':'/-/-','value':1}]                     | 422",
                // moves and copies
                "{'a':1,'b':2}   | [{'op':'move','from':'/a','path':'/ab'}]                   | {'b':2,'ab':1}",
                "[{},{}]         | [{'op':'move','from':'/0','path':'/0/x'}]                  | 422",
                "{'a':{'b':1}}   | [{'op':'move','from':'/a','path':'/a/c'}]                  | 422",
                "{'a':1}         | [{'op':'move','from':'','path':'/b'}]                      | 422",
                "{'a':{'b':1}}   | [{'op':'move','from':'/a/b','path':'/a'}]                  | {'a':1}",
                "{'a':1}         | [{'op':'move','from':'/b','path':'/b'}]                    | 422",
                "{'a':1}         | [{'op':'copy','from':'','path':'/b'}]                      | {'a':1,'b':{'a':1}}",
                "{'a':[1]}       | [{'op':'copy','from':'/a','path':'/b'},{'op':'add','path':'/b/-','value':2}] | {'a':[1],'b':[1,2]}",
                "{}              | [{'op':'add','path':'/a','value':[]},{'op':'add','path':'/a/-','value':1}]   | {'a':[1]}",
                // the whole document
                "{'a':1}         | [{'op':'replace','path':'','value':[1]}]                   | [1]",
                "{'a':1}         | [{'op':'remove','path':''}]                                | 422",
                // malformed patches
                "{'a':1}         | {'op':'remove','path':'/a'}                                | 400",
                "{'a':1}         | [1]                                                        | 400",
                "{'a':1}         | [{'op':'delete','path':'/a'}]                              | 400",
                "{'a':1}         | [{'op':'Remove','path':'/a'}]                              | 400",
                "{'a':1}         | [{'op':'remove'}]                                          | 400",
                "{'a':1}         | [{'op':'remove','path':1}]                                 | 400",
                "{'a':1}         | [{'op':'move','path':'/a'}]                                | 400",
                "{'a':1}         | [{'op':'add','path':'/b'}]                                 | 400",
                "{'a':1}         | [{'op':'remove','op':'add','path':'/a','value':1}]         | 400",
                "{'a':1}         | [{'op':'add','path':'/b','value':{'c':1,'c':2}}]           | 400",
                "{'a':1}         | [{'op':'remove','path':'/a'                                | 400",
                // members of other operations are ignored
                "{'a':1}         | [{'op':'remove','path':'/a','from':1,'value':[],'x':0}]    | {}",
                "{'a':1}         | []                                                         | {'a':1}",
            })
    void operationsDoWhatTheStandardSays(final String present, final String operations, final String result)
            throws Exception {
        final Answer answer = any(present.replace('\'', '"'), operations.replace('\'', '"'));
        if (result.length() == 3 && Character.isDigit(result.charAt(0))) {
            assertThat(answer.status()).as(answer.body()).isEqualTo(Integer.parseInt(result));
        } else {
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json()).isEqualTo(JSON.readTree(result.replace('\'', '"')));
        }
    }

    @Test
    void theResultIsAnObjectAndTheOldOneIsNotChanged() {
        for (final String path : new String[] {"/order", "/later"}) {
            assertThat(patch(path, """
                            [{"op":"test","path":"/price","value":1.1},
                             {"op":"test","path":"/image","value":"AQID"},
                             {"op":"replace","path":"/price","value":1.23456789012345678901},
                             {"op":"remove","path":"/address/zip"},
                             {"op":"add","path":"/tags/1","value":"c"},
                             {"op":"move","from":"/address/city","path":"/name"}]""").body())
                    .isEqualTo("{\"name\":\"Prague\",\"price\":1.23456789012345678901,\"address\":{\"city\":null,"
                            + "\"zip\":null},\"tags\":[\"a\",\"c\",\"b\"],\"image\":\"AQID\"}");
            assertThat(patch(path, "[]").json().at("/tags").toString()).isEqualTo("[\"a\",\"b\"]");
        }
    }

    @Test
    void aProblemNamesTheOperation() {
        final String operations = """
                [{"op":"remove","path":"/tags/0"},{"op":"%s","path":"%s","from":"/address","value":1}]""";
        final Answer nothing = patch("/order", operations.formatted("remove", "/tags/1"));
        assertThat(nothing.status()).isEqualTo(422);
        assertThat(nothing.json().get("operation").asInt()).isEqualTo(1);
        assertThat(nothing.json().get("detail").asText())
                .isEqualTo("Patch operation 1 (remove '/tags/1') failed: there is nothing at '/tags/1'.");
        final Answer child = patch("/order", operations.formatted("move", "/address/city"));
        assertThat(child.status()).isEqualTo(422);
        assertThat(child.json().get("detail").asText())
                .isEqualTo("Patch operation 1 (move '/address/city') failed: '/address' cannot be moved into"
                        + " itself.");
        final Answer test = patch("/order", operations.formatted("test", "/name"));
        assertThat(test.status()).isEqualTo(409);
        assertThat(test.json().get("operation").asInt()).isEqualTo(1);
        assertThat(test.json().get("detail").asText())
                .isEqualTo("Patch operation 1 (test '/name') failed: the value at '/name' is different.");
        final Answer pointer = patch("/order", operations.formatted("add", "name"));
        assertThat(pointer.status()).isEqualTo(422);
        assertThat(pointer.json().get("operation").asInt()).isEqualTo(1);
        assertThat(pointer.json().get("detail").asText())
                .isEqualTo("Patch operation 1 has the path 'name', which is not a JSON Pointer.");
    }

    @Test
    void aMemberThatOccursTwiceIsNamed() {
        final Answer operation = patch("/order", "[{\"op\":\"remove\",\"op\":\"test\",\"path\":\"/name\"}]");
        assertThat(operation.status()).isEqualTo(400);
        assertThat(operation.json().get("detail").asText())
                .isEqualTo("The member 'op' occurs more than once at line 1, column 22.");
        final Answer value = patch("/order", "[{\"op\":\"add\",\"path\":\"/name\",\"value\":{\"it's\":1,\"it's\":2}}]");
        assertThat(value.json().get("detail").asText()).startsWith("The member 'it's' occurs more than once at line 1");
    }

    @Test
    void theResultIsReadAndValidatedAsABodyIs() {
        for (final String path : new String[] {"/order", "/later"}) {
            final Answer blank = patch(path, "[{\"op\":\"replace\",\"path\":\"/name\",\"value\":\" \"}]");
            assertThat(blank.status()).isEqualTo(400);
            assertThat(blank.json().at("/violations/0/path").asText()).isEqualTo("name");
            final Answer unknown = patch(path, "[{\"op\":\"add\",\"path\":\"/nam\",\"value\":\"a\"}]");
            assertThat(unknown.status()).isEqualTo(400);
            assertThat(unknown.json().get("detail").asText()).isEqualTo("Unknown field 'nam'.");
            assertThat(patch(path, "[{\"op\":\"replace\",\"path\":\"\",\"value\":null}]")
                            .status())
                    .isEqualTo(400);
            assertThat(patch(path, "[{\"op\":\"replace\",\"path\":\"/price\",\"value\":1e99999}]")
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aPropertyThatIsOnlyWrittenCannotBeChanged() {
        assertThat(patch("/account", "[{\"op\":\"test\",\"path\":\"/id\",\"value\":\"7\"}]")
                        .status())
                .isEqualTo(200);
        final Answer changed = patch("/account", "[{\"op\":\"replace\",\"path\":\"/id\",\"value\":\"8\"}]");
        assertThat(changed.status()).isEqualTo(422);
        assertThat(changed.json().get("detail").asText()).isEqualTo("The field 'id' cannot be changed.");
        final Answer merged = server.send("PATCH", "/account", "{\"id\":null}", "Content-Type", MergePatch.MEDIA_TYPE);
        assertThat(merged.status()).as(merged.body()).isEqualTo(422);
        assertThat(server.send("PATCH", "/account", "{\"id\":\"7\"}", "Content-Type", MergePatch.MEDIA_TYPE)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aPropertyThatIsOnlyWrittenKeepsItsValue() {
        final Answer changed = patch("/coupon", "[{\"op\":\"replace\",\"path\":\"/label\",\"value\":\"after\"}]");
        assertThat(changed.body())
                .isEqualTo("{\"code\":\"c-1\",\"label\":\"after\",\"issuer\":{\"number\":\"i-1\",\"name\":\"Ann\"},"
                        + "\"former\":[{\"number\":\"i-2\",\"name\":\"Bob\"}],\"summary\":\"c-1 after\"}");
        final Answer merged = server.send(
                "PATCH",
                "/coupon",
                "{\"label\":\"merged\",\"issuer\":{\"name\":\"Eve\"}}",
                "Content-Type",
                MergePatch.MEDIA_TYPE);
        assertThat(merged.json().get("code").asText()).isEqualTo("c-1");
        assertThat(merged.json().get("issuer").toString()).isEqualTo("{\"number\":\"i-1\",\"name\":\"Eve\"}");
        assertThat(patch("/coupon", "[{\"op\":\"replace\",\"path\":\"/code\",\"value\":\"c-2\"}]")
                        .status())
                .isEqualTo(422);
        final Answer nested = patch("/coupon", "[{\"op\":\"replace\",\"path\":\"/issuer/number\",\"value\":\"i-9\"}]");
        assertThat(nested.json().at("/issuer/number").isNull())
                .as(nested.body())
                .isTrue();
        final Answer unknown = patch("/coupon", "[{\"op\":\"add\",\"path\":\"/sum\",\"value\":1}]");
        assertThat(unknown.json().get("detail").asText()).isEqualTo("Unknown field 'sum'.");
        final Answer ledger =
                server.send("PATCH", "/ledger", "{\"title\":\"a\"}", "Content-Type", MergePatch.MEDIA_TYPE);
        assertThat(ledger.body()).isEqualTo("{\"entries\":[\"first\"],\"title\":\"a\",\"reversed\":[]}");
    }

    @Test
    void copiesOfCopiesAreBounded() {
        final String doubling = IntStream.range(0, 64)
                .mapToObj(i -> "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/c" + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        final Answer answer = any("{\"a\":\"0123456789\"}", doubling);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().get("operation").asInt()).isBetween(10, 20);
        assertThat(answer.json().get("detail").asText()).contains("write more than 1048576 bytes");
    }

    @Test
    void movesAreCountedAndSoAreOperations() {
        final String large = "[{\"a\":\"" + "x".repeat(3000) + "\"},0]";
        final String moves = IntStream.range(0, 900)
                .mapToObj(i -> "{\"op\":\"move\",\"from\":\"/" + i % 2 + "\",\"path\":\"/" + (i + 1) % 2 + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(any(large, moves).status()).isEqualTo(413);
        final Answer many = any(
                "[]",
                "[" + "{\"op\":\"add\",\"path\":\"/-\",\"value\":1},".repeat(1000)
                        + "{\"op\":\"add\",\"path\":\"/-\",\"value\":1}]");
        assertThat(many.status()).isEqualTo(413);
        assertThat(many.json().get("detail").asText())
                .isEqualTo("The patch has 1001 operations; at most 1000 are allowed.");
    }

    @Test
    void documentsDoNotBecomeTooDeep() {
        final String deep = "[".repeat(450) + "]".repeat(450);
        final Answer twice = any(
                "{}",
                "[{\"op\":\"add\",\"path\":\"/a\",\"value\":" + deep
                        + "},{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a" + "/0".repeat(449) + "/-\"}]");
        assertThat(twice.status()).isEqualTo(422);
        assertThat(twice.json().get("detail").asText()).contains("nested more than 500 levels deep");
        assertThat(any("{}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":" + "[".repeat(2000) + "]".repeat(2000) + "}]")
                        .status())
                .isEqualTo(400);
        assertThat(any("{}", "[{\"op\":\"add\",\"path\":\"" + "/a".repeat(100_000) + "\",\"value\":1}]")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void whatIsTakenIsTold() {
        final Answer options = server.send("OPTIONS", "/order", null);
        assertThat(options.header("Accept-Patch")).isEqualTo("application/json-patch+json");
        assertThat(options.header("Accept-Post")).isEqualTo("text/plain, text/csv");
        for (final String path : new String[] {"/order", "/later", "/any"}) {
            final Answer other = server.send("PATCH", path, "{}", "Content-Type", "application/json");
            assertThat(other.status()).as(path).isEqualTo(415);
            assertThat(other.header("Accept-Patch")).isEqualTo("application/json-patch+json");
        }
        assertThat(server.send("PATCH", "/account", "{}", "Content-Type", "application/json")
                        .header("Accept-Patch")
                        .split(", "))
                .containsExactlyInAnyOrder("application/json-patch+json", "application/merge-patch+json");
        assertThat(server.post("/order", "{}").header("Accept-Post")).isEqualTo("text/plain, text/csv");
        assertThat(server.post("/order", "{}").header("Accept-Patch")).isNull();
    }

    @Test
    void limitsAreSettings() {
        try (RunningServer small = RunningServer.of(
                RestPlugin.withResources(Orders.class),
                Map.of("rest.patch.max-operations", 1, "rest.patch.max-size", "10"))) {
            final String add = "{\"op\":\"add\",\"path\":\"/name\",\"value\":\"%s\"}";
            final String[] type = {"Content-Type", JsonPatch.MEDIA_TYPE};
            assertThat(small.send("PATCH", "/order", "[" + add.formatted("12345678") + "]", type)
                            .status())
                    .isEqualTo(200);
            assertThat(small.send("PATCH", "/order", "[" + add.formatted("123456789") + "]", type)
                            .status())
                    .isEqualTo(413);
            assertThat(small.send("PATCH", "/order", "[" + add.formatted("1") + "," + add.formatted("2") + "]", type)
                            .status())
                    .isEqualTo(413);
        }
    }
}

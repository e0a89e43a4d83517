package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rxjava3.RxJava3Plugin;
import org.jzenith.test.JZenithExtension;

/** The document names the parameters, bodies and results of resource methods. */
final class OpenApiTest {

    static final class SoldOutException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class OddException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(OrderResource.class, OtherResultsResource.class, DescribedResource.class)
                            .withMapping(SoldOutException.class, 409, "There are no more.")
                            .withMapping(OddException.class, e -> Problem.of(410)),
                    RxJava3Plugin.create(),
                    OpenApiPlugin.create()));

    private static JsonNode document() {
        return APP.http().get("/openapi.json").expectStatus(200).json();
    }

    private static JsonNode operation(final String method, final String path) {
        final JsonNode found = document().path("paths").path(path).path(method);
        assertThat(found.isObject()).as(method + " " + path).isTrue();
        return found;
    }

    private static JsonNode schema(final String name) {
        final JsonNode found = document().path("components").path("schemas").path(name);
        assertThat(found.isObject()).as(name).isTrue();
        return found;
    }

    private static JsonNode property(final String schema, final String name) {
        return schema(schema).path("properties").path(name);
    }

    private static List<String> texts(final JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static JsonNode parameter(final JsonNode operation, final String name) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no parameter " + name + " in " + operation));
    }

    private static Stream<JsonNode> all(final JsonNode node) {
        return Stream.concat(
                Stream.of(node), StreamSupport.stream(node.spliterator(), false).flatMap(OpenApiTest::all));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        final JsonNode document = document();
        assertThat(all(document).filter(each -> each.path("$ref").isTextual()))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(
                                document.at(each.path("$ref").asText().substring(1))
                                        .isObject())
                        .as(each.toString())
                        .isTrue());
    }

    @Test
    void aMethodThatExpectsAVersionMayRefuseTheRequest() {
        final JsonNode change = operation("put", "/others/versioned");
        assertThat(parameter(change, "If-Match").at("/schema/type").asText()).isEqualTo("string");
        assertThat(change.at("/responses/400/$ref").asText()).isEqualTo("#/components/responses/BadRequest");
        assertThat(change.at("/responses/412/$ref").asText()).isEqualTo("#/components/responses/PreconditionFailed");
        assertThat(change.at("/responses/428/$ref").asText()).isEqualTo("#/components/responses/PreconditionRequired");
    }

    @Test
    void aPageIsAnArrayWithLinks() {
        final JsonNode list = operation("get", "/others/page");
        final JsonNode page = list.path("responses").path("200");
        final JsonNode body = page.path("content").path("application/json").path("schema");
        assertThat(body.path("type").asText()).isEqualTo("array");
        assertThat(body.path("items").path("$ref").asText()).isEqualTo("#/components/schemas/Address");
        assertThat(page.at("/headers/Link/schema/type").asText()).isEqualTo("string");
        assertThat(page.at("/headers/X-Total-Count/schema/type").asText()).isEqualTo("integer");
        assertThat(parameter(list, "after").at("/schema/type").asText()).isEqualTo("string");
        assertThat(parameter(list, "after").path("required").asBoolean()).isFalse();
        assertThat(parameter(list, "sort").at("/schema/pattern").asText())
                .isEqualTo("^-?(street|zip)(,-?(street|zip))*$");
        assertThat(parameter(list, "sort").at("/schema/default").asText()).isEqualTo("street");
        assertThat(parameter(list, "limit").at("/schema/default").asInt()).isEqualTo(20);
        assertThat(parameter(list, "limit").at("/schema/maximum").asInt()).isEqualTo(100);
    }

    @Test
    void operationIdsAreUniqueAndPathsDifferInMoreThanNames() {
        final List<String> ids = new ArrayList<>();
        final Set<String> shapes = new HashSet<>();
        document().path("paths").properties().forEach(path -> {
            assertThat(shapes.add(path.getKey().replaceAll("\\{[^}]*}", "{}"))).isTrue();
            path.getValue().forEach(each -> ids.add(each.path("operationId").asText()));
        });
        assertThat(ids).doesNotHaveDuplicates().doesNotContain("").contains("orderById", "orderList", "orderCreate");
    }

    @Test
    void everyPathParameterIsInItsTemplate() {
        document()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().forEach(operation -> {
                    final Set<String> inTemplate = new HashSet<>();
                    Pattern.compile("\\{([^}]*)}")
                            .matcher(path.getKey())
                            .results()
                            .forEach(each -> inTemplate.add(each.group(1)));
                    final Set<String> declared = new HashSet<>();
                    operation.path("parameters").forEach(each -> {
                        if (each.path("in").asText().equals("path")) {
                            declared.add(each.path("name").asText());
                        }
                    });
                    assertThat(declared).as(path.getKey()).isEqualTo(inTemplate);
                }));
    }

    /** Reads the table of results in docs/resources.md: each type needs a method here. */
    @Test
    void everyTypeOfResultHasASchema() throws IOException {
        final List<Method> methods = Stream.of(OrderResource.class, OtherResultsResource.class)
                .flatMap(resource -> Arrays.stream(resource.getMethods()))
                .filter(method -> method.isAnnotationPresent(Path.class))
                .toList();
        final List<String> types = documentedResults();
        assertThat(types).contains("T", "Maybe<T>", "void", "Flow.Publisher");
        assertThat(types)
                .allSatisfy(type -> assertThat(methods.stream().filter(method -> isOf(method, type)))
                        .as("methods of " + type)
                        .isNotEmpty()
                        .allSatisfy(OpenApiTest::assertDescribed));
    }

    private static List<String> documentedResults() throws IOException {
        return Files.readString(java.nio.file.Path.of("../docs/resources.md"))
                .lines()
                .dropWhile(line -> !line.equals("| type | response |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .flatMap(types ->
                        Pattern.compile("`([^`]+)`|(RxJava 3)").matcher(types).results())
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .toList();
    }

    private static boolean isOf(final Method method, final String type) {
        final Class<?> result = method.getReturnType();
        return switch (type) {
            case "T" -> result == OrderResource.Order.class;
            case "RxJava 3" -> result.getName().startsWith("io.reactivex.rxjava3.");
            default ->
                ("." + result.getName().replace('$', '.')).endsWith("." + type.replaceAll("<.*", ""))
                        && !result.getName().startsWith("io.reactivex.rxjava3.");
        };
    }

    private static void assertDescribed(final Method method) {
        final String path = method.getDeclaringClass().getAnnotation(Path.class).value() + "/"
                + method.getAnnotation(Path.class).value();
        final JsonNode responses = document().path("paths").properties().stream()
                .filter(each -> shape(each.getKey()).equals(shape(path)))
                .map(each -> each.getValue().path(httpMethod(method)).path("responses"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no operation of " + method));
        final Class<?> result = method.getReturnType();
        final boolean isAlone = method.getParameterCount() == 0;
        if (result.getSimpleName().equals("Completable") || (result == void.class && isAlone)) {
            assertThat(responses.path("204").isObject()).as(method.toString()).isTrue();
        } else if (result == Response.class) {
            assertThat(responses.path("default").isObject())
                    .as(method.toString())
                    .isTrue();
        } else if (result != void.class) {
            assertThat(responses.at("/200/content")).as(method.toString()).isNotEmpty();
            responses
                    .at("/200/content")
                    .properties()
                    .forEach(media -> assertThat(media.getValue().path("schema").size() > 0
                                    // The data of an OutboundSseEvent may be anything.
                                    || media.getKey().equals("text/event-stream"))
                            .as(method.toString())
                            .isTrue());
            if (result.getSimpleName().equals("Maybe")) {
                assertThat(responses.has("404")).as(method.toString()).isTrue();
            }
            if (Set.of("Flowable", "Observable", "Publisher").contains(result.getSimpleName())
                    && responses.at("/200/content").has("application/json")) {
                assertThat(responses
                                .at("/200/content/application~1json/schema/type")
                                .asText())
                        .as(method.toString())
                        .isEqualTo("array");
            }
        }
    }

    private static String shape(final String path) {
        return path.replaceAll("\\{[^}]*}", "{}");
    }

    private static String httpMethod(final Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
                .flatMap(Stream::ofNullable)
                .map(each -> each.value().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void resultsHaveTheSchemasOfTheirElements() {
        assertThat(operation("get", "/orders/results/observable")
                        .at("/responses/200/content/application~1json/schema/items/type")
                        .asText())
                .isEqualTo("integer");
        assertThat(operation("get", "/orders/all")
                        .at("/responses/200/content/application~1json/schema/items/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Address");
        assertThat(operation("get", "/orders/all")
                        .at("/responses/200/content/application~1x-ndjson/schema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Address");
        assertThat(operation("get", "/orders/results/path").path("responses").has("206"))
                .isTrue();
    }

    @Test
    void subtypesOfPublishersAreStreams() {
        for (final String path : List.of("connectable", "submission", "flux")) {
            assertThat(operation("get", "/others/" + path)
                            .at("/responses/200/content/application~1json/schema/items/$ref")
                            .asText())
                    .as(path)
                    .isEqualTo("#/components/schemas/Address");
        }
        final JsonNode mono = operation("get", "/others/mono").path("responses");
        assertThat(mono.at("/200/content/application~1json/schema/$ref").asText())
                .isEqualTo("#/components/schemas/Address");
        assertThat(mono.has("404")).isTrue();
        assertThat(operation("get", "/others/untyped")
                        .at("/responses/200/content/application~1json/schema")
                        .toString())
                .isEqualTo("{\"type\":\"array\",\"items\":{}}");
    }

    @Test
    void thePatternOfNotBlankMatchesAllButWhitespace() {
        final Pattern pattern = Pattern.compile(
                property("AddressInput", "street").path("pattern").asText());
        for (int each = 0; each <= Character.MAX_VALUE; each++) {
            assertThat(pattern.matcher(String.valueOf((char) each)).find())
                    .as("U+%04X", each)
                    .isNotEqualTo(String.valueOf((char) each).isBlank());
        }
    }

    @Test
    void namesAndConstraintsComeFromTheMapperAndTheValidator() {
        final JsonNode name = property("OrderInput", "name");
        assertThat(name.path("type").asText()).isEqualTo("string");
        assertThat(name.path("minLength").asInt()).isEqualTo(1);
        assertThat(name.path("maxLength").asInt()).isEqualTo(40);
        assertThat(name.path("description").asText()).isEqualTo("Shown to the customer.");
        assertThat(name.path("examples").path(0).asText()).isEqualTo("Books");
        assertThat(property("OrderInput", "count").path("maximum").asInt()).isEqualTo(100);
        assertThat(property("OrderInput", "email").path("format").asText()).isEqualTo("email");
        assertThat(texts(property("OrderInput", "email").path("type"))).containsExactly("string", "null");
        assertThat(texts(property("OrderInput", "price").path("type"))).containsExactly("number", "string", "null");
        assertThat(property("OrderInput", "is_gift").path("type").asText()).isEqualTo("boolean");
        assertThat(property("OrderInput", "days").path("items").path("format").asText())
                .isEqualTo("date");
        assertThat(property("OrderInput", "placed").path("format").asText()).isEqualTo("date-time");
        assertThat(property("OrderInput", "labels").path("minItems").asInt()).isEqualTo(1);
        assertThat(property("OrderInput", "labels")
                        .path("items")
                        .path("minLength")
                        .asInt())
                .isEqualTo(2);
        assertThat(texts(schema("State").path("enum"))).containsExactly("open", "CLOSED");
        assertThat(property("AddressInput", "zip").path("pattern").asText()).isEqualTo("^(?:[0-9]{5})$");
    }

    @Test
    void whatIsReadDiffersFromWhatIsWritten() {
        assertThat(texts(schema("OrderInput").path("required")))
                .contains("name", "state", "count", "address", "labels", "is_gift")
                .doesNotContain("id", "numbers", "creator", "secret");
        assertThat(texts(schema("Order").path("required")))
                .contains("id", "numbers", "email")
                .doesNotContain("secret");
        assertThat(property("Order", "secret").isMissingNode()).isTrue();
        assertThat(property("OrderInput", "secret").path("writeOnly").asBoolean())
                .isTrue();
        assertThat(property("OrderInput", "id").path("readOnly").asBoolean()).isTrue();
        assertThat(schema("OrderInput").path("additionalProperties").asBoolean(true))
                .isFalse();
        assertThat(schema("Order").has("additionalProperties")).isFalse();
    }

    @Test
    void aConvertedGroupHasItsOwnConstraints() {
        final JsonNode created = operation("post", "/orders").at("/requestBody/content/application~1json/schema");
        final String name = created.path("$ref").asText().replaceAll(".*/", "");
        assertThat(name).isEqualTo("OrderInputOnCreate");
        assertThat(texts(schema(name).path("required"))).contains("creator").doesNotContain("name");
    }

    @Test
    void subtypesAreAChoiceWithADiscriminator() {
        final JsonNode animal = schema("Animal");
        assertThat(animal.path("oneOf")).hasSize(2);
        assertThat(animal.at("/discriminator/propertyName").asText()).isEqualTo("kind");
        assertThat(animal.at("/discriminator/mapping/cat").asText()).isEqualTo("#/components/schemas/Cat");
        assertThat(property("Cat", "kind").path("const").asText()).isEqualTo("cat");
    }

    @Test
    void unwrappedPropertiesAndValuesAreAsTheMapperWritesThem() {
        assertThat(property("Account", "code").path("type").asText()).isEqualTo("string");
        assertThat(property("Account", "home_street").path("type").asText()).isEqualTo("string");
        assertThat(texts(schema("Account").path("required"))).doesNotContain("comment");
        assertThat(schema("Account").path("deprecated").asBoolean()).isTrue();
    }

    @Test
    void parametersHavePlacesTypesDefaultsAndConstraints() {
        final JsonNode list = operation("get", "/orders");
        final JsonNode limit = parameter(list, "limit");
        assertThat(limit.path("in").asText()).isEqualTo("query");
        assertThat(limit.at("/schema/default").asInt()).isEqualTo(20);
        assertThat(limit.at("/schema/maximum").asInt()).isEqualTo(100);
        assertThat(parameter(list, "word").at("/schema/maxLength").asInt()).isEqualTo(9);
        assertThat(parameter(list, "state").at("/schema/items/enum")).hasSize(2);
        assertThat(parameter(list, "since").at("/schema/format").asText()).isEqualTo("date");
        assertThat(parameter(list, "session").path("in").asText()).isEqualTo("cookie");
        assertThat(parameter(list, "X-Tenant").path("required").asBoolean()).isTrue();
        assertThat(parameter(list, "X-Tenant").path("description").asText()).isEqualTo("The tenant.");
        assertThat(list.at("/x-matrix-parameters/0/name").asText()).isEqualTo("color");
        assertThat(parameter(operation("get", "/orders/{id}"), "id")
                        .at("/schema/type")
                        .asText())
                .isEqualTo("integer");
    }

    @Test
    void theExpressionOfAPathIsTranslatedAndAddedToThePattern() {
        final JsonNode code = operation("get", "/orders/codes/{code}/{name}");
        assertThat(parameter(code, "code").path("schema").toString()).isEqualTo("{\"type\":\"string\"}");
        final JsonNode name = parameter(code, "name").path("schema");
        assertThat(name.path("pattern").asText()).isEqualTo("^(?:[0-9a-f]+)$");
        assertThat(name.at("/allOf/0/pattern").asText()).isEqualTo("^(?:[0-9]+[a-z]*)$");
    }

    @Test
    void anOperationNamesItsOwnResponsesAndOneForTheFailuresOfAll() {
        assertThat(statuses("put", "/orders/{id}")).containsExactly("200", "400", "404", "default");
        assertThat(statuses("get", "/orders")).containsExactly("200", "400", "default");
        assertThat(statuses("delete", "/orders/{id}")).containsExactly("204", "404", "429", "default");
        assertThat(statuses("get", "/orders/results/observable")).containsExactly("200", "default");
        assertThat(operation("get", "/orders").at("/responses/default/$ref").asText())
                .isEqualTo("#/components/responses/Problem");
        final JsonNode others = document().at("/components/responses/Problem");
        assertThat(others.path("description").asText())
                .contains("- 400: The request is malformed", "- 406: ", "- 409: ", "- 413: ", "- 503: ");
        assertThat(others.at("/content/application~1problem+json/schema/$ref").asText())
                .isEqualTo("#/components/schemas/Problem");
        assertThat(others.path("headers").has("Retry-After")).isTrue();
    }

    private static List<String> statuses(final String method, final String path) {
        return operation(method, path).path("responses").properties().stream()
                .map(java.util.Map.Entry::getKey)
                .toList();
    }

    @Test
    void headersOfResponsesAndMediaTypesOfPatchesAreNamed() {
        assertThat(operation("delete", "/orders/{id}")
                        .at("/responses/204/headers")
                        .properties())
                .extracting(java.util.Map.Entry::getKey)
                .containsExactly("RateLimit-Policy", "RateLimit");
        assertThat(operation("put", "/orders/{id}").at("/responses/200").has("headers"))
                .isFalse();
        assertThat(document()
                        .at("/components/responses/TooManyRequests/headers")
                        .properties())
                .extracting(java.util.Map.Entry::getKey)
                .containsExactly("Retry-After", "RateLimit-Policy", "RateLimit");
        assertThat(operation("delete", "/orders/{id}").path("deprecated").asBoolean())
                .isTrue();
        assertThat(operation("patch", "/orders/{id}").at("/requestBody/content").properties())
                .extracting(java.util.Map.Entry::getKey)
                .containsExactlyInAnyOrder("application/json-patch+json", "application/merge-patch+json");
        final ObjectNode created = (ObjectNode) operation("post", "/orders").path("responses");
        assertThat(created.at("/201/headers/Location/schema/format").asText()).isEqualTo("uri");
        assertThat(created.at("/201/content/application~1json/schema/$ref").asText())
                .isEqualTo("#/components/schemas/Order");
    }

    @Test
    void aTypedResponseHasTheStatusAndHeadersOfItsAnnotationAndTheTypeOfItsEntity() {
        final JsonNode responses = operation("post", "/described").path("responses");
        assertThat(statuses("post", "/described")).containsExactly("201", "default");
        final JsonNode created = responses.path("201");
        assertThat(created.path("description").asText()).isEqualTo("Created.");
        assertThat(created.at("/content/application~1json/schema/$ref").asText())
                .isEqualTo("#/components/schemas/Order");
        assertThat(created.path("headers").fieldNames()).toIterable().containsExactly("Location", "ETag");
        assertThat(created.at("/headers/Location/schema/format").asText()).isEqualTo("uri");
        assertThat(statuses("put", "/described")).containsExactly("202", "default");
        assertThat(operation("put", "/described").at("/responses/202").has("content"))
                .isFalse();
    }

    @Test
    void examplesOfAnnotationsAreAddedToTheSchemasOfTheirPlaces() {
        final JsonNode named = operation("post", "/described/examples/{word}");
        assertThat(parameter(named, "word").path("example").asText()).isEqualTo("garden");
        final JsonNode sent = named.at("/requestBody/content/application~1json");
        assertThat(sent.has("schema")).isTrue();
        assertThat(sent.at("/examples/example/value/name").asText()).isEqualTo("Ann");
        final JsonNode received = named.at("/responses/200/content/application~1json");
        assertThat(received.at("/schema/$ref").asText()).isEqualTo("#/components/schemas/Address");
        assertThat(received.at("/examples/city/value/street").asText()).isEqualTo("High Street");
        final JsonNode several = operation("post", "/described/several");
        assertThat(parameter(several, "page").at("/examples/third/value").asInt())
                .isEqualTo(3);
        final JsonNode examples = several.at("/responses/200/content/application~1json/examples");
        assertThat(examples.at("/example/value").asText()).isEqualTo("no JSON");
        assertThat(examples.at("/example/summary").asText()).isEqualTo("Any text");
        assertThat(examples.at("/example2/externalValue").asText()).isEqualTo("https://example.org/second.json");
    }

    @Test
    void tagsHaveTheNamesAndDescriptionsOfTheirAnnotations() {
        assertThat(document().path("tags").toString())
                .isEqualTo("[{\"name\":\"Described\"},{\"name\":\"Orders\",\"description\":\"All about orders.\"},"
                        + "{\"name\":\"OtherResults\"}]");
        assertThat(texts(operation("get", "/orders").path("tags"))).containsExactly("Orders");
        assertThat(texts(operation("get", "/others/mono").path("tags"))).containsExactly("OtherResults");
    }

    @Test
    void aTypeWithTheNameOfAProblemHasAnotherSchema() {
        final String own = operation("get", "/others/problem")
                .at("/responses/200/content/application~1json/schema/$ref")
                .asText();
        assertThat(own).isNotEqualTo("#/components/schemas/Problem");
        assertThat(document().at(own.substring(1) + "/properties").has("difficulty"))
                .isTrue();
        assertThat(property("Problem", "detail").isObject()).isTrue();
    }

    @Test
    void formsHaveFieldsAndFiles() {
        final JsonNode form =
                operation("post", "/orders/bodies/form").at("/requestBody/content/multipart~1form-data/schema");
        assertThat(form.at("/properties/picture/format").asText()).isEqualTo("binary");
        assertThat(form.at("/properties/documents/items/format").asText()).isEqualTo("binary");
        assertThat(texts(form.path("required"))).containsExactly("name");
    }

    @Test
    void theDocumentHasAnEntityTagAndIsTheSameAsYaml() throws IOException {
        final var first = APP.http().get("/openapi.json");
        final String tag = first.header("ETag").orElseThrow();
        assertThat(APP.http()
                        .withHeader("If-None-Match", tag)
                        .get("/openapi.json")
                        .status())
                .isEqualTo(304);
        final String yaml = APP.http().get("/openapi.yaml").expectStatus(200).body();
        assertThat(yaml).startsWith("openapi: 3.1.1\n").contains("operationId: orderById");
        assertThat(DocumentFormat.YAML.read(yaml)).isEqualTo(document());
        assertThat(APP.http().post("/openapi.json", "{}").status()).isEqualTo(405);
        assertThat(APP.http().get("/openapi.json/more").status()).isEqualTo(404);
    }
}

package org.jzenith.openapi.types;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The document of the application of all types. {@code tck/openapi} compares it with the responses. */
final class TypesTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(TypesApplication::application);

    private static JsonNode document() {
        return APP.http().get("/openapi.json").expectStatus(200).json();
    }

    private static JsonNode schema(final String name) {
        final JsonNode found = document().at("/components/schemas/" + name);
        assertThat(found.isObject()).as(name).isTrue();
        return found;
    }

    private static String property(final String schema, final String name) {
        return schema(schema).path("properties").path(name).toString();
    }

    private static JsonNode body(final String path) {
        return document().path("paths").path(path).path("post").path("requestBody");
    }

    @Test
    void anOptionalResultMayBeNull() {
        assertThat(document()
                        .at("/paths/~1results~1optional/get/responses/200/content/application~1json/schema")
                        .toString())
                .isEqualTo("{\"anyOf\":[{\"$ref\":\"#/components/schemas/Thing\"},{\"type\":\"null\"}]}");
        assertThat(property("Texts", "optional")).isEqualTo("{\"type\":[\"string\",\"null\"]}");
        assertThat(property("Numbers", "optional")).contains("[\"integer\",\"null\"]");
    }

    /** Without a body there is no Content-Type, which stands for application/octet-stream. */
    @Test
    void onlyBytesMayBeMissing() {
        APP.http()
                .withHeader("Content-Type", "application/octet-stream")
                .post("/bodies/buffers", "")
                .expectStatus(200);
        assertThat(body("/bodies/buffers").has("required")).isFalse();
        assertThat(body("/bodies/string").path("required").asBoolean()).isTrue();
        assertThat(body("/bodies/optional").path("required").asBoolean()).isTrue();
    }

    @Test
    void aTextBodyHasItsConstraints() {
        assertThat(body("/bodies/string")
                        .at("/content/text~1plain/schema/maxLength")
                        .asInt())
                .isEqualTo(9);
    }

    @Test
    void elementsHaveTheConstraintsOfTheCheckedGroup() {
        assertThat(schema("ConstrainedInput")
                        .at("/properties/labels/items/type")
                        .toString())
                .isEqualTo("\"string\"");
        assertThat(schema("ConstrainedInputOnCreate")
                        .at("/properties/labels/items/type")
                        .toString())
                .isEqualTo("[\"string\",\"null\"]");
    }

    @Test
    void keysOfMapsAreDescribed() {
        assertThat(property("Keys", "byColor")).contains("\"propertyNames\":{\"$ref\":\"#/components/schemas/Color\"}");
        assertThat(property("Keys", "byId")).contains("\"propertyNames\":{\"type\":\"string\",\"format\":\"uuid\"}");
        assertThat(property("Keys", "byDate")).contains("\"propertyNames\":{\"type\":\"string\",\"format\":\"date\"}");
        assertThat(property("Keys", "byGrade"))
                .contains("\"propertyNames\":{\"type\":\"string\",\"enum\":[\"1\",\"5\"]}");
        assertThat(property("Keys", "byLevel"))
                .contains("\"propertyNames\":{\"type\":\"string\",\"enum\":[\"LOW\",\"HIGH\"]}");
        assertThat(property("Keys", "byCode")).doesNotContain("propertyNames");
        assertThat(property("NumberedInput", "byInteger")).contains("\"pattern\":\"^-?[0-9]+$\"");
        assertThat(property("Containers", "byName")).doesNotContain("propertyNames");
        final String keys =
                "{\"byId\":{},\"byColor\":{\"RED\":\"a\"},\"byGrade\":{\"1\":\"a\"},\"byLevel\":{\"LOW\":\"a\"},"
                        + "\"bySize\":{\"s\":\"a\"},\"byDate\":{\"2026-01-31\":\"a\"},\"byFlag\":{\"true\":\"a\"},\"byCode\":{}}";
        assertThat(APP.http().post("/shapes/keys", keys).expectStatus(200).body())
                .isEqualTo(keys);
    }

    @Test
    void elementsMayBeNullWhereTheServerReadsOrMayWriteNull() {
        final Map<String, String> documents = Map.of(
                "texts", "{'texts':[null]}",
                "byName", "{'byName':{'a':null}}",
                "things", "{'things':[null]}",
                "nested", "{'nested':[[null]]}",
                "full", "{'full':[null]}",
                "read", "{'read':[null]}",
                "skipped", "{'skipped':[null]}",
                "numbers", "{'numbers':[null]}");
        documents.forEach((name, document) -> {
            final ObjectNode holes = parsed(
                    "{'texts':[],'byName':{},'things':[],'nested':[],'full':[],'read':[],'skipped':[],'given':'a'}");
            holes.setAll(parsed(document));
            final int status =
                    APP.http().post("/shapes/holes", holes.toString()).status();
            final boolean isAllowed = property("HolesInput", name)
                    .replace("{\"type\":[\"array\",\"null\"]", "")
                    .contains("\"null\"");
            assertThat(status).as(document).isEqualTo(isAllowed ? 200 : 400);
            assertThat(property("Holes", name)
                            .replace("{\"type\":[\"array\",\"null\"]", "")
                            .contains("\"null\""))
                    .as("a null is written in " + name)
                    .isEqualTo(List.of("texts", "byName", "things", "nested").contains(name));
        });
        assertThat(property("HolesInput", "given")).isEqualTo("{\"type\":\"string\"}");
        final String list = "/paths/~1shapes~1nullable-things/post/";
        assertThat(document()
                        .at(list + "responses/200/content/application~1json/schema")
                        .toString())
                .contains("\"null\"");
        assertThat(APP.http()
                        .post("/shapes/nullable-things", "[null]")
                        .expectStatus(200)
                        .body())
                .isEqualTo("[null]");
        assertThat(body("/bodies/elements")
                        .at("/content/application~1json/schema/items/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/ThingInput");
        APP.http().post("/bodies/elements", "[null]").expectStatus(400);
    }

    private static ObjectNode parsed(final String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (final JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void enumsHaveTheFormsInWhichTheyAreReadAndWritten() {
        assertThat(schema("Level").toString()).isEqualTo("{\"type\":\"integer\",\"enum\":[0,1]}");
        assertThat(schema("LevelInput").toString()).isEqualTo("{\"type\":\"string\",\"enum\":[\"LOW\",\"HIGH\"]}");
        assertThat(schema("Grade").toString()).isEqualTo("{\"type\":\"integer\",\"enum\":[1,5]}");
        assertThat(document().at("/components/schemas").has("GradeInput")).isFalse();
        assertThat(schema("Size3Input").path("enum").toString()).isEqualTo("[\"s\",\"l\",\"tiny\"]");
        assertThat(property("Enums", "color")).contains("{\"type\":\"integer\",\"enum\":[0,1]}");
        assertThat(property("Enums", "colors")).contains("{\"type\":\"integer\",\"enum\":[0,1]}");
        assertThat(property("EnumsInput", "colors")).contains("#/components/schemas/Color");
        assertThat(APP.http()
                        .post(
                                "/shapes/enums",
                                "{\"level\":\"HIGH\",\"color\":\"RED\",\"colors\":[\"GREEN\"],\"grades\":[1],\"size\":\"tiny\"}")
                        .expectStatus(200)
                        .body())
                .isEqualTo("{\"level\":1,\"color\":0,\"colors\":[1],\"grades\":[1],\"size\":\"s\"}");
        APP.http()
                .post("/shapes/enums", "{\"level\":1,\"colors\":[],\"grades\":[]}")
                .expectStatus(400);
    }

    /** A new person has others, and a new room a code. */
    @Test
    void aPropertyWithAValidDefaultIsNotRequired() {
        assertThat(schema("PersonInput").has("required")).isFalse();
        APP.http().post("/shapes/person", "{\"name\":null}").expectStatus(200);
        APP.http().post("/shapes/person", "{\"others\":null}").expectStatus(400);
        assertThat(schema("RoomInput").has("required")).isFalse();
        assertThat(property("RoomInput", "code")).contains("\"null\"");
        APP.http().post("/shapes/room", "{\"code\":null}").expectStatus(200);
        APP.http().post("/shapes/room", "{\"next\":null}").expectStatus(200);
    }

    @Test
    void aRepeatedObjectIsAnId() {
        for (final String schema : List.of("Person", "PersonInput")) {
            assertThat(property(schema, "@id")).contains("integer");
            assertThat(schema(schema).at("/properties/friend/anyOf/1/type").asText())
                    .isEqualTo("integer");
            assertThat(schema(schema)
                            .at("/properties/others/items/anyOf/1/type")
                            .asText())
                    .isEqualTo("integer");
        }
        assertThat(schema("Person").path("required").toString()).contains("@id");
        APP.http()
                .post("/shapes/person", "{\"others\":[{\"@id\":1},{\"@id\":1}]}")
                .expectStatus(400);
        assertThat(body("/shapes/person")
                        .at("/content/application~1json/schema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/PersonInput");
        assertThat(schema("Room").at("/properties/next/anyOf/1/type").asText()).isEqualTo("string");
        assertThat(property("Room", "previous")).isEqualTo("{\"type\":[\"string\",\"null\"]}");
        assertThat(APP.http()
                        .post("/shapes/person", "{\"@id\":1,\"friend\":1,\"others\":[{\"friend\":1}]}")
                        .expectStatus(200)
                        .json()
                        .at("/others/0/friend")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aNumberMayBeAnIdAndAnObject() {
        assertThat(property("SeatInput", "next")).contains("\"anyOf\"").doesNotContain("oneOf");
        APP.http().post("/shapes/seat", "{\"@id\":1,\"number\":3,\"next\":1}").expectStatus(200);
    }

    @Test
    void timesInAFormatOfTheirOwnAreAnyText() {
        for (final String schema : List.of("Formatted", "FormattedInput")) {
            assertThat(property(schema, "dates")).isEqualTo("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
            assertThat(property(schema, "byDate"))
                    .contains("\"propertyNames\":{\"type\":\"string\",\"format\":\"date\"}")
                    .contains("\"items\":{\"type\":\"string\"}");
            assertThat(property(schema, "optional")).isEqualTo("{\"type\":[\"string\",\"null\"]}");
            assertThat(property(schema, "month")).isEqualTo("{\"type\":[\"string\",\"null\"]}");
        }
        APP.http()
                .post(
                        "/shapes/formatted",
                        "{\"dates\":[\"31.01.2026\"],\"byDate\":{\"2026-01-31\":[\"31.01.2026\"]},\"month\":\"01/2026\"}")
                .expectStatus(200);
        APP.http()
                .post("/shapes/formatted", "{\"dates\":[\"2026-01-31\"],\"byDate\":{}}")
                .expectStatus(400);
    }

    @Test
    void timesThatAreNumbersAreAlsoReadFromText() {
        assertThat(schema("Timestamps").at("/properties/seconds/items").toString())
                .isEqualTo("{\"type\":\"number\"}");
        assertThat(schema("Timestamps")
                        .at("/properties/byName/additionalProperties")
                        .toString())
                .isEqualTo("{\"type\":\"number\"}");
        assertThat(schema("TimestampsInput").at("/properties/seconds/items").toString())
                .startsWith("{\"type\":[\"number\",\"string\"],\"format\":\"date-time\"");
        assertThat(schema("TimestampsInput")
                        .at("/properties/byName/additionalProperties")
                        .toString())
                .startsWith(
                        "{\"type\":[\"number\",\"string\"],\"format\":\"duration\",\"minimum\":-9223372036854775807");
        assertThat(property("TimestampsInput", "optional")).startsWith("{\"type\":[\"number\",\"string\",\"null\"]");
        assertThat(APP.http()
                        .post(
                                "/shapes/timestamps",
                                "{\"seconds\":[1,\"1970-01-01T00:00:02Z\"],\"byName\":{\"a\":1.5,\"b\":\"PT1S\"},\"optional\":1}")
                        .expectStatus(200)
                        .json()
                        .toString())
                .isEqualTo("{\"seconds\":[1.0,2.0],\"byName\":{\"a\":1.5,\"b\":1.0},\"optional\":1.0}");
    }

    @Test
    void timesHaveTheFormatsThatTheyAreWrittenIn() {
        assertThat(property("Times", "duration")).contains("\"duration\"");
        assertThat(property("Times", "month")).contains("pattern").doesNotContain("date-time");
        assertThat(property("Times", "year")).doesNotContain("date-time");
        assertThat(property("TimesInput", "instant")).contains("date-time").doesNotContain("number");
        assertThat(property("TimesInput", "seconds")).contains("number", "31556889864403199");
        assertThat(property("Texts", "uri")).contains("iri-reference");
        assertThat(property("Texts", "letter")).contains("\"maxLength\":1");
        assertThat(property("NumbersInput", "little")).contains("32767");
    }

    @Test
    void furtherPropertiesHaveTheTypeOfTheirValues() {
        assertThat(schema("Open").at("/additionalProperties/type").asText()).isEqualTo("integer");
        assertThat(schema("Open").at("/properties").has("others")).isFalse();
        assertThat(schema("OpenInput").at("/additionalProperties/type").asText())
                .isEqualTo("integer");
    }

    @Test
    void anObjectThatIsWrittenAsAnArrayIsOne() {
        assertThat(schema("Point").path("type").asText()).isEqualTo("array");
        assertThat(schema("Point").path("prefixItems")).hasSize(2);
    }

    @Test
    void unwrappedPropertiesAreReadFromTheObject() {
        assertThat(property("WrappedInput", "size_width")).contains("integer");
        assertThat(schema("WrappedInput").has("additionalProperties")).isFalse();
        assertThat(APP.http()
                        .post("/shapes/wrapped", "{\"size_width\":2,\"other\":1}")
                        .expectStatus(200)
                        .json()
                        .path("size_width")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void aTypeThatIsMadeFromATextIsAText() {
        assertThat(property("TextsInput", "code")).isEqualTo("{\"type\":[\"string\",\"null\"]}");
        assertThat(body("/shapes/made")
                        .at("/content/application~1json/schema/anyOf/1/type")
                        .asText())
                .isEqualTo("string");
    }

    @Test
    void anyValueOfAnIgnoredPropertyIsAccepted() {
        assertThat(property("AccountInput", "id")).isEqualTo("{\"readOnly\":true}");
        assertThat(property("AccountInput", "cached")).isEqualTo("{\"readOnly\":true}");
        APP.http()
                .post("/shapes/account", "{\"name\":\"a\",\"id\":[],\"cached\":\"b\"}")
                .expectStatus(200);
    }

    @Test
    void arraysThatAreTextAreDescribedAsText() {
        for (final String schema : List.of("Arrays", "ArraysInput")) {
            assertThat(property(schema, "letters")).contains("\"string\"");
            assertThat(property(schema, "bytes")).contains("\"base64\"");
        }
        final String sent = "{\"letters\":\"ab\",\"bytes\":\"AAEC\",\"labels\":[]}";
        assertThat(APP.http().post("/shapes/arrays", sent).expectStatus(200).body())
                .isEqualTo(sent);
        APP.http().post("/shapes/arrays", "{\"letters\":[\"a\"]}").expectStatus(400);
        APP.http().post("/shapes/texts", "{\"bytes\":[1]}").expectStatus(400);
    }

    /** The constraint counts bytes, the keyword characters. */
    @Test
    void theSizeOfBytesIsThatOfTheirText() {
        assertThat(property("SizedInput", "bytes")).contains("\"minLength\":4,\"maxLength\":8");
        assertThat(property("SizedInput", "letters")).contains("\"maxLength\":3");
        APP.http().post("/shapes/sized", "{\"bytes\":\"AAAAAAAA\"}").expectStatus(200);
        APP.http().post("/shapes/sized", "{\"bytes\":\"AAAAAAAAAAAA\"}").expectStatus(400);
    }

    @Test
    void aTypeThatIsMadeFromAListIsAnArray() {
        assertThat(property("Arrays", "labels")).contains("\"array\"");
        assertThat(property("ArraysInput", "labels")).contains("\"array\"");
    }

    @Test
    void aSubResourceHasThePathOfItsLocator() {
        assertThat(document().path("paths").has("/results/below")).isTrue();
        assertThat(document().path("paths").has("/results/below/all")).isTrue();
        assertThat(document().path("paths").has("/results/created")).isTrue();
        APP.http().get("/results/created").expectStatus(200);
        assertThat(document().path("paths").has("/results/created/all")).isTrue();
        APP.http().get("/results/created/all").expectStatus(200);
    }

    /** OpenAPI has no expressions in paths, so the methods share a path and each value may be one of either. */
    @Test
    void pathsThatDifferByTheirExpressionsOnlyHaveTheSchemasOfBoth() {
        final JsonNode operation = document().at("/paths/~1results~1by~1{id}/get");
        assertThat(operation.at("/parameters/0/schema/anyOf").findValuesAsText("type"))
                .containsExactlyInAnyOrder("integer", "string");
        assertThat(operation.at("/responses/200/content/application~1json/schema/anyOf"))
                .hasSize(2);
        APP.http().get("/results/by/cup").expectStatus(200);
        APP.http().get("/results/by/1").expectStatus(200);
    }
}

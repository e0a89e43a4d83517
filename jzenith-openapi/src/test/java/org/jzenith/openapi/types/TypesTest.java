package org.jzenith.openapi.types;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
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
    void mapsNameTheirKeys() {
        assertThat(schema("Containers").at("/properties/byColor/propertyNames").toString())
                .isEqualTo("{\"$ref\":\"#/components/schemas/Color\"}");
        assertThat(schema("Containers").at("/properties/byName").has("propertyNames"))
                .isFalse();
    }

    @Test
    void timesHaveTheFormatsThatTheyAreWrittenIn() {
        assertThat(property("Times", "duration")).contains("\"duration\"");
        assertThat(property("Times", "month")).contains("pattern").doesNotContain("date-time");
        assertThat(property("Times", "year")).doesNotContain("date-time");
        assertThat(property("TimesInput", "instant")).contains("date-time").doesNotContain("number");
        assertThat(property("TimesInput", "seconds")).contains("number");
        assertThat(property("Texts", "uri")).contains("uri-reference");
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

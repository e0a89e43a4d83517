package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.json.Json;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The schemas follow the settings of the application's mapper. */
final class MapperTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(MapperTest::application);

    /** Holds enums and lists. */
    public record Holder(Mood mood, Map<Mood, String> moods, List<String> words, int[] numbers) {}

    /** Holds times and letters. */
    public record Moment(
            @Nullable Instant at,
            @Nullable LocalDate day,
            @Nullable Year year,
            char @Nullable [] letters) {}

    /** A mood. */
    public enum Mood {
        GOOD,
        BAD
    }

    /** Reads and writes a holder. */
    @Path("/holders")
    public static final class HolderResource {

        @POST
        @Produces("application/json")
        public Single<Holder> post(@NotNull final Holder holder) {
            return Single.just(holder);
        }

        @POST
        @Path("moments")
        @Produces("application/json")
        public Single<Moment> moment(@NotNull final Moment moment) {
            return Single.just(moment);
        }
    }

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(RestPlugin.withResources(HolderResource.class), OpenApiPlugin.create())
                .withModules(binder -> Multibinder.newSetBinder(binder, Module.class)
                        .addBinding()
                        .toInstance(Json.adjust(mapper -> mapper.enable(SerializationFeature.WRITE_ENUMS_USING_INDEX)
                                .enable(SerializationFeature.WRITE_ENUM_KEYS_USING_INDEX)
                                .enable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                                .enable(SerializationFeature.WRITE_CHAR_ARRAYS_AS_JSON_ARRAYS)
                                .disable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                                .setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL)))));
    }

    private static JsonNode schema(final String name) {
        return APP.http().get("/openapi.json").expectStatus(200).json().at("/components/schemas/" + name);
    }

    @Test
    void enumsAreWrittenAsIndexesAndReadFromBoth() {
        assertThat(schema("Mood").toString()).isEqualTo("{\"type\":\"integer\",\"enum\":[0,1]}");
        assertThat(schema("MoodInput").toString()).isEqualTo("{\"enum\":[0,1,\"GOOD\",\"BAD\"]}");
        assertThat(schema("Holder").at("/properties/moods/propertyNames").toString())
                .isEqualTo("{\"type\":\"string\",\"enum\":[\"0\",\"1\"]}");
        assertThat(post("{\"mood\":1,\"moods\":{\"BAD\":\"a\"},\"words\":[],\"numbers\":[]}", 200))
                .isEqualTo("{\"mood\":1,\"moods\":{\"1\":\"a\"},\"words\":[],\"numbers\":[]}");
        post("{\"mood\":\"BAD\",\"moods\":{},\"words\":[],\"numbers\":[]}", 200);
    }

    @Test
    void noElementIsNullIfTheMapperRefusesIt() {
        assertThat(schema("HolderInput").at("/properties/words/items/type").asText())
                .isEqualTo("string");
        post("{\"words\":[null]}", 400);
        assertThat(schema("HolderInput").at("/properties/numbers/items/type").asText())
                .isEqualTo("integer");
        post("{\"numbers\":[null]}", 400);
    }

    @Test
    void timesAreWrittenAsNumbersAndReadFromBoth() {
        assertThat(schema("Moment").at("/properties/at").toString()).isEqualTo("{\"type\":[\"number\",\"null\"]}");
        assertThat(schema("MomentInput").at("/properties/at").toString())
                .startsWith("{\"type\":[\"number\",\"string\",\"null\"],\"format\":\"date-time\"");
        assertThat(schema("MomentInput").at("/properties/day/type").toString())
                .isEqualTo("[\"array\",\"string\",\"null\"]");
        assertThat(schema("MomentInput").at("/properties/year/type").toString())
                .isEqualTo("[\"integer\",\"string\",\"null\"]");
        assertThat(schema("Moment").at("/properties/letters/type").toString()).isEqualTo("[\"array\",\"null\"]");
        assertThat(schema("MomentInput").at("/properties/letters/type").toString())
                .isEqualTo("[\"array\",\"string\",\"null\"]");
        assertThat(APP.http()
                        .post("/holders/moments", "{\"at\":1.5,\"day\":[2026,1,31],\"year\":2026,\"letters\":[\"a\"]}")
                        .expectStatus(200)
                        .body())
                .isEqualTo("{\"at\":1.500000000,\"day\":[2026,1,31],\"year\":2026,\"letters\":[\"a\"]}");
        APP.http()
                .post(
                        "/holders/moments",
                        "{\"at\":\"1970-01-01T00:00:02Z\",\"day\":\"2026-01-31\",\"year\":\"2026\",\"letters\":\"a\"}")
                .expectStatus(200);
    }

    private static String post(final String body, final int status) {
        return APP.http().post("/holders", body).expectStatus(status).body();
    }
}

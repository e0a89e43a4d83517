package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;
import org.jzenith.test.JZenithExtension;

/** Examples that tests record, and the document that has them. */
final class RecordedExamplesTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** Parcels, of which there is one. */
    @Path("/parcels")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public static final class ParcelResource {

        /** A parcel. */
        public record Parcel(String receiver, int grams) {}

        @POST
        @ResponseStatus(201)
        public Single<TypedResponse<Parcel>> send(final Parcel parcel) {
            return Single.just(TypedResponse.of(parcel).withLocation("parcels/7"));
        }

        @GET
        @Path("{number}")
        public Maybe<Parcel> get(@PathParam("number") final int number) {
            return number == 7 ? Maybe.just(new Parcel("Ann", 900)) : Maybe.empty();
        }

        @GET
        @Path("{number}/label")
        @Produces(MediaType.TEXT_PLAIN)
        public Single<String> label(@PathParam("number") final int number) {
            return Single.just("Parcel " + number);
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
            JZenith.application().withPlugins(RestPlugin.withResources(ParcelResource.class), OpenApiPlugin.create()));

    @TempDir
    private java.nio.file.Path folder;

    @Test
    void testsRecordTheExamplesOfTheClassPath() throws IOException {
        final java.nio.file.Path file = folder.resolve("examples.json");
        Files.writeString(file, "{\"a parcel\": {\"method\": \"DELETE\"}}");
        System.setProperty("examples.file", file.toString());
        try {
            // region record
            APP.http()
                    .post("/parcels", Map.of("receiver", "Ann", "grams", 900))
                    .expectStatus(201)
                    .asExample("a parcel");
            // endregion
            APP.http().get("/parcels/7?x=1").asExample("a known parcel");
            APP.http().get("/parcels/8").asExample("no parcel");
            APP.http().get("/parcels/7/label").asExample("a label");
        } finally {
            System.clearProperty("examples.file");
        }
        APP.http().get("/parcels/7").asExample("not recorded");
        try (InputStream known = Objects.requireNonNull(
                RecordedExamplesTest.class.getResourceAsStream("/openapi-examples.json"), "openapi-examples.json")) {
            assertThat(JSON.readTree(file.toFile())).isEqualTo(JSON.readTree(known));
        }
    }

    @Test
    void theDocumentHasTheExamplesOfItsOperations() {
        final JsonNode paths = APP.http().get("/openapi.json").json().path("paths");
        final JsonNode sent = paths.at("/~1parcels/post");
        assertThat(sent.at("/requestBody/content/application~1json/examples/a parcel/value/grams")
                        .asInt())
                .isEqualTo(900);
        assertThat(sent.at("/responses/201/content/application~1json/examples/a parcel/value/receiver")
                        .asText())
                .isEqualTo("Ann");
        assertThat(paths.at("/~1parcels~1{number}/get/responses/200/content/application~1json/examples")
                        .fieldNames())
                .toIterable()
                .containsExactly("a known parcel");
        assertThat(paths.at("/~1parcels~1{number}~1label/get/responses/200/content/text~1plain/examples/a label/value")
                        .asText())
                .isEqualTo("Parcel 7");
    }
}

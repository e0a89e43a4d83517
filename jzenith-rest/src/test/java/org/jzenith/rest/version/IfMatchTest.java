package org.jzenith.rest.version;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.response.TypedResponse;
import org.jzenith.test.JZenithExtension;

/** {@code If-Match} as the version that a client expects (RFC 9110, 13.1.1). */
final class IfMatchTest {

    /** Has the version 7. */
    @Path("/")
    public static final class Seventh {

        @PUT
        @Path("strict")
        public TypedResponse<Void> strict(@HeaderParam("If-Match") final ExpectedVersion seen) {
            return TypedResponse.empty().withTag(seen.check(7) + 1);
        }

        @PUT
        @Path("lenient")
        public void lenient(@HeaderParam("If-Match") final ExpectedVersion seen) {
            seen.orAny().check(7);
        }
    }

    /** Has the version that its path says. */
    @Path("/versions/{version}")
    public static final class Versioned {

        @PUT
        public TypedResponse<Void> replace(
                @PathParam("version") final long version, @HeaderParam("If-Match") final ExpectedVersion seen) {
            return TypedResponse.empty().withTag(seen.check(version));
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(Seventh.class, Versioned.class)));

    private static int put(final String path, final String ifMatch) {
        return APP.http().withHeader("If-Match", ifMatch).put(path, null).status();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"7\"", "*", "\"6\", \"7\"", ",\"7\",,", "W/\"7\", \"7\"", "\"other\",\"7\""})
    void aListWithTheVersionMatches(final String ifMatch) {
        assertThat(put("/strict", ifMatch)).isEqualTo(204);
        assertThat(put("/lenient", ifMatch)).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
    void aTagIsTheVersionThatItWasMadeOf(final long version) {
        final String tag = "\"" + version + "\"";
        APP.http()
                .withHeader("If-Match", tag)
                .put("/versions/" + version, null)
                .expectStatus(204)
                .expectHeader("ETag", tag);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"6\"",
                "W/\"7\"",
                "\"07\"",
                "\"+7\"",
                "\"7 \"",
                "\"99999999999999999999\"",
                "\"other\"",
                "\"\"",
                ","
            })
    void anotherTagIs412(final String ifMatch) {
        APP.http()
                .withHeader("If-Match", ifMatch)
                .put("/strict", null)
                .expectStatus(412)
                .expectJson(
                        "/detail",
                        "The resource has changed since you read it. Read it again, and repeat the change with the new version.");
        assertThat(put("/lenient", ifMatch)).isEqualTo(412);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"7", "w/\"7\"", "*, \"7\"", "\"6\" \"7\"", "'7'"})
    void aMalformedTagIs400(final String ifMatch) {
        APP.http()
                .withHeader("If-Match", ifMatch)
                .put("/strict", null)
                .expectStatus(400)
                .expectJson(
                        "/detail",
                        "The header If-Match has a malformed entity tag; send tags in quotes, such as \"v1\", with commas"
                                + " between them.");
        assertThat(put("/lenient", ifMatch)).isEqualTo(400);
    }

    @Test
    void severalFieldsAreOneList() throws Exception {
        final HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(APP.http().uri().resolve("/strict"))
                                .header("If-Match", "\"6\"")
                                .header("If-Match", "\"7\"")
                                .PUT(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("ETag")).contains("\"8\"");
    }

    @Test
    void aMissingHeaderIs428UnlessTheMethodTakesAnyVersion() {
        APP.http()
                .put("/strict", null)
                .expectStatus(428)
                .expectJson("/title", "Precondition Required")
                .expectJson("/detail", "This change needs the version that you have read. Send its ETag in If-Match.");
        APP.http().put("/lenient", null).expectStatus(204);
    }
}

package org.jzenith.docs.cookbook.compression;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/compression.md. */
final class CompressionTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application()
                    // region application
                    .withPlugins(RestPlugin.withResources(CatalogueResource.class))
                    .withConfiguration("rest.compression.enabled", true)
            // endregion
            );

    /** A catalogue. */
    @Path("/catalogue")
    public static final class CatalogueResource {

        @GET
        public List<String> articles() {
            return IntStream.range(0, 200).mapToObj(each -> "article " + each).toList();
        }

        @GET
        @Path("search")
        public Response search(@QueryParam("q") final String text) {
            return Response.ok(found(text))
                    .header("Cache-Control", "no-transform")
                    .build();
        }

        private static List<String> found(final String text) {
            return IntStream.range(0, 200).mapToObj(each -> text + " " + each).toList();
        }
    }

    @Test
    void anAnswerIsCompressedForClientsThatAcceptIt() {
        final TestResponse answer =
                APP.http().withHeader("Accept-Encoding", "gzip").get("/catalogue");
        assertThat(answer.header("Content-Encoding")).contains("gzip");
        assertThat(answer.header("Vary"))
                .hasValueSatisfying(fields -> assertThat(fields).contains("Accept-Encoding"));
        assertThat(APP.http().get("/catalogue").header("Content-Encoding")).isEmpty();
    }

    @Test
    void anAnswerWithASecretIsNot() {
        assertThat(APP.http()
                        .withHeader("Accept-Encoding", "gzip")
                        .get("/catalogue/search?q=tea")
                        .header("Content-Encoding"))
                .isEmpty();
    }
}

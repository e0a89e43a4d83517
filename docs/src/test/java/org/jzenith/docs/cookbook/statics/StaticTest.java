package org.jzenith.docs.cookbook.statics;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/static-files.md and docs/static-files.md. */
final class StaticTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(StaticTest::application);

    @RegisterExtension
    static final JZenithExtension FRONT_END = JZenithExtension.of(StaticTest::frontEnd);

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(TimeResource.class),
                        StaticFiles.of(StaticFiles.at("/", "classpath:public")));
    }
    // endregion

    // region front-end
    static JZenith frontEnd(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(TimeResource.class),
                        StaticFiles.of(StaticFiles.at("/", "classpath:public")
                                .withFallback("index.html")
                                .withImmutable("css/**")))
                .withConfiguration("rest.context-path", "/api");
    }
    // endregion

    /** A resource beside the files. */
    @Path("/time")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class TimeResource {

        @GET
        public String time() {
            return "now";
        }
    }

    @Test
    void aFileHasItsTypeAndATag() {
        final TestResponse page = APP.http().get("/");
        assertThat(page.body()).contains("<h1>Shop</h1>");
        assertThat(page.header("Content-Type")).contains("text/html;charset=utf-8");
        assertThat(page.header("Cache-Control")).contains("no-cache");
        assertThat(page.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.body()).isEqualTo(APP.http().get("/index.html").body());
        final String tag = page.header("ETag").orElseThrow();
        assertThat(APP.http().withHeader("If-None-Match", tag).get("/").status())
                .isEqualTo(304);
        assertThat(APP.http().get("/css/shop.css").body()).contains("teal");
    }

    @Test
    void resourcesKeepTheirPaths() {
        assertThat(APP.http().get("/time").body()).isEqualTo("now");
        assertThat(APP.http().get("/health").status()).isEqualTo(200);
        assertThat(APP.http().get("/other").status()).isEqualTo(404);
        assertThat(APP.http().delete("/time").status()).isEqualTo(405);
    }

    @Test
    void aFrontEndHasPathsOfItsOwn() {
        assertThat(FRONT_END.http().get("/api/time").body()).isEqualTo("now");
        final TestResponse page =
                FRONT_END.http().withHeader("Accept", "text/html").get("/orders/17");
        assertThat(page.body()).contains("<h1>Shop</h1>");
        assertThat(FRONT_END.http().get("/css/shop.css").header("Cache-Control"))
                .contains("public, max-age=31536000, immutable");
        final TestResponse unknown =
                FRONT_END.http().withHeader("Accept", "text/html").get("/api/unknown");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.header("Content-Type")).contains("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/css/../../migration/V1__create_book.sql",
                "/%2e%2e/migration/V1__create_book.sql",
                "/..%2fmigration%2fV1__create_book.sql",
                "/css%2f..%2findex.html",
                "/..%5cindex.html",
                "//etc/passwd",
                "/css",
                "/css/",
                "/.hidden.html",
                "/none.html"
            })
    void nothingElseIsServed(final String path) {
        assertThat(APP.http().get(path).status()).isIn(400, 404);
    }
}

package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The page that shows the document. */
final class PageTest {

    @RegisterExtension
    static final JZenithExtension SHOWN =
            JZenithExtension.of(() -> application().withConfiguration("openapi.ui.enabled", true));

    @RegisterExtension
    static final JZenithExtension NOT_SHOWN = JZenithExtension.of(PageTest::application);

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(OptionsTest.BookResource.class), OpenApiPlugin.create());
    }

    @Test
    void thePageHasNothingInline() {
        final TestResponse page = SHOWN.http().get("/docs/").expectStatus(200);
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.body()).contains("data-document=\"../openapi.json\"").doesNotContain("<style", "<script>");
        assertThat(SHOWN.http().get("/docs/swagger-ui.css").header("Content-Type"))
                .contains("text/css");
        assertThat(SHOWN.http().get("/docs/swagger-ui-bundle.js").bytes()).hasSizeGreaterThan(100_000);
        assertThat(SHOWN.http().get("/docs/other.js").status()).isEqualTo(404);
    }

    @Test
    void thePathWithoutASlashLeadsToThePage() {
        final TestResponse redirect = SHOWN.http().get("/docs");
        assertThat(redirect.status()).isEqualTo(307);
        assertThat(redirect.header("Location")).contains("docs/");
    }

    @Test
    void outsideOfDevelopmentThePageIsNotServed() {
        assertThat(NOT_SHOWN.http().get("/docs/").status()).isEqualTo(404);
        assertThat(NOT_SHOWN.http().get("/openapi.json").status()).isEqualTo(200);
    }
}

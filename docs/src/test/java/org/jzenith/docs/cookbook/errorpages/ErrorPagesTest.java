package org.jzenith.docs.cookbook.errorpages;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/error-pages.md. */
final class ErrorPagesTest {

    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(OrderResource.class).withProviders(ErrorPages.class)));

    /** Fails in several ways. */
    @Path("/order")
    public static final class OrderResource {

        @GET
        public Single<String> order(@QueryParam("number") @Min(1) final int number) {
            return Single.error(new IllegalStateException("secret"));
        }
    }

    private static TestResponse browse(final String path) {
        return APP.http().withHeader("Accept", BROWSER).get(path);
    }

    @Test
    void aBrowserGetsAPage() {
        final TestResponse answer = browse("/none");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).contains("text/html;charset=utf-8");
        assertThat(answer.body())
                .contains("<h1>404 Not Found</h1>")
                .contains(answer.header("X-Request-Id").orElseThrow());
        assertThat(browse("/order?number=0").body()).contains("400 Bad Request");
        assertThat(browse("/order?number=1").body()).contains("500 ").doesNotContain("secret");
    }

    @Test
    void othersGetTheProblem() {
        assertThat(APP.http().get("/none").header("Content-Type")).contains("application/problem+json");
        assertThat(APP.http()
                        .withHeader("Accept", "*/*")
                        .get("/none")
                        .json()
                        .get("status")
                        .asInt())
                .isEqualTo(404);
        assertThat(APP.http()
                        .withHeader("Accept", "application/json, text/html;q=0.5")
                        .get("/none")
                        .json())
                .isNotNull();
    }
}

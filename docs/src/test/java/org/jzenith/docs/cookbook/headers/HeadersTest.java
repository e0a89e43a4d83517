package org.jzenith.docs.cookbook.headers;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/headers.md. */
final class HeadersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application()
                    .withPlugins(RestPlugin.withResources(RateResource.class).withProviders(NoStoreFilter.class))
                    // region settings
                    .withConfiguration(
                            "rest.security-headers.content-security-policy",
                            "default-src 'none'; frame-ancestors 'none'")
                    .withConfiguration(
                            "rest.security-headers.strict-transport-security", "max-age=31536000")
            // endregion
            );

    /** Rates. */
    @Path("/rates")
    public static final class RateResource {

        @GET
        public Response rates() {
            return Response.ok("EUR 1.00").header("Cache-Control", "max-age=60").build();
        }

        @GET
        @Path("id")
        @Produces(MediaType.TEXT_PLAIN)
        public String requestId() {
            final RequestContext context = RequestContext.current();
            return context == null ? "no request" : context.id();
        }
    }

    @Test
    void everyAnswerHasTheHeaders() {
        for (final String path : new String[] {"/rates/id", "/none"}) {
            final TestResponse answer = APP.http().get(path);
            assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'; frame-ancestors 'none'");
            assertThat(answer.header("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void whatTheResourceSaysIsKept() {
        assertThat(APP.http().get("/rates").header("Cache-Control")).contains("max-age=60");
    }

    @Test
    void theIdIsTheClientsOrANewOne() {
        final TestResponse answer =
                APP.http().withHeader("X-Request-Id", "shop-17").get("/rates/id");
        assertThat(answer.body()).isEqualTo("shop-17");
        assertThat(answer.header("X-Request-Id")).contains("shop-17");
        assertThat(APP.http().get("/rates/id").body()).hasSizeGreaterThan(8);
    }
}

package org.jzenith.docs.cookbook.cors;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/cors.md. */
final class CorsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(CorsTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(CartResource.class))
                .withConfiguration(
                        "rest.cors.origins",
                        "https://shop.example.org,http://localhost:5173")
                .withConfiguration(
                        "rest.cors.exposed-headers", "Location,X-Request-Id");
        // endregion
    }

    /** A cart. */
    @Path("/cart")
    public static final class CartResource {

        @GET
        @Produces(MediaType.TEXT_PLAIN)
        public String cart() {
            return "empty";
        }

        @DELETE
        public void empty() {}
    }

    private static JZenithHttp from(final String origin) {
        return APP.http().withHeader("Origin", origin);
    }

    @Test
    void anAllowedOriginReadsTheAnswer() {
        final TestResponse answer = from("https://shop.example.org").get("/cart");
        assertThat(answer.body()).isEqualTo("empty");
        assertThat(answer.header("Access-Control-Allow-Origin")).contains("https://shop.example.org");
        assertThat(answer.header("Vary"))
                .hasValueSatisfying(fields -> assertThat(fields).contains("Origin"));
    }

    @Test
    void itReadsErrorsToo() {
        assertThat(from("https://shop.example.org").get("/none").header("Access-Control-Allow-Origin"))
                .isPresent();
    }

    @Test
    void anotherOriginDoesNot() {
        assertThat(from("https://evil.example").get("/cart").header("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void theQuestionBeforeTheRequestIsAnswered() {
        final TestResponse answer = from("http://localhost:5173")
                .withHeader("Access-Control-Request-Method", "DELETE")
                .send("OPTIONS", "/cart", null);
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("Access-Control-Allow-Methods"))
                .hasValueSatisfying(methods -> assertThat(methods).contains("DELETE"));
        assertThat(answer.header("Access-Control-Allow-Origin")).contains("http://localhost:5173");
        final TestResponse refused = from("https://evil.example")
                .withHeader("Access-Control-Request-Method", "DELETE")
                .send("OPTIONS", "/cart", null);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("Access-Control-Allow-Methods")).isEmpty();
    }
}

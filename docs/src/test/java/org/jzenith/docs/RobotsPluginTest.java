package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The plugin of docs/extending.md that answers on the listener of another. */
final class RobotsPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(HelloResource.class), new RobotsPlugin()));

    @Path("/hello")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class HelloResource {

        @GET
        public String hello() {
            return "Hello";
        }
    }

    @Test
    void bothAnswerOnOneListener() {
        assertThat(APP.http().get("/robots.txt").body()).isEqualTo("User-agent: *\nDisallow: /\n");
        assertThat(APP.http().get("/hello").body()).isEqualTo("Hello");
        assertThat(APP.http().get("/robots.txt/more").status()).isEqualTo(404);
        assertThat(APP.http().delete("/robots.txt").status()).isEqualTo(405);
    }

    @Test
    void withoutAListenerItDoesNotStart() {
        assertThatThrownBy(() ->
                        JZenith.application().withPlugins(new RobotsPlugin()).run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("rest");
    }
}

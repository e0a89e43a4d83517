package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.ClientVersionPlugin.ClientVersion;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The plugin of docs/extending.md that reads arguments. */
final class ClientVersionPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
            JZenith.application().withPlugins(RestPlugin.withResources(MenuResource.class), new ClientVersionPlugin()));

    @Path("/menu")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class MenuResource {

        @GET
        @Path("{name}")
        public String get(@PathParam("name") final String name, final ClientVersion client) {
            return name + (client.major() > 1 ? " in tiles" : " as a list");
        }
    }

    @Test
    void aMethodTakesTheVersionOfItsClient() {
        assertThat(APP.http()
                        .withHeader("X-Client-Version", "2.1")
                        .get("/menu/main")
                        .body())
                .isEqualTo("main in tiles");
        assertThat(APP.http()
                        .withHeader("X-Client-Version", "1.9")
                        .get("/menu/main")
                        .body())
                .isEqualTo("main as a list");
    }

    @Test
    void aRequestWithoutAVersionIsRefused() {
        assertThat(APP.http().get("/menu/main").status()).isEqualTo(400);
        assertThat(APP.http().get("/menu/main").body()).contains("Send the header X-Client-Version, such as 2.1.");
    }
}

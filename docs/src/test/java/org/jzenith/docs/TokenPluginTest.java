package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The plugin of docs/plugins.md that guards the listener of another. */
final class TokenPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(WhoResource.class),
                    new RobotsPlugin(),
                    new TokenPlugin(token -> token.equals("t1") ? Maybe.just(() -> "ann") : Maybe.empty())));

    @Path("/who")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class WhoResource {

        @GET
        public String who(@Context final SecurityContext security) {
            final Principal user = security.getUserPrincipal();
            return user.getName();
        }
    }

    @Test
    void onlyATokenOpensResourcesAndMounts() {
        for (final String path : new String[] {"/who", "/robots.txt", "/nothing"}) {
            assertThat(APP.http().get(path).status()).isEqualTo(401);
            assertThat(APP.http().get(path).header("WWW-Authenticate")).contains("Bearer");
        }
        final JZenithHttp ann = APP.http().withHeader("Authorization", "Bearer t1");
        assertThat(ann.get("/who").body()).isEqualTo("ann");
        assertThat(ann.get("/robots.txt").status()).isEqualTo(200);
        assertThat(APP.http()
                        .withHeader("Authorization", "Bearer t2")
                        .get("/who")
                        .status())
                .isEqualTo(401);
        assertThat(APP.http().get("/health").status()).isEqualTo(200);
    }
}

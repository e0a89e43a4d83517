package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.limit.Deadline;

/** The plugin of docs/extending.md that reads the table of resource methods. */
final class DeadlinesPluginTest {

    @Path("/prices")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PriceResource {

        @GET
        @Deadline("2s")
        public String all() {
            return "all";
        }

        @GET
        @Path("{name}")
        public String one() {
            return "one";
        }
    }

    @Path("/prices")
    @Deadline("2s")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class QuickResource {

        @GET
        public String all() {
            return "all";
        }
    }

    private static JZenith with(final RestApi rest) {
        return JZenith.application()
                .withPlugins(rest, new DeadlinesPlugin())
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.health.enabled", false);
    }

    @Test
    void aMethodWithoutDeadlineIsRefused() {
        assertThatThrownBy(() ->
                        with(RestPlugin.withResources(PriceResource.class)).run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The path /prices/{name} has a method without a deadline: PriceResource.one.")
                .hasMessageNotContaining("PriceResource.all");
    }

    @Test
    void methodsWithDeadlinesStart() {
        with(RestPlugin.withResources(QuickResource.class)).run().stop();
    }
}

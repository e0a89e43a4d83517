package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Module;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.problem.StartException;

final class RestContributionTest {

    @Path("/usage")
    @Produces("text/plain")
    public static final class UsageResource {

        @GET
        public String usage() {
            return "low";
        }
    }

    private record Usage(String name, String qualifier) implements Plugin {

        @Override
        public List<Module> modules() {
            return List.of(binder ->
                    RestContribution.create().withResources(UsageResource.class).bind(binder));
        }
    }

    /** The class would be made with the objects and settings of a plugin without qualifier, if there is one. */
    @Test
    void aPluginWithAQualifierContributesNoClass() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(
                                RestPlugin.withResources(),
                                new Usage("usage", ""),
                                new Usage("usage.archive", "archive"))
                        .withOverridingConfiguration("rest.port", 0)
                        .run()
                        .stop())
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll(
                        "A plugin with the qualifier 'archive' contributes a class to the plugin 'rest'",
                        "UsageResource",
                        "onListenerOf(\"rest\")");
    }

    @Test
    void aLibraryContributesToAListenerIfThereIsOne() {
        JZenith.application()
                .withPlugins(RestPlugin.withResources())
                .withModules(binder -> RestContribution.create()
                        .withSteps(steps -> {})
                        .onListenerOf("rest.admin")
                        .bind(binder))
                .withOverridingConfiguration("rest.port", 0)
                .run()
                .stop();
    }
}

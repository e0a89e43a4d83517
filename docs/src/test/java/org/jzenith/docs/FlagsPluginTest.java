package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The plugin of docs/extending.md that adds a resource to the listener of another. */
final class FlagsPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = application("rest");

    @RegisterExtension
    static final JZenithExtension OPERATORS = application("rest.admin");

    private static JZenithExtension application(final String listener) {
        return JZenithExtension.of(() -> JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(),
                        RestPlugin.named("admin").withResources(),
                        new FlagsPlugin(listener))
                .withOverridingConfiguration("flags.states.search", true));
    }

    @Test
    void theListenerHasTheResourceAndItsMapper() {
        assertFlags(APP.http("rest"));
        assertThat(APP.http("rest.admin").get("/flags/search").status()).isEqualTo(404);
    }

    @Test
    void aNamedListenerHasThemToo() {
        assertFlags(OPERATORS.http("rest.admin"));
        assertThat(OPERATORS.http("rest").get("/flags/search").status()).isEqualTo(404);
    }

    private static void assertFlags(final JZenithHttp listener) {
        assertThat(listener.get("/flags/search").body()).isEqualTo("true");
        assertThat(listener.get("/flags/other").status()).isEqualTo(404);
        assertThat(listener.get("/flags/other").body()).isEqualTo("There is no flag other.");
    }

    @Test
    void withoutTheListenerItDoesNotStart() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(), new FlagsPlugin("rest.admin"))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("rest.admin");
    }
}

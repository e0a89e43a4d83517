package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.openapi.OpenApiPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.JZenithExtension;

/** The plugin of docs/extending.md that names its routes. */
final class QuotesPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(), new QuotesPlugin(), SecurityPlugin.create(), OpenApiPlugin.create())
            .withConfiguration("security.deny-by-default", true)
            .withConfiguration("security.paths.\"/openapi.json\"", "everyone")
            .withConfiguration("security.paths.\"/openapi.yaml\"", "everyone"));

    @Test
    void eachRouteHasItsAccess() {
        assertThat(APP.http().get("/quotes/acme").body()).isEqualTo("17.50");
        assertThat(APP.http().get("/quotes/none").status()).isEqualTo(404);
        assertThat(APP.http().delete("/quotes/acme").status()).isEqualTo(401);
        assertThat(APP.http().put("/quotes/acme", "1").status()).isEqualTo(405);
    }

    @Test
    void theDocumentHasTheRoutes() {
        assertThat(APP.http().get("/openapi.json").body())
                .contains("/quotes/{symbol}", "Returns the price of a share.");
    }

    @Test
    void withoutSecurityItsRolesFailTheStart() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(), new QuotesPlugin())
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Nothing enforces the roles of the route DELETE /quotes/{symbol}");
    }
}

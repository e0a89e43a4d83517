package org.jzenith.docs.cookbook.service;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestIdentityProvider;

/** The client credentials of docs/rest-client.md, with a provider and a service that verifies the tokens. */
final class StockTokenTest {

    @Order(1)
    @RegisterExtension
    static final TestIdentityProvider PROVIDER =
            TestIdentityProvider.create("shop", "secret").withUser("shop", "stock");

    @Order(2)
    @RegisterExtension
    static final JZenithExtension STOCK = JZenithExtension.of(() -> JZenith.application()
            .withoutConfigurationFiles()
            .withPlugins(RestPlugin.withResources(StockFake.class), SecurityPlugin.create(), JwtPlugin.create())
            .withConfiguration("jwt.issuer", PROVIDER.issuer())
            .withOverridingConfiguration("jwt.jwks-url", PROVIDER.jwksUri())
            .withConfiguration("jwt.audience", "shop")
            .withConfiguration("jwt.role-claims", "roles"));

    @Order(3)
    @RegisterExtension
    static final JZenithExtension SHOP = JZenithExtension.of(() -> ArticleResource.application()
            .withConfiguration("rest-client.stock.url", STOCK.http().uri())
            .withConfiguration("rest-client.stock.client-credentials.token-url", PROVIDER.issuer() + "/token")
            .withConfiguration("rest-client.stock.client-credentials.client-id", "shop")
            .withConfiguration("rest-client.stock.client-credentials.client-secret", "secret"));

    @Path("/articles/{article}")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class StockFake {

        @GET
        @RolesAllowed("stock")
        public Map<String, Integer> article() {
            return Map.of("pieces", 3);
        }
    }

    @Test
    void theServiceTrustsTheShop() {
        assertThat(SHOP.http().get("/shop/tea").body()).isEqualTo("buy now");
        assertThat(STOCK.http().get("/articles/tea").status()).isEqualTo(401);
    }
}

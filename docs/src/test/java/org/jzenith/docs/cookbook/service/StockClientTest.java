package org.jzenith.docs.cookbook.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The client of docs/rest-client.md with a header, a filter and a health check. */
final class StockClientTest {

    private static final Queue<String> RECEIVED = new ConcurrentLinkedQueue<>();

    @Order(1)
    @RegisterExtension
    static final JZenithExtension STOCK = JZenithExtension.of(() ->
            JZenith.application().withoutConfigurationFiles().withPlugins(RestPlugin.withResources(StockFake.class)));

    @Order(2)
    @RegisterExtension
    static final JZenithExtension SHOP = JZenithExtension.of(() -> JZenith.application()
            .withoutConfigurationFiles()
            .withPlugins(RestPlugin.withResources(ArticleResource.class), StockClient.client())
            .withModules(binder -> binder.bind(StockClient.Branches.class).toInstance(() -> Single.just("harbour")))
            .withConfiguration("rest-client.stock.url", STOCK.http().uri())
            .withConfiguration("rest-client.stock.headers.X-Api-Key", "k-17"));

    @Path("/articles/{article}")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class StockFake {

        @GET
        public Map<String, Integer> article(
                @HeaderParam("User-Agent") final String agent,
                @HeaderParam("X-Branch") final String branch,
                @HeaderParam("X-Api-Key") final String key) {
            RECEIVED.add(String.join(" ", agent, branch, key));
            return Map.of("pieces", 3);
        }
    }

    @Test
    void theServiceGetsTheHeaders() {
        assertThat(SHOP.http().get("/shop/tea").body()).isEqualTo("buy now");
        assertThat(RECEIVED).containsExactly("shop/1 harbour k-17");
    }

    @Test
    void itsHealthIsShown() {
        assertThat(SHOP.http().get("/health").body())
                .isEqualTo("{\"status\":\"UP\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"},"
                        + "{\"name\":\"rest-client.stock\",\"status\":\"UP\"}]}");
    }
}

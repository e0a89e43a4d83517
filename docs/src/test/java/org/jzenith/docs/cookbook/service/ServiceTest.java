package org.jzenith.docs.cookbook.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/calling-another-service.md, against a fake of the service. */
final class ServiceTest {

    private static final Queue<String> REQUEST_IDS = new ConcurrentLinkedQueue<>();
    private static final CountDownLatch ABANDONED = new CountDownLatch(1);

    // region fake
    @Order(1)
    @RegisterExtension
    static final JZenithExtension STOCK =
            JZenithExtension.of(() -> JZenith.application()
                    .withoutConfigurationFiles()
                    .withPlugins(RestPlugin.withResources(StockFake.class)));

    @Order(2)
    @RegisterExtension
    static final JZenithExtension SHOP =
            JZenithExtension.of(() -> ArticleResource.application()
                    .withConfiguration("rest-client.stock.url", STOCK.http().uri())
                    .withConfiguration("rest-client.stock.request-timeout", "2s"));
    // endregion

    @Path("/articles/{article}")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class StockFake {

        @GET
        public Single<Map<String, Integer>> article(
                @PathParam("article") final String article, @HeaderParam("X-Request-Id") final String requestId) {
            REQUEST_IDS.add(requestId);
            return switch (article) {
                case "tea pot" -> Single.just(Map.of("pieces", 3));
                case "slow" -> Single.<Map<String, Integer>>never().doOnDispose(ABANDONED::countDown);
                case "broken" -> Single.error(new ServiceUnavailableException());
                case "odd" -> Single.just(Map.of());
                default -> Single.error(new NotFoundException());
            };
        }
    }

    private static TestResponse get(final String article) {
        return SHOP.http().get("/shop/" + article);
    }

    @Test
    void theServiceIsAskedWithTheIdOfTheRequest() {
        final TestResponse answer =
                SHOP.http().withHeader("X-Request-Id", "shop-17").get("/shop/tea%20pot");
        assertThat(answer.body()).isEqualTo("buy now");
        assertThat(REQUEST_IDS).contains("shop-17");
    }

    @Test
    void whatTheServiceDoesNotKnowIs404() {
        assertThat(get("unicorn").status()).isEqualTo(404);
    }

    @Test
    void aServiceThatFailsIs502() {
        for (final String article : new String[] {"broken", "odd"}) {
            assertThat(get(article).status()).isEqualTo(502);
        }
    }

    @Test
    void aServiceThatIsTooSlowIs504AndItsRequestIsReset() throws InterruptedException {
        assertThat(get("slow").status()).isEqualTo(504);
        assertThat(ABANDONED.await(10, TimeUnit.SECONDS)).isTrue();
    }
}

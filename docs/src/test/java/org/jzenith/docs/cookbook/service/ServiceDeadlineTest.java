package org.jzenith.docs.cookbook.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;
import org.jzenith.test.internal.log.LogLines;

/** Tests the deadlines of docs/cookbook/calling-another-service.md with two jZenith applications. */
final class ServiceDeadlineTest {

    private static final String HEADER = "X-Request-Deadline";

    /** The time that the stock service has left when it is called. */
    private static final BlockingQueue<Duration> LEFT = new LinkedBlockingQueue<>();

    private static final BlockingQueue<String> DISPOSED = new LinkedBlockingQueue<>();

    @Order(1)
    @RegisterExtension
    static final JZenithExtension STOCK = JZenithExtension.of(
            () -> trusting(JZenith.application().withPlugins(RestPlugin.withResources(StockService.class))));

    @Order(2)
    @RegisterExtension
    static final JZenithExtension SHOP = JZenithExtension.of(() -> trusting(ArticleResource.application())
            .withConfiguration("rest-client.stock.url", STOCK.http().uri())
            .withConfiguration("rest-client.stock.request-timeout", "20s"));

    @Path("/articles/{article}")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class StockService {

        @GET
        public Single<Map<String, Integer>> article(@PathParam("article") final String article) {
            LEFT.add(RequestDeadline.current().remaining());
            return article.equals("slow")
                    ? Single.<Map<String, Integer>>never().doOnDispose(() -> DISPOSED.add(article))
                    : Single.just(Map.of("pieces", 3));
        }
    }

    private static JZenith trusting(final JZenith application) {
        return application
                .withConfiguration("rest.deadline-header", HEADER)
                .withConfiguration("rest.trusted-proxies", "127.0.0.1,::1");
    }

    private static TestResponse get(final String article, final Duration most) {
        return SHOP.http().withHeader(HEADER, Long.toString(most.toMillis())).get("/shop/" + article);
    }

    private static TestResponse getSlow() {
        return get("slow", Duration.ofMillis(1_500));
    }

    @BeforeEach
    void theFirstRequestTakesLongerThanOthers() {
        SHOP.http().get("/shop/tea").expectStatus(200);
    }

    @Test
    void theServiceKnowsWhatIsLeft() throws InterruptedException {
        LEFT.clear();
        assertThat(get("tea", Duration.ofSeconds(9)).body()).isEqualTo("buy now");
        assertThat(LEFT.poll(10, TimeUnit.SECONDS)).isPositive().isLessThanOrEqualTo(Duration.ofMillis(9_100));
    }

    @RepeatedTest(5)
    void theAnswerNamesTheServiceThatUsedUpTheTime() throws InterruptedException {
        DISPOSED.clear();
        final long start = System.nanoTime();
        final TestResponse answer = getSlow();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isPresent();
        assertThat(answer.body()).contains("'client stock'");
        assertThat(DISPOSED.poll(10, TimeUnit.SECONDS)).isEqualTo("slow");
    }

    @Test
    void theResetCallLogsNoErrorWithoutSubscriber() throws InterruptedException {
        try (LogLines log = LogLines.of("org.jzenith.core.rx")) {
            DISPOSED.clear();
            assertThat(getSlow().status()).isEqualTo(503);
            assertThat(DISPOSED.poll(10, TimeUnit.SECONDS)).isEqualTo("slow");
            assertThat(log.events()).isEmpty();
        }
    }
}

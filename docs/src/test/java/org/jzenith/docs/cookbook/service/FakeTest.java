package org.jzenith.docs.cookbook.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/fake-service.md. */
final class FakeTest {

    // region fake
    @RegisterExtension
    static final JZenithExtension SHOP = JZenithExtension.of(
                    () -> ArticleResource.application()
                            .withConfiguration(
                                    "rest-client.stock.url", "http://localhost"))
            .withOverridingModules(binder -> binder.bind(StockApi.class)
                    .toInstance(article -> article.equals("tea")
                            ? Maybe.just(new StockApi.Stock(3))
                            : Maybe.empty()));

    @Test
    void anArticleThatIsInStockCanBeBought() {
        assertThat(SHOP.http().get("/shop/tea").body()).isEqualTo("buy now");
    }

    // endregion

    @Test
    void anotherIs404() {
        assertThat(SHOP.http().get("/shop/milk").status()).isEqualTo(404);
    }
}

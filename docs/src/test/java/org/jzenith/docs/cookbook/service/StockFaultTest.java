package org.jzenith.docs.cookbook.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.docs.cookbook.service.StockApi.Stock;
import org.jzenith.restclient.stub.StubFault;
import org.jzenith.restclient.stub.StubServer;
import org.jzenith.test.JZenithExtension;

/** The tests of docs/rest-client.md with faults of the service. */
final class StockFaultTest {

    // region fault
    static final StubServer<StockApi> STOCK =
            StubServer.of(StockApi.class, article -> Maybe.just(new Stock(3)));

    @RegisterExtension
    static final JZenithExtension SHOP =
            JZenithExtension.of(() -> ArticleResource.application()
                    .withConfiguration("rest-client.stock.url", STOCK.url())
                    .withConfiguration("rest-client.stock.request-timeout", "1s"));

    @Test
    void aSlowStockIsATimeout() {
        STOCK.setFault(StubFault.delayed(Duration.ofSeconds(3)));
        SHOP.http().get("/shop/tea").expectStatus(504);
    }

    @AfterEach
    void forget() {
        STOCK.forget();
    }

    @AfterAll
    static void close() {
        STOCK.close();
    }
    // endregion

    @Test
    void aStockThatBreaksItsConnectionsIsABadGateway() {
        STOCK.setFault(StubFault.reset());
        SHOP.http().get("/shop/tea").expectStatus(502);
    }

    @Test
    void aStockWithoutAFaultResponds() {
        assertThat(SHOP.http().get("/shop/tea").body()).isEqualTo("buy now");
        assertThat(STOCK.calls()).hasSize(1);
    }
}

package com.example.shop.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.ShopApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

final class OrderExportTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ShopApplication::application);

    @Test
    void theExportHoldsAllOrdersOneOnEachLine() {
        APP.get(Database.class).query("""
                        INSERT INTO orders (id, customer, amount, status)
                        SELECT gen_random_uuid(), 'customer ' || n, n, 'PAID' FROM generate_series(1, 10000) n""").execute().blockingAwait();

        final TestResponse response = APP.http().get("/orders/export");

        assertEquals("application/x-ndjson", response.header("Content-Type").orElseThrow());
        assertEquals(10_000, response.body().lines().count());
    }
}

package com.example.shop.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.SharedApplication;
import org.junit.jupiter.api.Test;
import org.jzenith.sql.Database;
import org.jzenith.test.TestResponse;

final class OrderExportTest implements SharedApplication {

    @Test
    void theExportHoldsAllOrdersOneOnEachLine() {
        APP.get(Database.class).query("""
                        INSERT INTO orders (id, customer, amount, status)
                        SELECT gen_random_uuid(), 'customer ' || n, n, 'PAID'
                        FROM generate_series(1, 10000) n""")
                .execute()
                .blockingAwait();

        final TestResponse response = APP.http().get("/orders/export");

        assertEquals(
                "application/x-ndjson",
                response.header("Content-Type").orElseThrow());
        assertEquals(10_000, response.body().lines().count());
    }
}

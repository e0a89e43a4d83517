package com.example.shop.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.SharedApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.jobs.JobRunner;
import org.jzenith.test.JZenithExtension;

final class OrderExpiryTest {

    @RegisterExtension
    static final JZenithExtension APP =
            SharedApplication.APP.withOverridingConfiguration(
                    "shop.payment-timeout", "1ms");

    @Test
    void anOrderThatNobodyPaidExpiresAndItsArticlesComeBack() {
        final int before = stock();
        final Order order = APP.http()
                .post(
                        "/orders",
                        new OrderData("Ann", List.of(new LineData("tea", 2))))
                .as(Order.class);
        assertEquals(before - 2, stock());

        APP.get(JobRunner.class).run("expire-orders").blockingAwait();

        assertEquals(
                "EXPIRED",
                APP.http()
                        .get("/orders/" + order.id())
                        .json()
                        .get("status")
                        .asText());
        assertEquals(before, stock());
    }

    private static int stock() {
        return APP.http().get("/articles/tea").json().get("stock").asInt();
    }
}

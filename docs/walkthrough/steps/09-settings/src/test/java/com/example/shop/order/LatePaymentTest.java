package com.example.shop.order;

import com.example.shop.SharedApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

final class LatePaymentTest {

    @RegisterExtension
    static final JZenithExtension APP =
            SharedApplication.APP.withOverridingConfiguration(
                    "shop.payment-timeout", "1ms");

    @Test
    void anOrderThatWaitedTooLongCannotBePaid() {
        final Order order = APP.http()
                .post(
                        "/orders",
                        new OrderData("Ann", List.of(new LineData("tea", 1))))
                .as(Order.class);

        APP.http()
                .post("/orders/" + order.id() + "/payment", "")
                .expectStatus(409)
                .expectJson(
                        "/detail",
                        "The order waited too long for its payment.");
    }
}

package com.example.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.ShopApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

final class LatePaymentTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ShopApplication::application)
            .withOverridingConfiguration("shop.payment-timeout", "1ms");

    @Test
    void anOrderThatWaitedTooLongCannotBePaid() {
        final Order order = APP.http()
                .post("/orders", new OrderData("Ann", List.of(new LineData("tea", 1))))
                .as(Order.class);

        final TestResponse payment = APP.http().post("/orders/" + order.id() + "/payment", "");

        assertEquals(409, payment.status());
        assertEquals(
                "The order waited too long for its payment.",
                payment.json().get("detail").asText());
    }
}

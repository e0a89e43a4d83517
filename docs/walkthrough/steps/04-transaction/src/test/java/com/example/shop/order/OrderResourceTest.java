package com.example.shop.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.shop.SharedApplication;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.jzenith.test.TestResponse;

/** Tests the orders through real HTTP on a free port, with a PostgreSQL for this class. */
final class OrderResourceTest implements SharedApplication {

    @Test
    void anOrderThatWasCreatedCanBeRead() {
        final TestResponse created =
                create("Ann", new LineData("tea", 2), new LineData("coffee", 1)).expectStatus(201);

        final Order order = created.as(Order.class);
        assertEquals(order, APP.http().get("/orders/" + order.id()).as(Order.class));
        assertEquals(new BigDecimal("16.90"), order.amount());
        assertEquals(OrderStatus.OPEN, order.status());
        assertTrue(created.header("Location").orElseThrow().endsWith("/orders/" + order.id()));
        assertEquals(
                List.of("coffee", "tea"),
                APP.http().get("/orders/" + order.id() + "/lines").json().findValuesAsText("article"));
    }

    @Test
    void theListHoldsAsManyOrdersAsConfigured() {
        create("Ann", new LineData("tea", 1));
        create("Bob", new LineData("tea", 1));
        create("Cem", new LineData("tea", 1));

        assertEquals(2, APP.http().get("/orders").json().size());
    }

    @Test
    void anOrderThatFailsTakesNothing() {
        final int before = stock("coffee");

        assertEquals(
                500,
                create("Ann", new LineData("coffee", 1), new LineData("honey", 1000))
                        .status());

        assertEquals(before, stock("coffee"));
    }

    @Test
    void anUnknownOrderIs404() {
        final UUID id = UUID.randomUUID();
        APP.http().get("/orders/" + id).expectStatus(404).expectJson("/detail", "There is no order " + id + ".");
    }

    @Test
    void anOrderWithoutLinesIs400() {
        create("Ann").expectStatus(400).expectJson("/violations/0/path", "lines");
    }

    private static TestResponse create(final String customer, final LineData... lines) {
        return APP.http().post("/orders", new OrderData(customer, List.of(lines)));
    }

    private static int stock(final String article) {
        return APP.http().get("/articles/" + article).json().get("stock").asInt();
    }
}

package com.example.shop.order;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.SharedApplication;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jzenith.test.TestResponse;

final class PaymentTest implements SharedApplication {

    @Test
    void anOrderIsPaidOnce() {
        final String order = order();

        final List<CompletableFuture<Integer>> payments = Stream.generate(
                        () -> supplyAsync(() -> pay(order).status()))
                .limit(5)
                .toList();

        assertEquals(
                List.of(200, 409, 409, 409, 409),
                payments.stream()
                        .map(CompletableFuture::join)
                        .sorted()
                        .toList());
        assertEquals(
                "PAID",
                APP.http()
                        .get("/orders/" + order)
                        .json()
                        .get("status")
                        .asText());
    }

    @Test
    void anOrderThatIsPaidSaysSo() {
        final String order = order();
        pay(order);

        assertEquals(
                "The order is PAID.",
                pay(order).json().get("detail").asText());
    }

    @Test
    void anUnknownOrderCannotBePaid() {
        assertEquals(404, pay(UUID.randomUUID().toString()).status());
    }

    private static String order() {
        return APP.http()
                .post(
                        "/orders",
                        new OrderData("Ann", List.of(new LineData("tea", 1))))
                .json()
                .get("id")
                .asText();
    }

    private static TestResponse pay(final String order) {
        return APP.http().post("/orders/" + order + "/payment", "");
    }
}

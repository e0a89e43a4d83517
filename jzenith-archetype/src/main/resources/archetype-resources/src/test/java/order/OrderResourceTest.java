package ${package}.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ${package}.SharedApplication;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.jzenith.test.TestResponse;

/** Tests the orders through real HTTP on a free port, with a PostgreSQL for this class. */
final class OrderResourceTest implements SharedApplication {

    @Test
    void anOrderThatWasCreatedCanBeRead() {
        final TestResponse created = create("Ann", "19.9").expectStatus(201);

        final Order order = created.as(Order.class);
        assertEquals(created.body(), APP.http()#if ($login == "true").as("ann")#end.get("/orders/" + order.id()).body());
        assertEquals(new BigDecimal("19.90"), order.amount());
        assertEquals(OrderStatus.OPEN, order.status());
        assertTrue(created.header("Location").orElseThrow().endsWith("/orders/" + order.id()));
    }

    @Test
    void theListHoldsAsManyOrdersAsConfigured() {
        create("Ann", "1");
        create("Bob", "2");
        create("Cem", "3");

        assertEquals(2, APP.http()#if ($login == "true").as("ann")#end.get("/orders").json().size());
    }

    @Test
    void anUnknownOrderIs404() {
        final UUID id = UUID.randomUUID();
        APP.http()#if ($login == "true").as("ann")#end.get("/orders/" + id).expectStatus(404).expectJson("/detail", "There is no order " + id + ".");
    }

    @Test
    void anAmountOfNothingIs400() {
        create("Ann", "0").expectStatus(400).expectJson("/violations/0/path", "amount");
    }

    private static TestResponse create(final String customer, final String amount) {
        return APP.http()#if ($login == "true").as("ann")#end.post("/orders", Map.of("customer", customer, "amount", new BigDecimal(amount)));
    }
}

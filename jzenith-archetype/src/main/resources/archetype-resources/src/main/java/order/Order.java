package ${package}.order;

import java.math.BigDecimal;
import java.util.UUID;

/** An order as clients see it. */
public record Order(UUID id, String customer, BigDecimal amount, OrderStatus status) {

    /** Rounds the amount to the table's two decimals. */
    public Order {
        amount = amount.setScale(2);
    }
}

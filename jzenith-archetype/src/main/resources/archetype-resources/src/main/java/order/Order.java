package ${package}.order;

import java.math.BigDecimal;
import java.util.UUID;

/** An order as clients see it. */
public record Order(UUID id, String customer, BigDecimal amount, OrderStatus status) {

    /** Gives the amount the two decimals that the table keeps. */
    public Order {
        amount = amount.setScale(2);
    }
}

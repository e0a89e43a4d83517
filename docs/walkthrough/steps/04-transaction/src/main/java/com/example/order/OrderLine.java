package com.example.order;

import java.math.BigDecimal;

/** One line of an order; the price is that of one piece on the day of the order. */
public record OrderLine(String article, int quantity, BigDecimal price) {

    BigDecimal amount() {
        return price.multiply(BigDecimal.valueOf(quantity));
    }
}

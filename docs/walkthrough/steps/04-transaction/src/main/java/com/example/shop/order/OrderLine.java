package com.example.shop.order;

import java.math.BigDecimal;

/** An order line with the price per piece when it was ordered. */
public record OrderLine(String article, int quantity, BigDecimal price) {

    BigDecimal amount() {
        return price.multiply(BigDecimal.valueOf(quantity));
    }
}

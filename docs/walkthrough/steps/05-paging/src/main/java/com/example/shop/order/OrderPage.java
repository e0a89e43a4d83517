package com.example.shop.order;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A page of orders, newest first; the next page starts after the order {@code next}. */
public record OrderPage(List<Order> orders, Optional<UUID> next) {

    /** Makes a page of at most {@code size} orders; one order more means that there is a next page. */
    static OrderPage of(final List<Order> found, final int size) {
        if (found.size() <= size) {
            return new OrderPage(found, Optional.empty());
        }
        final List<Order> orders = found.subList(0, size);
        return new OrderPage(orders, Optional.of(orders.get(size - 1).id()));
    }
}

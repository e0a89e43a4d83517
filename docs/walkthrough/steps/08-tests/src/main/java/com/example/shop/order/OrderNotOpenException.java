package com.example.shop.order;

/** The order is not open. */
public final class OrderNotOpenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final OrderStatus status;

    OrderNotOpenException(final OrderStatus status) {
        super("The order is " + status + ".");
        this.status = status;
    }

    public OrderStatus status() {
        return status;
    }
}

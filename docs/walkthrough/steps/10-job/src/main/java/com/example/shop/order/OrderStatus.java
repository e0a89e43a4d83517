package com.example.shop.order;

/** The state of an order. */
public enum OrderStatus {
    OPEN,
    PAID,
    SHIPPED,
    EXPIRED
}

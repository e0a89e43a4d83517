package com.example.order;

/** What has been done about an order. */
public enum OrderStatus {
    OPEN,
    PAID,
    SHIPPED,
    EXPIRED
}

package com.example.shop.order;

/** The order's payment timeout has passed. */
public final class PaymentTooLateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PaymentTooLateException() {
        super("The order waited too long for its payment.");
    }
}

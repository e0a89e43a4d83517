package com.example.order;

/** The time in which an order can be paid is over. */
public final class PaymentTooLateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PaymentTooLateException() {
        super("The order waited too long for its payment.");
    }
}

package org.jzenith.benchmark.service;

/** An article cannot be delivered. */
public final class OutOfStockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutOfStockException(final String article) {
        super("There is no " + article + " left.");
    }
}

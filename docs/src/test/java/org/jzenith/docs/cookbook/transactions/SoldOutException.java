package org.jzenith.docs.cookbook.transactions;

final class SoldOutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SoldOutException(final String article) {
        super("Article " + article + " is sold out.");
    }
}

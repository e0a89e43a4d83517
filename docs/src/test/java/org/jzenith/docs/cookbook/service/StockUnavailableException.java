package org.jzenith.docs.cookbook.service;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** The server answers it with 503 and Retry-After. */
final class StockUnavailableException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    StockUnavailableException(final Throwable cause) {
        super("The service of the stock gives no answer.", cause);
    }
}

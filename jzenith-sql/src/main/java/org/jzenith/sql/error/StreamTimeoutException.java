package org.jzenith.sql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * The reader of a row stream, or of a transaction whose results pass through, asked for nothing for {@code
 * stream-timeout}. The stream is over, its transaction is rolled back and its connection is free for others.
 */
public final class StreamTimeoutException extends SqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    public StreamTimeoutException(final Details details) {
        super(details);
    }
}

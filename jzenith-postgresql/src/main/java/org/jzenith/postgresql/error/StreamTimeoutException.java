package org.jzenith.postgresql.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * The reader of a row stream, or of a transaction whose results pass through, asked for nothing for {@code
 * postgresql.stream-timeout}. The stream is over, its transaction is rolled back and its connection is free for others.
 */
public final class StreamTimeoutException extends PostgresqlException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    StreamTimeoutException(final ErrorDetails details) {
        super(details);
    }
}

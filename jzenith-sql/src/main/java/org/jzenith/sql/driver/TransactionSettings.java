package org.jzenith.sql.driver;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has besides the defaults of the session.
 *
 * @param isolation the isolation level in the words of the SQL standard, or null for the server's default
 * @param readOnly whether the server refuses changes
 * @param statementTimeout the time in which each statement must be answered, or null for that of the session
 */
public record TransactionSettings(
        @Nullable String isolation,
        boolean readOnly,
        @Nullable Duration statementTimeout) {

    /** Nothing but the defaults, for reading only. */
    public static final TransactionSettings READ_ONLY = new TransactionSettings(null, true, null);
}

package org.jzenith.sql.error;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.StatementText;

/**
 * Thrown when a statement fails, or a column of its result cannot be read as the requested class. Its subtypes are the failures that
 * applications handle differently; for all others, {@link #sqlState()} says which.
 *
 * <p>The message names the reason, the SQLSTATE and the statement, with {@code $1} for the values and {@code ?} for literals in its
 * text. It never contains the values, nor the server's detail, which may contain them; so it is safe in logs.
 */
public class SqlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Details details;

    public SqlException(final Details details) {
        this(details, null, true);
    }

    public SqlException(final Details details, final @Nullable Throwable cause) {
        this(details, cause, true);
    }

    SqlException(final Details details, final boolean traced) {
        this(details, null, traced);
    }

    private SqlException(final Details details, final @Nullable Throwable cause, final boolean traced) {
        super(null, cause, true, traced);
        this.details = details;
    }

    /** Returns the message, which is computed here, because many errors are handled and never shown. */
    @Override
    public final String getMessage() {
        return details.text();
    }

    /**
     * Returns the SQLSTATE of the error.
     *
     * @return five characters, for example {@code 23505}; null if the error did not come from the server
     */
    public final @Nullable String sqlState() {
        return details.sqlState();
    }

    /**
     * Returns the constraint that a value violated.
     *
     * @return the name of the constraint as in the schema; null if the error is of another kind
     */
    public final @Nullable String constraint() {
        return details.constraint();
    }

    /**
     * The details of an error that may be logged. Drivers create errors from it.
     *
     * @param reason the cause of the error, without values
     * @param sqlState five characters, or null if the error did not come from the server
     * @param constraint the name of the violated constraint, or null
     * @param sql the statement as it was sent, or null if there was none; its literals do not get into the message
     */
    public record Details(
            String reason,
            @Nullable String sqlState,
            @Nullable String constraint,
            @Nullable String sql) implements Serializable {

        /**
         * Returns the details of an error that did not come from the server.
         *
         * @param reason the cause of the error, without values
         * @return its details
         */
        public static Details of(final String reason) {
            return new Details(reason, null, null, null);
        }

        /** Returns the message, in which the statement has no literals. */
        @Override
        public String toString() {
            return text();
        }

        String text() {
            final StringBuilder text = new StringBuilder(reason);
            if (sqlState != null) {
                text.append(" (SQLSTATE ").append(sqlState).append(')');
            }
            if (sql != null) {
                text.append(" in: ").append(StatementText.of(sql));
            }
            return text.toString();
        }
    }
}

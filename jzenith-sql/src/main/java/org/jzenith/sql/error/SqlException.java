package org.jzenith.sql.error;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.text.SqlText;

/**
 * Thrown when a statement fails, or a column of its result cannot be read as the requested class. Failures that applications handle in
 * their own way have subtypes; {@link #sqlState()} identifies all others.
 *
 * <p>The message names the reason, the SQLSTATE and the statement, with {@code ****} for literals in its text. It never contains the
 * values, or the server's detail, which may contain them. So it is safe to log.
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

    /** Returns the message. It is computed only on demand, because many errors are handled and never shown. */
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
     * Returns the server's own number of the error. MariaDB, for example, has several errors with the SQLSTATE {@code 42000}, which differ
     * only in this number.
     *
     * @return a number such as 1064; 0 if the error did not come from the server, or the server has no numbers
     */
    public final int errorCode() {
        return details.errorCode();
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
     * Returns the details from which the message is created, for code that creates another error from this one.
     *
     * @return the details, without values
     */
    public final Details details() {
        return details;
    }

    /**
     * The details of an error, all of them safe to log. Drivers create errors from them.
     *
     * @param reason the cause of the error, without values
     * @param sqlState five characters, or null if the error did not come from the server
     * @param errorCode the server's own number of the error, or 0
     * @param constraint the name of the violated constraint, or null
     * @param sql the statement, or null if there was none; its literals do not get into the message
     */
    public record Details(
            String reason,
            @Nullable String sqlState,
            int errorCode,
            @Nullable String constraint,
            @Nullable SqlText sql) implements Serializable {

        /**
         * Creates the details of an error without a number.
         *
         * @param reason the cause of the error, without values
         * @param sqlState five characters, or null if the error did not come from the server
         * @param constraint the name of the violated constraint, or null
         * @param sql the statement, or null if there was none
         */
        public Details(
                final String reason,
                final @Nullable String sqlState,
                final @Nullable String constraint,
                final @Nullable SqlText sql) {
            this(reason, sqlState, 0, constraint, sql);
        }

        /**
         * Returns the details of an error that did not come from the server.
         *
         * @param reason the cause of the error, without values
         * @return its details
         */
        public static Details of(final String reason) {
            return new Details(reason, null, null, null);
        }

        /**
         * Adds a hint to the reason.
         *
         * @param hint a part of a sentence, without values
         * @return changed details
         */
        public Details withHint(final String hint) {
            return new Details(reason + "; " + hint, sqlState, errorCode, constraint, sql);
        }

        /** Returns the message, in which the statement has no literals. */
        @Override
        public String toString() {
            return text();
        }

        String text() {
            final StringBuilder text = new StringBuilder(reason);
            if (sqlState != null) {
                text.append(" (SQLSTATE ").append(sqlState);
                if (errorCode != 0) {
                    text.append(", error ").append(errorCode);
                }
                text.append(')');
            }
            if (sql != null) {
                text.append(" in: ").append(sql);
            }
            return text.toString();
        }
    }
}

package org.jzenith.sql.error;

import org.jspecify.annotations.Nullable;

/**
 * What is known about an error and may be logged. Drivers make errors of it.
 *
 * @param reason what happened, without values
 * @param sqlState five characters, or null if the error did not come from the server
 * @param constraint the name of the constraint that was violated, or null
 * @param sql the statement without its values, or null if there was none
 */
public record ErrorDetails(
        String reason,
        @Nullable String sqlState,
        @Nullable String constraint,
        @Nullable String sql) {

    private static final int LONGEST_STATEMENT = 300;

    /**
     * An error that did not come from the server.
     *
     * @param reason what happened, without values
     * @return its details
     */
    public static ErrorDetails of(final String reason) {
        return new ErrorDetails(reason, null, null, null);
    }

    String text() {
        final StringBuilder text = new StringBuilder(reason);
        if (sqlState != null) {
            text.append(" (SQLSTATE ").append(sqlState).append(')');
        }
        if (sql != null) {
            text.append(" in: ").append(sql, 0, Math.min(sql.length(), LONGEST_STATEMENT));
            if (sql.length() > LONGEST_STATEMENT) {
                text.append("...");
            }
        }
        return text.toString();
    }
}

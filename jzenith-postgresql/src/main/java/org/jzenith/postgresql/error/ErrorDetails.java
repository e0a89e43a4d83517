package org.jzenith.postgresql.error;

import org.jspecify.annotations.Nullable;

/** What is known about an error and may be logged. */
record ErrorDetails(
        String reason,
        @Nullable String sqlState,
        @Nullable String constraint,
        @Nullable String sql) {

    private static final int LONGEST_STATEMENT = 300;

    static ErrorDetails of(final String reason) {
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

package org.jzenith.postgresql.internal.pgclient;

import static java.util.Map.entry;

import io.vertx.pgclient.PgException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.ReadOnlyServerException;
import org.jzenith.sql.driver.StaleStatementException;
import org.jzenith.sql.error.ForeignKeyViolationException;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.text.SqlScanner;
import org.jzenith.sql.text.SqlText;

/**
 * PostgreSQL's SQLSTATEs as types. The two tables are the whole policy: an exact SQLSTATE first, then its class (the first two
 * characters), else a plain {@link SqlException}.
 */
final class SqlStates {

    static final String INVALID_PASSWORD = "28P01";

    private static final Map<String, ErrorType> BY_STATE = Map.ofEntries(
            entry("23502", new ErrorType(SqlException::new, "a column that needs a value got none")),
            entry(
                    "23503",
                    new ErrorType(
                            ForeignKeyViolationException::new,
                            "a row refers to a row that does not exist, or is still referred to by another row")),
            entry("23505", new ErrorType(UniqueViolationException::new, "a value that must be unique exists already")),
            entry("23514", new ErrorType(SqlException::new, "a row does not satisfy a check")),
            entry("23P01", new ErrorType(SqlException::new, "a row conflicts with another row")),
            entry(
                    "25006",
                    new ErrorType(ReadOnlyServerException::new, "the server accepts no changes in this transaction")),
            entry("55P03", new ErrorType(LockNotAvailableException::new, null)),
            entry("57014", new ErrorType(QueryTimeoutException::new, null)));

    private static final Map<String, ErrorType> BY_CLASS = Map.ofEntries(
            entry("08", new ErrorType(UnavailableException::new, null)),
            entry("22", new ErrorType(InvalidValueException::new, "a value has the wrong form, length or range")),
            entry("23", new ErrorType(SqlException::new, "a row violates a constraint")),
            entry("38", new ErrorType(SqlException::new, "a function failed")),
            entry("39", new ErrorType(SqlException::new, "a function failed")),
            entry("40", new ErrorType(SerializationFailureException::new, null)),
            entry("53", new ErrorType(UnavailableException::new, null)),
            entry("57", new ErrorType(UnavailableException::new, null)),
            entry("58", new ErrorType(UnavailableException::new, null)),
            entry("P0", new ErrorType(SqlException::new, ServerWords.RAISED)));

    private static final ErrorType OTHER = new ErrorType(SqlException::new, null);

    private static final Pattern ROW = Pattern.compile("tuple \\(\\d+,\\d+\\) in relation \"[^\"\n]+\"");

    private SqlStates() {}

    /** A type and, where the server's own words may contain values, the words to use instead. */
    private record ErrorType(
            Function<SqlException.Details, SqlException> constructor,
            @Nullable String message) {}

    static SqlException typed(final PgException error, final @Nullable SqlText sql) {
        if (isStale(error)) {
            return new StaleStatementException(
                    new SqlException.Details(
                            "the statement was prepared before its tables were altered, or the server has forgotten it; in a"
                                    + " transaction, run the transaction again",
                            error.getSqlState(),
                            null,
                            sql),
                    "0A000".equals(error.getSqlState()));
        }
        final String state = Objects.requireNonNullElse(error.getSqlState(), "XX000");
        final ErrorType byClass = BY_CLASS.getOrDefault(state.substring(0, Math.min(2, state.length())), OTHER);
        final ErrorType type = BY_STATE.getOrDefault(state, byClass);
        final String reason = type.message() == null ? ServerWords.of(error, sql) : type.message();
        final String constraint = error.getConstraint();
        final String hint = switch (state) {
            case "55P03" -> waitedFor(error.getWhere());
            case "42601" -> questionMark(sql);
            default -> "";
        };
        final String where = constraint != null
                ? ", constraint " + constraint
                : error.getColumn() != null ? ", column " + error.getColumn() : "";
        return type.constructor().apply(new SqlException.Details(reason + where + hint, state, constraint, sql));
    }

    /** The server does not know the user or the database, or does not let the one into the other. */
    static @Nullable ConnectRefusal refusal(final @Nullable String state) {
        if (state == null) {
            return null;
        }
        if (state.equals(INVALID_PASSWORD)) {
            return ConnectRefusal.PASSWORD;
        }
        if (state.startsWith("28") || state.equals("42501")) {
            return ConnectRefusal.USER;
        }
        if (state.equals("08P01")) {
            return ConnectRefusal.SESSION;
        }
        return state.startsWith("3D") ? ConnectRefusal.DATABASE : null;
    }

    /** Returns true if a prepared statement is stale. The server has no SQLSTATE of its own for this case. */
    private static boolean isStale(final PgException error) {
        return "26000".equals(error.getSqlState())
                || ("0A000".equals(error.getSqlState())
                        && ("RevalidateCachedQuery".equals(error.getRoutine())
                                || "cached plan must not change result type".equals(error.getErrorMessage())));
    }

    /** The server's context may hold more than the place of the row, which is all that is shown of it. */
    private static String waitedFor(final @Nullable String context) {
        final Matcher place = context == null ? null : ROW.matcher(context);
        return place != null && place.find() ? ", while waiting for the lock of " + place.group() : "";
    }

    /** Explains {@code ?} in place of {@code $1}. Beside {@code $1} it is an operator, such as that of jsonb. */
    private static String questionMark(final @Nullable SqlText sql) {
        boolean found = false;
        if (sql != null) {
            for (final SqlScanner token = sql.tokens(); token.next(); ) {
                found |= token.is('?');
                if (token.text().equals("$1")) {
                    return "";
                }
            }
        }
        return found ? "; in PostgreSQL, parameters are $1, $2 and so on, not ?" : "";
    }
}

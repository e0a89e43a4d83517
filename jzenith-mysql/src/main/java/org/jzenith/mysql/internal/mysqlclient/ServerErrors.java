package org.jzenith.mysql.internal.mysqlclient;

import static java.util.Map.entry;

import io.vertx.mysqlclient.MySQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
import org.jzenith.sql.text.SqlText;

/**
 * The server's errors as types. The tables are the whole policy: the number of the error first, then the class of its SQLSTATE (the
 * first two characters), else a plain {@link SqlException}. The server's own words are only used for errors whose words have no values.
 */
final class ServerErrors {

    private static final int UNKNOWN_STATEMENT = 1243;
    private static final int MUST_BE_PREPARED_AGAIN = 1615;

    private static final Map<Integer, ErrorType> BY_NUMBER = Map.ofEntries(
            entry(1020, new ErrorType(SerializationFailureException::new, "a row has changed since it was read")),
            entry(1040, new ErrorType(UnavailableException::new, "the server has too many connections")),
            entry(1048, new ErrorType(SqlException::new, "a column that needs a value got none")),
            entry(1053, new ErrorType(UnavailableException::new, "the server is shutting down")),
            entry(1062, new ErrorType(UniqueViolationException::new, "a value that must be unique exists already")),
            entry(1064, new ErrorType(SqlException::new, "the statement has a syntax error")),
            entry(1153, new ErrorType(InvalidValueException::new, "the statement is larger than max_allowed_packet")),
            entry(1203, new ErrorType(UnavailableException::new, "the user has too many connections")),
            entry(1205, new ErrorType(LockNotAvailableException::new, "a lock did not become free in time")),
            entry(1213, new ErrorType(SerializationFailureException::new, "deadlock")),
            entry(1216, foreignKey()),
            entry(1217, foreignKey()),
            entry(1264, new ErrorType(InvalidValueException::new, "a number is out of the range of its column")),
            entry(1292, invalid()),
            entry(1317, new ErrorType(QueryTimeoutException::new, "the statement was canceled")),
            entry(1364, new ErrorType(SqlException::new, "a column that needs a value got none")),
            entry(1365, invalid()),
            entry(1366, invalid()),
            entry(1406, new ErrorType(InvalidValueException::new, "a value is too long for its column")),
            entry(1411, invalid()),
            entry(1451, foreignKey()),
            entry(1452, foreignKey()),
            entry(1836, readOnly()),
            entry(1874, readOnly()),
            entry(1927, new ErrorType(UnavailableException::new, "the server has ended the connection")),
            entry(1969, new ErrorType(QueryTimeoutException::new, "the statement took too long")),
            entry(3024, new ErrorType(QueryTimeoutException::new, "the statement took too long")),
            entry(3572, new ErrorType(LockNotAvailableException::new, "a lock is not free")),
            entry(3819, new ErrorType(SqlException::new, "a row does not satisfy a check")),
            entry(4025, new ErrorType(SqlException::new, "a row does not satisfy a check")));

    private static final Map<String, ErrorType> BY_CLASS = Map.of(
            "08", new ErrorType(UnavailableException::new, "the connection failed"),
            "22", invalid(),
            "23", new ErrorType(SqlException::new, "a row violates a constraint"),
            "40",
                    new ErrorType(
                            SerializationFailureException::new, "the transaction conflicts with another transaction"));

    /** Errors whose words name tables, columns, users and settings alone. */
    private static final Set<Integer> WITHOUT_VALUES = Set.of(
            1044, 1045, 1046, 1049, 1050, 1051, 1052, 1054, 1060, 1061, 1091, 1109, 1142, 1143, 1146, 1227, 1290, 1305,
            1370, 1698, 1792);

    /** An option of the server prevents the statement. */
    private static final int PREVENTED = 1290;

    private static final Pattern READ_ONLY = Pattern.compile("--(super-)?read[-_]only");

    private static final Pattern WRAPPED =
            Pattern.compile("\\{errorMessage=(.*), errorCode=\\d+, sqlState=\\w*}", Pattern.DOTALL);

    /** The constraint, column or key that an error names: at the end, because a value can have the same words. */
    private static final Pattern KEY = Pattern.compile("for key '([^']+)'$");

    private static final Pattern CONSTRAINT = Pattern.compile("CONSTRAINT `([^`]+)` (?:failed for|FOREIGN KEY) [^']*$");
    private static final Pattern COLUMN = Pattern.compile(
            "(?:[Cc]olumn|Field) (?:`[^`]+`\\.`[^`]+`\\.)?[`']([^`']+)[`'](?: at row \\d+| cannot be null| doesn't have a default value)$");

    private ServerErrors() {}

    private record ErrorType(Function<SqlException.Details, SqlException> constructor, String message) {}

    private static ErrorType foreignKey() {
        return new ErrorType(
                ForeignKeyViolationException::new,
                "a row refers to a row that does not exist, or is still referred to by another row");
    }

    private static ErrorType invalid() {
        return new ErrorType(InvalidValueException::new, "a value has the wrong form, length or range");
    }

    private static ErrorType readOnly() {
        return new ErrorType(ReadOnlyServerException::new, "the server accepts no changes");
    }

    static SqlException typed(final MySQLException error, final @Nullable SqlText sql) {
        final int number = error.getErrorCode();
        final String state = Objects.requireNonNullElse(error.getSqlState(), "HY000");
        if (number == UNKNOWN_STATEMENT || number == MUST_BE_PREPARED_AGAIN) {
            return new StaleStatementException(
                    new SqlException.Details(
                            "the server no longer has the prepared statement; if the statement was in a transaction, run the whole transaction again",
                            state,
                            number,
                            null,
                            sql),
                    number == MUST_BE_PREPARED_AGAIN);
        }
        final String words = words(error);
        final ErrorType type = number == PREVENTED && READ_ONLY.matcher(words).find()
                ? readOnly()
                : BY_NUMBER.getOrDefault(
                        number,
                        BY_CLASS.getOrDefault(
                                state.substring(0, Math.min(2, state.length())),
                                new ErrorType(
                                        SqlException::new,
                                        WITHOUT_VALUES.contains(number) ? words : "the server refused it")));
        final String constraint = constraint(words);
        final Matcher column = COLUMN.matcher(words);
        final String where =
                constraint != null ? ", constraint " + constraint : column.find() ? ", column " + column.group(1) : "";
        return type.constructor()
                .apply(new SqlException.Details(type.message() + where, state, number, constraint, sql));
    }

    /** Returns the server's words, which the library wraps. */
    private static String words(final MySQLException error) {
        final Matcher wrapped = WRAPPED.matcher(Objects.requireNonNullElse(error.getMessage(), ""));
        return wrapped.matches() ? wrapped.group(1) : "";
    }

    private static @Nullable String constraint(final String words) {
        final Matcher key = KEY.matcher(words);
        final Matcher constraint = CONSTRAINT.matcher(words);
        return key.find() ? key.group(1) : constraint.find() ? constraint.group(1) : null;
    }

    /** The server does not know the user or the database, or does not let the one into the other. */
    static @Nullable ConnectRefusal refusal(final int number) {
        return switch (number) {
            case 1045 -> ConnectRefusal.PASSWORD;
            case 1044, 1130, 1698 -> ConnectRefusal.USER;
            case 1049 -> ConnectRefusal.DATABASE;
            default -> null;
        };
    }
}

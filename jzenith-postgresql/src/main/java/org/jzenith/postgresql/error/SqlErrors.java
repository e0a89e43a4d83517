package org.jzenith.postgresql.error;

import static java.util.Map.entry;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.TransactionRollbackException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.OutOfMemory;

/**
 * Turns the driver's errors into the types of this package. The two tables are the whole policy: an exact SQLSTATE
 * first, then its class (the first two characters), else a plain {@link PostgresqlException}.
 */
public final class SqlErrors {

    private static final Map<String, ErrorType> BY_STATE = Map.ofEntries(
            entry("23502", new ErrorType(NotNullViolationException::new, "a column that needs a value got none")),
            entry(
                    "23503",
                    new ErrorType(
                            ForeignKeyViolationException::new, "a row refers to one that does not exist or is in use")),
            entry("23505", new ErrorType(UniqueViolationException::new, "a value that must be unique exists already")),
            entry("23514", new ErrorType(CheckViolationException::new, "a row does not satisfy a check")),
            entry("23P01", new ErrorType(ExclusionViolationException::new, "a row collides with another one")),
            entry("25P02", new ErrorType(TransactionRolledBackException::new, null)),
            entry("3D000", new ErrorType(NoSuchDatabaseException::new, null)),
            entry("40001", new ErrorType(SerializationFailureException::new, null)),
            entry("40P01", new ErrorType(DeadlockException::new, null)),
            entry("42501", new ErrorType(PermissionDeniedException::new, null)),
            entry("55P03", new ErrorType(LockNotAvailableException::new, null)),
            entry("57014", new ErrorType(QueryTimeoutException::new, null)));

    private static final Map<String, ErrorType> BY_CLASS = Map.ofEntries(
            entry("08", new ErrorType(UnavailableException::new, null)),
            entry("22", new ErrorType(InvalidValueException::new, "a value has the wrong form, length or range")),
            entry("23", new ErrorType(PostgresqlException::new, "a row violates a constraint")),
            entry("28", new ErrorType(PermissionDeniedException::new, null)),
            entry("40", new ErrorType(SerializationFailureException::new, null)),
            entry("42", new ErrorType(SyntaxErrorException::new, null)),
            entry("53", new ErrorType(UnavailableException::new, null)),
            entry("57", new ErrorType(UnavailableException::new, null)),
            entry("58", new ErrorType(UnavailableException::new, null)));

    private static final ErrorType OTHER = new ErrorType(PostgresqlException::new, null);

    private static final Pattern WRONG_TYPE = Pattern.compile(
            "Parameter at position\\[(\\d+)] with class = \\[([\\w.$\\[;]+)] and value = .*"
                    + " can not be coerced to the expected class = \\[([\\w.$\\[;]+)] for encoding\\.",
            Pattern.DOTALL);

    private static final Pattern ROW = Pattern.compile("tuple \\(\\d+,\\d+\\) in relation \"[^\"\n]+\"");

    private SqlErrors() {}

    /** A type and, where the server's own words may contain values, the words to use instead. */
    private record ErrorType(
            Function<ErrorDetails, PostgresqlException> constructor,
            @Nullable String message) {}

    /**
     * The typed form of an error.
     *
     * @param error what the driver or RxJava reported
     * @param sql the statement, or null if there was none
     * @return the same error if it is typed already, or its typed form without values
     */
    public static RuntimeException translate(final Throwable error, final @Nullable String sql) {
        if (error instanceof PostgresqlException typed) {
            return typed;
        }
        if (OutOfMemory.isCauseOf(error)) {
            // Not the database's fault, which is what a broken connection would say.
            return new PostgresqlException(
                    new ErrorDetails("there is not enough memory for the result of a statement", null, null, sql),
                    error,
                    true);
        }
        if (error instanceof PgException server) {
            return isStale(server) ? stale(server, sql) : fromServer(server, sql);
        }
        if (error instanceof TransactionRollbackException) {
            return new TransactionRolledBackException(new ErrorDetails(
                    "the transaction was rolled back, because one of its statements had failed", "25P02", null, null));
        }
        final String message = Objects.requireNonNullElse(error.getMessage(), "");
        if (message.startsWith("Parameter at position") || message.startsWith("The number of parameters")) {
            return new InvalidValueException(new ErrorDetails(withoutValue(message), null, null, sql));
        }
        if (error instanceof ClassCastException || error instanceof IllegalArgumentException) {
            return new InvalidValueException(
                    new ErrorDetails("a value is of a type that the driver cannot encode", null, null, sql));
        }
        return new UnavailableException(new ErrorDetails(connectionReason(error, message), null, null, sql));
    }

    /**
     * Whether the server refused a statement because what was prepared earlier does not fit any more.
     *
     * @param error what the driver reported
     * @return true if the statement had no effect and may be prepared again
     */
    public static boolean isStale(final Throwable error) {
        return error instanceof PgException server
                && ("26000".equals(server.getSqlState())
                        || ("0A000".equals(server.getSqlState())
                                && ("RevalidateCachedQuery".equals(server.getRoutine())
                                        || "cached plan must not change result type"
                                                .equals(server.getErrorMessage()))));
    }

    private static PostgresqlException stale(final PgException error, final @Nullable String sql) {
        return new StaleStatementException(new ErrorDetails(
                "the statement was prepared before its tables were altered, or the server has forgotten it; in a"
                        + " transaction, run the transaction again",
                error.getSqlState(),
                null,
                sql));
    }

    private static PostgresqlException fromServer(final PgException error, final @Nullable String sql) {
        final String state = Objects.requireNonNullElse(error.getSqlState(), "XX000");
        final ErrorType byClass = BY_CLASS.getOrDefault(state.substring(0, Math.min(2, state.length())), OTHER);
        final ErrorType type = BY_STATE.getOrDefault(state, byClass);
        final String reason =
                type.message() == null ? Objects.requireNonNullElse(error.getErrorMessage(), "error") : type.message();
        final String constraint = error.getConstraint();
        final String lock = "55P03".equals(state) ? waitedFor(error.getWhere()) : "";
        final String where = constraint != null
                ? ", constraint " + constraint
                : error.getColumn() != null ? ", column " + error.getColumn() : "";
        return type.constructor().apply(new ErrorDetails(reason + where + lock, state, constraint, sql));
    }

    /** The server's context may hold more than the place of the row, which is all that is shown of it. */
    private static String waitedFor(final @Nullable String context) {
        final Matcher place = context == null ? null : ROW.matcher(context);
        return place != null && place.find() ? ", while waiting for the lock of " + place.group() : "";
    }

    private static String withoutValue(final String message) {
        final Matcher wrongType = WRONG_TYPE.matcher(message);
        if (wrongType.matches()) {
            return "parameter $" + (Integer.parseInt(wrongType.group(1)) + 1) + " is a " + wrongType.group(2)
                    + " where a " + wrongType.group(3) + " is expected";
        }
        return message.startsWith("The number of") ? message : "a parameter is of a type that does not fit";
    }

    private static String connectionReason(final Throwable error, final String message) {
        if (message.isEmpty()) {
            return "the connection failed with " + error.getClass().getSimpleName();
        }
        return "the connection failed: " + message;
    }

    /**
     * The database cannot be used now.
     *
     * @param reason why, in a few words
     * @return the error
     */
    public static PostgresqlException unavailable(final String reason) {
        return new UnavailableException(ErrorDetails.of(reason));
    }

    /**
     * A statement got no answer in time.
     *
     * @param limit how long it was waited for
     * @param sql the statement
     * @return the error
     */
    public static PostgresqlException queryTimeout(final Duration limit, final String sql) {
        return new QueryTimeoutException(
                new ErrorDetails("no answer within " + limit.toMillis() + " ms", null, null, sql));
    }

    /**
     * No pooled connection became free in time.
     *
     * @param limit how long it was waited for
     * @param size how many connections the pool has
     * @return the error
     */
    public static PostgresqlException acquireTimeout(final Duration limit, final int size) {
        return new AcquireTimeoutException(
                ErrorDetails.of("none of the " + size + " pooled connections became free within " + limit.toMillis()
                        + " ms (postgresql.pool.acquire-timeout)"));
    }

    /**
     * No connection of those that row streams may hold became free in time.
     *
     * @param limit how long it was waited for
     * @param places how many streams may hold one
     * @return the error
     */
    public static PostgresqlException streamAcquireTimeout(final Duration limit, final int places) {
        return new AcquireTimeoutException(
                ErrorDetails.of("none of the " + places + " row streams that may run at a time ended within "
                        + limit.toMillis() + " ms (postgresql.pool.max-streams, postgresql.pool.acquire-timeout)"));
    }

    /**
     * Too many row streams wait for a pooled connection.
     *
     * @param waiting how many
     * @return the error
     */
    public static PostgresqlException streamQueueFull(final int waiting) {
        return new WaitQueueFullException(ErrorDetails.of(waiting + " row streams wait for their turn already"
                + " (postgresql.pool.max-streams, postgresql.pool.max-wait-queue)"));
    }

    /**
     * The reader of a row stream asked for nothing.
     *
     * @param limit for how long
     * @return the error
     */
    public static PostgresqlException streamTimeout(final Duration limit) {
        return new StreamTimeoutException(
                ErrorDetails.of("the reader of a row stream asked for no rows within " + limit.toMillis()
                        + " ms, so its connection was taken back (postgresql.stream-timeout); read faster, or read fewer rows"
                        + " with list()"));
    }

    /**
     * Too many callers wait for a pooled connection.
     *
     * @param waiting how many
     * @return the error
     */
    public static PostgresqlException waitQueueFull(final int waiting) {
        return new WaitQueueFullException(ErrorDetails.of(
                waiting + " callers wait for a pooled connection already (postgresql.pool.max-wait-queue)"));
    }

    /**
     * Too many calls wait for their turn on a pipeline.
     *
     * @param waiting how many calls wait
     * @param inFlight how many statements are sent and not answered yet
     * @return the error
     */
    public static PostgresqlException pipelineFull(final int waiting, final int inFlight) {
        return new WaitQueueFullException(
                ErrorDetails.of(waiting + " calls wait for their turn on this pipeline already, behind " + inFlight
                        + " statements in flight (64 x postgresql.pipelining-limit, at least 1024)"));
    }

    /**
     * A single statement would wait too long for its turn on a pipeline.
     *
     * @param waiting how many statements wait before it
     * @return the error
     */
    public static PostgresqlException pipelineTooLong(final int waiting) {
        return new WaitQueueFullException(
                ErrorDetails.of(waiting + " statements wait for their turn on this pipeline already, which"
                        + " takes longer than postgresql.max-queue-time"));
    }

    /**
     * A row was expected and none came.
     *
     * @param sql the statement
     * @return the error
     */
    public static PostgresqlException noRow(final String sql) {
        return new NoRowException(new ErrorDetails("no row where one was expected", "02000", null, sql));
    }

    /**
     * One row was expected and more came.
     *
     * @param rows how many came
     * @param sql the statement
     * @return the error
     */
    public static PostgresqlException tooManyRows(final int rows, final String sql) {
        return new MultipleRowsException(
                new ErrorDetails(rows + " rows where at most one was expected", "21000", null, sql));
    }
}

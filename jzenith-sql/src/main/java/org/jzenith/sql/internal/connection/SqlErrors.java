package org.jzenith.sql.internal.connection;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.internal.limit.OutOfMemory;
import org.jzenith.sql.driver.ReadOnlyServerException;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.CommitOutcomeUnknownException;
import org.jzenith.sql.error.IdleTransactionException;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.MissingIdentityException;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.error.ValuesTooLargeException;
import org.jzenith.sql.internal.sqlclient.InvalidParameterException;
import org.jzenith.sql.text.SqlText;

/** The errors of the connections to one database. Messages name settings with their prefix, and never values. */
public final class SqlErrors {

    private static final Pattern WRONG_TYPE = Pattern.compile(
            "Parameter at position\\[(\\d+)] with class = \\[([\\w.$\\[;]+)] and value = .*"
                    + " can not be coerced to the expected class = \\[([\\w.$\\[;]+)] for encoding\\.",
            Pattern.DOTALL);

    private static final Pattern WRONG_COUNT =
            Pattern.compile("The number of parameters.*= \\[(\\d+)] but the actual number is \\[(\\d+)]\\.");

    private static final int NAMED_TEXTS = 1_000;

    private static final int LONGEST_NAMED = 8_192;

    /** The usual cause, where a request waits for itself. */
    public static final String OWN_TRANSACTION =
            "this request has an open transaction, but this call is outside it: use the SqlTransaction, not the Database";

    private final SqlDriver driver;

    /** The names of the parameters, by the texts in which they have numbers. */
    private final BoundedCache<String, List<String>> parameterNames = new BoundedCache<>(NAMED_TEXTS);

    /** @param driver translates errors of the server, and knows the prefix of the settings */
    public SqlErrors(final SqlDriver driver) {
        this.driver = driver;
    }

    /** Tells the names that the application has given to the parameters of a text. */
    public void nameParameters(final String sql, final List<String> names) {
        if (sql.length() <= LONGEST_NAMED && parameterNames.get(sql) == null) {
            parameterNames.put(sql, names);
        }
    }

    /** The typed form of what vertx-sql-client or RxJava reported; the same error if it is typed already. */
    SqlException translate(final Throwable error, final @Nullable String sql) {
        if (error instanceof SqlException typed) {
            return typed;
        }
        if (OutOfMemory.isCauseOf(error)) {
            // Not the database's fault, which is what a broken connection would say.
            return new SqlException(details("there is not enough memory for the result of a statement", sql), error);
        }
        if (error instanceof InvalidParameterException refused) {
            final SqlException.Details details =
                    details(parameter(refused.position(), sql) + " " + refused.reason(), sql);
            return refused.isTooLarge() ? new ValuesTooLargeException(details) : new InvalidValueException(details);
        }
        final SqlException ofServer = driver.translate(error, text(sql));
        if (ofServer != null) {
            return ofServer;
        }
        final String message = Objects.requireNonNullElse(error.getMessage(), "");
        if (message.startsWith("Parameter at position") || message.startsWith("The number of parameters")) {
            return new InvalidValueException(details(withoutValue(message, sql), sql));
        }
        if (error instanceof ClassCastException || error instanceof IllegalArgumentException) {
            return new InvalidValueException(details("a value is of a type that the driver cannot encode", sql));
        }
        return new UnavailableException(details(
                message.isEmpty()
                        ? "the connection failed with " + error.getClass().getSimpleName()
                        : "the connection failed: " + message,
                sql));
    }

    /** Returns a statement as messages and logs have it. */
    public @Nullable SqlText text(final @Nullable String sql) {
        return sql == null ? null : new SqlText(sql, driver.lexis());
    }

    private SqlException.Details details(final String reason, final @Nullable String sql) {
        return details(reason, null, sql);
    }

    private SqlException.Details details(
            final String reason, final @Nullable String sqlState, final @Nullable String sql) {
        return new SqlException.Details(reason, sqlState, null, text(sql));
    }

    private static SqlException overloaded(final String reason) {
        return new OverloadedException(SqlException.Details.of(reason));
    }

    private String withoutValue(final String message, final @Nullable String sql) {
        final Matcher wrongType = WRONG_TYPE.matcher(message);
        if (wrongType.matches()) {
            return parameter(Integer.parseInt(wrongType.group(1)), sql) + " is a " + wrongType.group(2) + " where a "
                    + wrongType.group(3) + " is expected";
        }
        final Matcher wrongCount = WRONG_COUNT.matcher(message);
        if (wrongCount.matches()) {
            final String given = wrongCount.group(2);
            return "the statement takes " + wrongCount.group(1)
                    + ("1".equals(wrongCount.group(1)) ? " value, " : " values, ") + given
                    + ("1".equals(given) ? " was given" : " were given");
        }
        return message.startsWith("The number of") ? message : "a parameter has the wrong type";
    }

    private String parameter(final int position, final @Nullable String sql) {
        final List<String> names = sql == null ? null : parameterNames.get(sql);
        return "parameter " + Objects.requireNonNullElse(driver.parameterPrefix(), "") + (position + 1)
                + (names == null ? "" : " (:" + names.get(position) + ")");
    }

    private String key(final String name) {
        return driver.prefix() + "." + name;
    }

    /** The error of a database that cannot be used now. */
    public static SqlException unavailable(final String reason) {
        return new UnavailableException(SqlException.Details.of(reason));
    }

    /** The error of a connection that fails in the code of this process, so that another attempt would fail, too. */
    static SqlException unusableConnection(final String server, final Throwable error) {
        return new SqlException(
                SqlException.Details.of("a connection to " + server
                        + " cannot be used, because of a fault in this application: " + error),
                error);
    }

    SqlException connectTimeout(final Duration limit) {
        return unavailable("no connection to " + driver.server() + " within " + limit.toMillis() + " ms ("
                + key("connect-timeout") + ")");
    }

    SqlException queryTimeout(final Duration limit, final String sql) {
        return new QueryTimeoutException(details("no answer within " + limit.toMillis() + " ms", sql));
    }

    /**
     * The error of a caller that has waited too long for a pooled connection.
     *
     * @param holders says who holds the connections; empty if nobody does
     */
    public SqlException acquireTimeout(final Duration limit, final int size, final String holders) {
        return overloaded("none of the " + size + " pooled connections became free" + " within " + limit.toMillis()
                + " ms (" + key("pool.acquire-timeout") + ")" + holders);
    }

    /** The error of a row stream that has waited too long for its turn. */
    public SqlException streamAcquireTimeout(final Duration limit, final int places, final String holders) {
        return overloaded(
                "none of the " + places + " row streams that may run at the same time ended within " + limit.toMillis()
                        + " ms (" + key("pool.max-streams") + ", " + key("pool.acquire-timeout") + ")" + holders);
    }

    /** The error of a transaction that has run no statement for too long. */
    public SqlException idleTransaction(
            final Duration limit, final boolean requiresTerm, final String caller, final String sql) {
        return new IdleTransactionException(details(
                "a transaction of " + caller + " ran no statement for " + limit.toMillis() + " ms and was rolled back ("
                        + (requiresTerm ? "the limit after requireTerm(..)" : key("transaction-idle-timeout"))
                        + "); do other work before or after it; its last statement is",
                sql));
    }

    /** Returns the error of a statement that may have waited for a lock of a transaction that the same request holds. */
    static SqlException besideTransaction(final SqlException error) {
        if (error instanceof LockNotAvailableException) {
            return new LockNotAvailableException(error.details().withHint(OWN_TRANSACTION));
        }
        return error instanceof QueryTimeoutException
                ? new QueryTimeoutException(error.details().withHint(OWN_TRANSACTION))
                : error;
    }

    /** The error of a row stream when too many wait. */
    public SqlException streamQueueFull(final int waiting) {
        return overloaded(waiting + " row streams already wait for their turn (" + key("pool.max-streams") + ", "
                + key("pool.max-wait-queue") + ")");
    }

    /** The error of a row stream whose reader has requested nothing for too long. */
    public SqlException streamTimeout(final Duration limit) {
        return new QueryTimeoutException(
                SqlException.Details.of("the reader of a row stream requested no rows within " + limit.toMillis()
                        + " ms, so its connection was taken back (" + key("stream-timeout")
                        + "); read faster, or read fewer rows with list()"));
    }

    /** The error of a caller when too many wait for a pooled connection. */
    public SqlException waitQueueFull(final int waiting) {
        return overloaded(
                waiting + " callers already wait for a pooled connection (" + key("pool.max-wait-queue") + ")");
    }

    /** The error of a call when too many wait on its pipeline. */
    public SqlException pipelineFull(final int waiting, final int inFlight) {
        return overloaded(waiting + " calls already wait for their turn on this pipeline, behind " + inFlight
                + " statements in flight (64 x " + key("pipelining-limit") + ", at least 1024)");
    }

    /** The error of a call that would wait too long on its pipeline. */
    public SqlException pipelineTooLong(final int waiting) {
        return overloaded(waiting + " statements already wait for their turn on this pipeline, so another statement "
                + "would wait longer than " + key("max-queue-time"));
    }

    /** The error of a change that was sent in a read-only session. */
    static SqlException changeInReadOnly(final SqlException error) {
        return new ReadOnlyServerException(
                error.details().withHint("readOnly() is for reads: run changes on the database itself"));
    }

    /** The error of a transaction whose connection failed after the request to commit. */
    public static SqlException commitUnknown(final Throwable error) {
        return new CommitOutcomeUnknownException(
                SqlException.Details.of(
                        "the connection failed after COMMIT was sent, so it is unknown whether the transaction was committed;"
                                + " check the database before you run the transaction again"),
                error);
    }

    /** The error of a call of a slow statement that would wait too long for a connection. */
    public SqlException slowTooLong(final int waiting) {
        return overloaded(
                waiting + " slow statements already wait for a connection, so another statement would wait longer than "
                        + key("pool.acquire-timeout") + " (see " + key("slow-statement") + " and "
                        + key("further-connections") + ")");
    }

    /** The error of a transaction in which a statement has failed, where the server would go on. */
    public static SqlException failedTransaction() {
        return new SqlException(SqlException.Details.of(
                "a statement of the transaction has failed, so it can only be rolled back; run statements that "
                        + "can fail in tx.nested(..)"));
    }

    SqlException startedTransaction(final String sql) {
        return new SqlException(details(
                "the statement started a transaction on a shared connection, which was closed; use withTransaction(..)",
                sql));
    }

    /** The error of a subscriber to a channel that cannot exist. */
    public static SqlException invalidChannel(final String reason) {
        return new InvalidValueException(SqlException.Details.of("the name of the channel " + reason));
    }

    /** The error of several runs whose values do not fit the parameters of the statement. */
    public InvalidValueException wrongValues(final Object run, final String sql) {
        return new InvalidValueException(details(
                "the statement was not sent: the values of a run have the class "
                        + run.getClass().getName()
                        + "; pass a list or, if the parameters have names, a map or a record for each run",
                sql));
    }

    /** The error of a statement that must not be sent. */
    public SqlException notSent(final String reason, final String sql) {
        return new SqlException(details("the statement was not sent: " + reason, sql));
    }

    /**
     * The error of a statement without an identity.
     *
     * @param work what runs it
     * @param table a table with policies
     */
    public SqlException withoutIdentity(final String work, final String table, final String sql) {
        return new MissingIdentityException(details(
                "the statement was not sent: " + work
                        + " runs without an identity, but the row policies need one for "
                        + table + " (" + driver.prefix() + ".row-security.enabled). Run it with an identity: "
                        + "Identity.of(\"report\", \"job\").withAttribute(\"tenant\", tenant).runAs(..), "
                        + "around withTransaction(..) if it uses a transaction",
                sql));
    }

    /** The error of a statement that must return one row, or at most one. */
    public SqlException notOneRow(final int rows, final String sql) {
        return rows == 0
                ? new NoRowException(details("no row where one was expected", "02000", sql))
                : new SqlException(details(rows + " rows where at most one was expected", "21000", sql));
    }

    /** Returns what a mapping has returned, which must not be null. */
    public <T> T requireMapped(final @Nullable T mapped, final String sql) {
        return Objects.requireNonNull(mapped, () -> nullMapping(sql));
    }

    /** Returns the value of a sort column, which must not be null. */
    public Object requireSortKey(final @Nullable Object value, final String column, final String sql) {
        if (value == null) {
            throw unsortable(column, "is null in a row", sql);
        }
        return value;
    }

    /** Rows that cannot be inserted into a table. */
    public SqlException notInserted(final String reason, final String table) {
        return new SqlException(details(reason, "INSERT INTO " + table));
    }

    /** A column whose values cannot be the key of a page. */
    public SqlException unsortable(final String column, final String reason, final String sql) {
        return new SqlException(details(
                "the sort column " + column + " " + reason
                        + ", so pages by key cannot use it; sort by another column, such as COALESCE(.., ..) AS "
                        + "sort_key",
                sql));
    }

    private String nullMapping(final String sql) {
        final RequestContext request = RequestContext.current();
        return "The mapping returned null for a row of: " + text(sql)
                + (request == null ? "" : ", in " + request.description()) + ". Map it to an Optional instead.";
    }
}

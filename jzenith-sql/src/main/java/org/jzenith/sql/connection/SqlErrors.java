package org.jzenith.sql.connection;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.limit.OutOfMemory;
import org.jzenith.core.log.StatementText;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.sqlclient.InvalidParameterException;

/** The errors of the connections to one database. Messages name settings with their prefix, and never values. */
public final class SqlErrors {

    private static final Pattern WRONG_TYPE = Pattern.compile(
            "Parameter at position\\[(\\d+)] with class = \\[([\\w.$\\[;]+)] and value = .*"
                    + " can not be coerced to the expected class = \\[([\\w.$\\[;]+)] for encoding\\.",
            Pattern.DOTALL);

    private static final Pattern WRONG_COUNT =
            Pattern.compile("The number of parameters.*= \\[(\\d+)] but the actual number is \\[(\\d+)]\\.");

    private final SqlDriver driver;

    /** @param driver translates errors of the server, and knows the prefix of the settings */
    public SqlErrors(final SqlDriver driver) {
        this.driver = driver;
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
            return new InvalidValueException(details(parameter(refused.position()) + " " + refused.reason(), sql));
        }
        final SqlException ofServer = driver.translate(error, sql);
        if (ofServer != null) {
            return ofServer;
        }
        final String message = Objects.requireNonNullElse(error.getMessage(), "");
        if (message.startsWith("Parameter at position") || message.startsWith("The number of parameters")) {
            return new InvalidValueException(details(withoutValue(message), sql));
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

    private static SqlException.Details details(final String reason, final @Nullable String sql) {
        return new SqlException.Details(reason, null, null, sql);
    }

    private static SqlException overloaded(final String reason) {
        return new OverloadedException(SqlException.Details.of(reason));
    }

    private String withoutValue(final String message) {
        final Matcher wrongType = WRONG_TYPE.matcher(message);
        if (wrongType.matches()) {
            return parameter(Integer.parseInt(wrongType.group(1))) + " is a " + wrongType.group(2) + " where a "
                    + wrongType.group(3) + " is expected";
        }
        final Matcher wrongCount = WRONG_COUNT.matcher(message);
        if (wrongCount.matches()) {
            final String given = wrongCount.group(2);
            return "the statement takes " + wrongCount.group(1)
                    + ("1".equals(wrongCount.group(1)) ? " value, " : " values, ") + given
                    + ("1".equals(given) ? " was given" : " were given");
        }
        return message.startsWith("The number of") ? message : "a parameter is of a type that does not fit";
    }

    private String parameter(final int position) {
        return "parameter " + Objects.requireNonNullElse(driver.parameterPrefix(), "") + (position + 1);
    }

    private String key(final String name) {
        return driver.prefix() + "." + name;
    }

    /** The error of a database that cannot be used now. */
    public static SqlException unavailable(final String reason) {
        return new UnavailableException(SqlException.Details.of(reason));
    }

    SqlException connectTimeout(final Duration limit) {
        return unavailable("no connection to " + driver.server() + " within " + limit.toMillis() + " ms ("
                + key("connect-timeout") + ")");
    }

    static SqlException queryTimeout(final Duration limit, final String sql) {
        return new QueryTimeoutException(details("no answer within " + limit.toMillis() + " ms", sql));
    }

    /** The error of a caller that has waited too long for a pooled connection. */
    public SqlException acquireTimeout(final Duration limit, final int size) {
        return overloaded("none of the " + size + " pooled connections became free" + " within " + limit.toMillis()
                + " ms (" + key("pool.acquire-timeout") + ")");
    }

    /** The error of a row stream that has waited too long for its turn. */
    public SqlException streamAcquireTimeout(final Duration limit, final int places) {
        return overloaded("none of the " + places + " row streams that may run at a"
                + " time ended within " + limit.toMillis() + " ms (" + key("pool.max-streams") + ", "
                + key("pool.acquire-timeout") + ")");
    }

    /** The error of a row stream when too many wait. */
    public SqlException streamQueueFull(final int waiting) {
        return overloaded(waiting + " row streams wait for their turn already (" + key("pool.max-streams") + ", "
                + key("pool.max-wait-queue") + ")");
    }

    /** The error of a row stream whose reader has requested nothing for too long. */
    public SqlException streamTimeout(final Duration limit) {
        return new QueryTimeoutException(
                SqlException.Details.of("the reader of a row stream asked for no rows within " + limit.toMillis()
                        + " ms, so its connection was taken back (" + key("stream-timeout")
                        + "); read faster, or read fewer rows with list()"));
    }

    /** The error of a caller when too many wait for a pooled connection. */
    public SqlException waitQueueFull(final int waiting) {
        return overloaded(
                waiting + " callers wait for a pooled connection already (" + key("pool.max-wait-queue") + ")");
    }

    /** The error of a call when too many wait on its pipeline. */
    public SqlException pipelineFull(final int waiting, final int inFlight) {
        return overloaded(waiting + " calls wait for their turn on this pipeline already, behind " + inFlight
                + " statements in flight (64 x " + key("pipelining-limit") + ", at least 1024)");
    }

    /** The error of a call that would wait too long on its pipeline. */
    public SqlException pipelineTooLong(final int waiting) {
        return overloaded(waiting + " statements wait for their turn on this pipeline"
                + " already, which takes longer than " + key("max-queue-time"));
    }

    static SqlException startedTransaction(final String sql) {
        return new SqlException(details(
                "the statement started a transaction on a shared connection, which was closed; use withTransaction(..)",
                sql));
    }

    /** The error of a statement that must not be sent. */
    public static SqlException notSent(final String reason, final String sql) {
        return new SqlException(details("the statement was not sent: " + reason, sql));
    }

    static SqlException noRow(final String sql) {
        return new NoRowException(new SqlException.Details("no row where one was expected", "02000", null, sql));
    }

    /** Returns what a mapping has returned, which must not be null. */
    public static <T> T requireMapped(final @Nullable T mapped, final String sql) {
        if (mapped == null) {
            throw nullMapping(sql);
        }
        return mapped;
    }

    static NullPointerException nullMapping(final String sql) {
        final RequestContext request = RequestContext.current();
        return new NullPointerException("The mapping made null of a row of: " + StatementText.of(sql)
                + (request == null ? "" : ", in " + request.description()) + ". Map it to an Optional instead.");
    }

    static SqlException tooManyRows(final int rows, final String sql) {
        return new SqlException(
                new SqlException.Details(rows + " rows where at most one was expected", "21000", null, sql));
    }
}

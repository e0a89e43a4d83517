package org.jzenith.mysql.internal.mysqlclient;

import io.vertx.sqlclient.SqlConnection;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.sql.driver.SqlDriver;

/** The variables of a session, and the statements that set them and start and end transactions. MySQL has other ones than MariaDB. */
record SessionVariables(boolean mariadb, SqlDriver.SessionSettings settings) {

    static final SessionVariables NONE = new SessionVariables(
            true, new SqlDriver.SessionSettings(Duration.ZERO, Duration.ZERO, Duration.ZERO, false));

    /**
     * Without these modes the server stores other values than it got: cut texts, numbers at the end of their range, dates of zeros. A
     * backslash must be a character of a literal's escape, because jZenith hides literals in messages by that rule, and quotation marks must
     * delimit literals.
     */
    private static final String SQL_MODE =
            "STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

    static SessionVariables of(final SqlConnection connection, final SqlDriver.SessionSettings settings) {
        return new SessionVariables(!connection.databaseMetadata().productName().equals("MySQL"), settings);
    }

    /** Returns the statements for a new session, as one message. */
    String setUp() {
        final List<String> variables = new ArrayList<>(
                List.of("sql_mode = '" + SQL_MODE + "'", "time_zone = '+00:00'", "group_concat_max_len = 4294967295"));
        if (!settings.statementTimeout().isZero()) {
            variables.add(limit(settings.statementTimeout()));
        }
        if (!settings.lockTimeout().isZero()) {
            variables.add("innodb_lock_wait_timeout = " + seconds(settings.lockTimeout()));
            variables.add("lock_wait_timeout = " + seconds(settings.lockTimeout()));
        }
        if (mariadb && !settings.idleTimeout().isZero()) {
            variables.add("idle_transaction_timeout = " + seconds(settings.idleTimeout()));
        }
        return "SET NAMES utf8mb4, SESSION " + String.join(", SESSION ", variables)
                + (settings.readOnly() ? "; SET SESSION TRANSACTION READ ONLY" : "");
    }

    /** Returns a time limit in whole seconds, which are the least that the server knows. */
    private static long seconds(final Duration limit) {
        return limit.plusMillis(999).toSeconds();
    }

    /** Returns the time limit of statements as a variable. MySQL limits only those that read. */
    private String limit(final Duration timeout) {
        final long millis = Math.max(1, timeout.toMillis());
        return mariadb
                ? "max_statement_time = " + BigDecimal.valueOf(millis, 3).toPlainString()
                : "max_execution_time = " + millis;
    }

    /**
     * Returns the statements that start a transaction, which are sent as one message. With {@code START TRANSACTION}, statements after a
     * deadlock, which has ended the transaction, would commit by themselves.
     */
    String begin(final SqlDriver.TransactionSettings transaction) {
        final Duration timeout = transaction.statementTimeout();
        return (transaction.isolation() == null
                        ? ""
                        : "SET TRANSACTION ISOLATION LEVEL " + transaction.isolation() + "; ")
                + (transaction.readOnly() ? "SET TRANSACTION READ ONLY; " : "")
                + "SET SESSION autocommit = 0"
                + (timeout == null
                        ? ""
                        : ", SESSION " + limit(timeout.multipliedBy(9).dividedBy(10)));
    }

    /**
     * Returns the statements that end a transaction, as one message.
     *
     * @param limited true if the transaction has a time limit that would stay on the connection
     * @param idleLimited true if {@link #limitIdle} has set a limit that would stay on the connection
     */
    String end(final String command, final boolean limited, final boolean idleLimited) {
        return command + "; SET SESSION autocommit = 1" + (limited ? ", SESSION " + sessionLimit() : "")
                + (idleLimited
                        ? ", SESSION idle_transaction_timeout = "
                                + (settings.idleTimeout().isZero() ? "DEFAULT" : seconds(settings.idleTimeout()))
                        : "");
    }

    /** Returns the statement that limits the time of an idle transaction; empty if the session has a shorter limit, or no such limit. */
    String limitIdle(final Duration limit) {
        final Duration ofSession = settings.idleTimeout();
        return mariadb && (ofSession.isZero() || ofSession.compareTo(limit) > 0)
                ? "SET SESSION idle_transaction_timeout = " + seconds(limit)
                : "";
    }

    private String sessionLimit() {
        if (!settings.statementTimeout().isZero()) {
            return limit(settings.statementTimeout());
        }
        return mariadb ? "max_statement_time = DEFAULT" : "max_execution_time = DEFAULT";
    }
}

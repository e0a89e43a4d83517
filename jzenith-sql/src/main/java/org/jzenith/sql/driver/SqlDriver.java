package org.jzenith.sql.driver;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.error.SqlException;

/** One database server, as the connections to it need it. Safe for use by many threads. */
public interface SqlDriver {

    /**
     * The name of the plugin of this database, with its qualifier, which is the prefix of its settings.
     *
     * @return for example {@code mysql}
     */
    String prefix();

    /**
     * The address of the server, for messages.
     *
     * @return host and port
     */
    String server();

    /**
     * Whether a statement may be sent while the one before it on the same connection is not answered yet.
     *
     * @return false to have statements sent one by one
     */
    boolean canPipeline();

    /**
     * How jOOQ writes SQL for this server.
     *
     * @return the dialect
     */
    SQLDialect dialect();

    /**
     * How statements name their parameters.
     *
     * @return what stands before the number of a parameter, such as {@code $} in {@code $1}; null if each is a {@code ?}
     */
    @Nullable
    String parameterPrefix();

    /**
     * Begins to open a connection.
     *
     * @param context the event loop that the connection works on
     * @param settings what the server is told about the session when it begins
     * @return the connection, which is not open yet
     */
    DriverConnection connect(Context context, SessionSettings settings);

    /**
     * Begins a transaction with {@link SqlConnection#begin}. The settings hold for this transaction alone; whether their
     * statements come before or after the beginning is the driver's to know.
     *
     * @param connection has no open transaction
     * @param settings what differs from the defaults
     * @return completes when the server has accepted all of it
     */
    Future<Void> begin(SqlConnection connection, TransactionSettings settings);

    /**
     * The typed form of an error of the server.
     *
     * @param error what {@code vertx-sql-client} reported
     * @param sql the statement, or null if there was none
     * @return an error whose message has no values and no details that may contain values; null if the server did not
     *     report this error
     */
    @Nullable
    SqlException translate(Throwable error, @Nullable String sql);

    /**
     * Why the server refused a session. The start then ends at once, with a report that names the setting.
     *
     * @param error what {@link #translate} made of the error of {@link #connect}
     * @return null if it refused nothing, so that another attempt may succeed
     */
    @Nullable
    ConnectRefusal refusal(SqlException error);

    /**
     * Releases what the driver has besides its connections. Called when these are closed.
     *
     * @return completes when it is released
     */
    Future<Void> close();

    /**
     * What the server is told when a session begins.
     *
     * @param statementTimeout the time after which the server ends a statement, zero for the server's own setting
     * @param lockTimeout the time after which the server ends a statement that waits for a lock, zero for the server's own
     *     setting
     */
    record SessionSettings(Duration statementTimeout, Duration lockTimeout) {}

    /**
     * What a transaction has besides the defaults of the session.
     *
     * @param isolation the isolation level in the words of the SQL standard, or null for the server's default
     * @param readOnly whether the server refuses changes
     * @param statementTimeout the time in which each statement must be answered, or null for that of the session
     */
    record TransactionSettings(
            @Nullable String isolation,
            boolean readOnly,
            @Nullable Duration statementTimeout) {

        /** Nothing but the defaults, for reading only. */
        public static final TransactionSettings READ_ONLY = new TransactionSettings(null, true, null);
    }
}

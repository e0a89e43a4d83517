package org.jzenith.sql.driver;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.List;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.error.SqlException;

/** One database server, as the connections to it need it. Safe for use by many threads. */
public interface SqlDriver {

    /**
     * Returns the name of the plugin of this database, with its qualifier, which is the prefix of its settings.
     *
     * @return a value such as {@code mysql}
     */
    String prefix();

    /**
     * Returns the address of the server, for messages.
     *
     * @return host and port
     */
    String server();

    /**
     * Returns true if a statement may be sent before the previous one on the same connection has been answered.
     *
     * @return false to have statements sent one by one
     */
    boolean canPipeline();

    /**
     * Returns the SQL dialect in which jOOQ writes for this server.
     *
     * @return the dialect
     */
    SQLDialect dialect();

    /**
     * Returns the prefix of parameters in statements.
     *
     * @return the text before the number of a parameter, such as {@code $} in {@code $1}; null if each is a {@code ?}
     */
    @Nullable
    String parameterPrefix();

    /**
     * Starts to open a connection.
     *
     * @param context the event loop of the connection
     * @param settings the settings of the new session
     * @return the connection, which is not open yet
     */
    DriverConnection connect(Context context, SessionSettings settings);

    /**
     * Begins a transaction with {@link SqlConnection#begin}. The settings apply to this transaction alone. The driver decides if their
     * statements come before or after the beginning.
     *
     * @param connection has no open transaction
     * @param settings the differences from the defaults
     * @return completes when the server has accepted all of it
     */
    Future<Void> begin(SqlConnection connection, TransactionSettings settings);

    /**
     * Returns true if the server is told who sends a request, so that its policies for rows can use it. The statements of a request with
     * an identity then run in transactions of their own, because the shared connections serve all users.
     *
     * @return false unless a setting of the driver asks for it
     */
    default boolean tellsIdentity() {
        return false;
    }

    /**
     * Describes a column of a result. Called once for each column of a description, not for each row.
     *
     * @param described the description by {@code vertx-sql-client}
     * @return its name, its type, and the conversion of its values; by default they stay as {@code vertx-sql-client} read them
     */
    default Column column(final ColumnDescriptor described) {
        return new Column(described.name(), described.typeName(), (value, wanted) -> value);
    }

    /**
     * Adapts a date or time that is sent to the range and the precision of its type. The default changes nothing.
     *
     * @param value the value, in the class of the parameter's described type
     * @return the value to send, of the same class
     * @throws ArithmeticException if the type does not have the value
     */
    default Temporal temporal(final Temporal value) {
        return value;
    }

    /**
     * Returns the text of a value that is sent to a parameter of a type that {@code vertx-sql-client} does not know.
     *
     * @param value a value of any class, never null
     * @return null, the default, for the text that all drivers send
     */
    default @Nullable String text(final Object value) {
        return null;
    }

    /**
     * Converts a value for which {@code vertx-sql-client} has no typed getter. It is called before anything is sent.
     *
     * @param value a value of any class, never null
     * @return the object that the library gets; by default the value itself
     * @throws ArithmeticException if the library could not encode the value
     */
    default Object untyped(final Object value) {
        return value;
    }

    /**
     * Returns the type of the parameter for which {@code vertx-sql-client} has refused the object of {@link #untyped}.
     *
     * @param error the error of the library
     * @return the type in the words of the server; null, the default, if the class in the message tells it
     */
    default @Nullable String expectedType(final Throwable error) {
        return null;
    }

    /**
     * Returns the reasons why the server's policies would not apply to the identities that it gets. Called at startup, after the
     * migrations, if {@link #tellsIdentity()} is true.
     *
     * @param connection a connection without an open transaction
     * @return the problems; empty if the policies apply
     */
    default Future<List<StartProblem>> checkPolicies(final SqlConnection connection) {
        return Future.succeededFuture(List.of());
    }

    /**
     * Returns why a statement must not be sent: it changes the session, which other callers use too, or its protocol is not
     * supported. It is called once for each text and place.
     *
     * @param tokens the statement from its first keyword on, without comments: keywords and names in upper case, quoted names with
     *     their quotes, parameters, symbols of one character, and {@code ?} for each literal; empty for no statement
     * @param inTransaction true if it would be sent in a transaction of the application
     * @return what the statement does, and what to use instead, for the message of the error; null if it may be sent
     */
    default @Nullable String sessionEffect(final List<String> tokens, final boolean inTransaction) {
        return null;
    }

    /**
     * Translates a server's error into its typed form.
     *
     * @param error the error that {@code vertx-sql-client} reported
     * @param sql the statement, or null if there was none
     * @return an error whose message has no values and no details that may contain values; null if the server did not report this error
     */
    @Nullable
    SqlException translate(Throwable error, @Nullable String sql);

    /**
     * Returns the reason for which the server refused a session. The start then fails immediately, with a report that names the setting.
     *
     * @param error the error of {@link #connect}, as {@link #translate} returned it
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
     * The settings of a new session.
     *
     * @param statementTimeout the time after which the server ends a statement, zero for the server's own setting
     * @param lockTimeout the time after which the server ends a statement that waits for a lock, zero for the server's own setting
     */
    record SessionSettings(Duration statementTimeout, Duration lockTimeout) {}

    /**
     * The settings of a transaction that differ from the session's defaults.
     *
     * @param isolation the isolation level in the words of the SQL standard, or null for the server's default
     * @param readOnly true if the server refuses changes
     * @param statementTimeout the time limit for each statement, or null for that of the session
     * @param identity the user that the server is told for this transaction, or null
     * @param label the name under which the server lists the session during this transaction, or null
     */
    record TransactionSettings(
            @Nullable String isolation,
            boolean readOnly,
            @Nullable Duration statementTimeout,
            @Nullable Identity identity,
            @Nullable String label) {

        /** The defaults. */
        public static final TransactionSettings DEFAULT = new TransactionSettings(null, false, null, null, null);

        /** The defaults, read-only. */
        public static final TransactionSettings READ_ONLY = new TransactionSettings(null, true, null, null, null);

        /**
         * Names the user of the transaction.
         *
         * @param user the user, or null for none
         * @return a changed copy
         */
        public TransactionSettings withIdentity(final @Nullable Identity user) {
            return new TransactionSettings(isolation, readOnly, statementTimeout, user, label);
        }

        /**
         * Names the transaction.
         *
         * @param name the name, or null for none
         * @return a changed copy
         */
        public TransactionSettings withLabel(final @Nullable String name) {
            return new TransactionSettings(isolation, readOnly, statementTimeout, identity, name);
        }
    }
}

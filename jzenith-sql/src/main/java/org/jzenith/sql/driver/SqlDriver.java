package org.jzenith.sql.driver;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.text.SqlLexis;
import org.jzenith.sql.text.SqlText;

/** The driver of one database server. Safe for use by many threads. */
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
     * Returns true if a statement may be sent before the result of the previous one on the same connection has arrived.
     *
     * @return false to have statements sent one by one
     */
    boolean canPipeline();

    /**
     * Returns the name of the SQL dialect in which jOOQ writes for this server. It is a text because jOOQ is optional.
     *
     * @return a constant of jOOQ's {@code SQLDialect}, such as {@code MYSQL}
     */
    String dialect();

    /**
     * Returns the rules by which this server splits SQL into tokens.
     *
     * @return a constant
     */
    SqlLexis lexis();

    /**
     * Returns the prefix of parameters in statements.
     *
     * @return the text before the number of a parameter, such as {@code $} in {@code $1}; null if each is a {@code ?}
     */
    @Nullable
    String parameterPrefix();

    /**
     * Returns true if {@code vertx-sql-client}'s client for this server asks for each value as the Java type that fits the parameter's
     * described type. If false, the client sends values by their class; {@link #untyped} then converts all of them when they are bound.
     *
     * @return true by default
     */
    default boolean describesParameters() {
        return true;
    }

    /**
     * Returns true if the server can store a text with a NUL character. If false, jZenith refuses such a value before it is sent.
     *
     * @return true by default
     */
    default boolean storesNul() {
        return true;
    }

    /**
     * Returns the maximum size of all values of a statement together. Called for each run of a statement.
     *
     * @return the number of bytes; by default there is no limit
     */
    default long maxBytesOfValues() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns the name of the limit of {@link #maxBytesOfValues}.
     *
     * @return a setting, for messages
     */
    default String nameOfValuesLimit() {
        return "the limit of the server";
    }

    /**
     * Returns true if {@code vertx-sql-client}'s client for this server flushes the socket after each statement. jZenith then suppresses
     * these flushes, and flushes once for all statements of one iteration of the event loop.
     *
     * @return false by default, for a client that flushes only on request
     */
    default boolean flushesEachStatement() {
        return false;
    }

    /**
     * Returns true if a batch of {@code vertx-sql-client} takes effect as a whole or not at all. If false, jZenith runs each batch in a
     * transaction, which makes it atomic. It then sends the batch in parts, and the event loop is free between two parts.
     *
     * @return true by default
     */
    default boolean isBatchAtomic() {
        return true;
    }

    /**
     * Returns true if a cursor of {@code vertx-sql-client} has its own name and is closed by the end of its transaction. Streams outside
     * the application's transactions then share one prepared statement for the same SQL. jZenith requests the first rows as soon as {@link
     * DriverConnection#begin} has returned its future, and does not wait until the future completes. So {@code begin} must send all its
     * statements before it returns.
     *
     * @return false by default: each stream prepares a statement when its transaction has started, and closes it
     */
    default boolean hasNamedCursors() {
        return false;
    }

    /**
     * Returns the statements that insert many rows with an array for each column.
     *
     * @return null by default: the rows are then inserted with a list of {@code VALUES}
     */
    default @Nullable ArrayInsert arrayInsert() {
        return null;
    }

    /**
     * Returns true if the server finds the rows of {@code (a, b) > ($1, $2)} with an index on these columns.
     *
     * @return true by default; false to compare each column by itself
     */
    default boolean comparesRows() {
        return true;
    }

    /**
     * Returns the text that stands for an empty list in {@code IN (:ids)}, if the database has no arrays. A list for a named parameter is
     * then sent as one parameter for each element.
     *
     * @return a text without parameters, such as a query without rows; null, the default, if a list is sent as an array
     */
    default @Nullable String emptyList() {
        return null;
    }

    /**
     * Starts to open a connection.
     *
     * @param context the event loop of the connection
     * @param settings the settings of the new session
     * @param sockets keeps the sockets of the connection, so that jZenith can close them
     * @return the connection, which is not open yet
     */
    DriverConnection connect(Context context, SessionSettings settings, DriverSockets sockets);

    /**
     * Returns true if the server itself refuses the further statements and the commit of a transaction in which a statement has failed. If
     * false, jZenith refuses them.
     *
     * @return true by default
     */
    default boolean failsTransactions() {
        return true;
    }

    /**
     * Returns true if the server undoes all changes of a statement that it has cancelled. If so, jZenith repeats an {@code INSERT}, {@code
     * UPDATE} or {@code DELETE} that was cancelled by a request to cancel another statement.
     *
     * @return true by default; false if only statements that change nothing can be repeated
     */
    default boolean undoesCancelled() {
        return true;
    }

    /**
     * Returns true if a read-only serializable transaction can wait for a snapshot that rules out serialization failures.
     *
     * @return false by default; jZenith then refuses {@code Transactions.deferrable()}
     */
    default boolean canDefer() {
        return false;
    }

    /**
     * Returns true if the driver opens read-only sessions: {@link SessionSettings#readOnly}.
     *
     * @return false by default; jZenith then refuses {@code Database.readOnly()}
     */
    default boolean hasReadOnlySessions() {
        return false;
    }

    /**
     * Returns true if the driver tells the server who sends a request, so that its row policies can use the identity. The statements of a
     * request with an identity then run in their own transactions, because the shared connections serve all users.
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
        return new Column(described.name(), described.typeName(), List.of(), (value, wanted) -> value);
    }

    /**
     * Returns true if {@link #column} returns the same for two descriptions. jZenith then reuses the columns and the compiled records of an
     * earlier result, although the client may describe the columns again with each result.
     *
     * @param one a description by {@code vertx-sql-client}
     * @param other another description
     * @return by default, true if the names and the names of the types are equal
     */
    default boolean describeAlike(final ColumnDescriptor one, final ColumnDescriptor other) {
        return one.name().equals(other.name()) && one.typeName().equals(other.typeName());
    }

    /**
     * Adapts a date or time to the range and the precision of the parameter's type before it is sent. The default changes nothing.
     *
     * @param value the value, in the class of the parameter's described type
     * @return the value to send, of the same class
     * @throws ArithmeticException if the value is outside the type's range
     */
    default Temporal temporal(final Temporal value) {
        return value;
    }

    /**
     * Returns the text of a value that is sent to a parameter of a type that {@code vertx-sql-client} does not know.
     *
     * @param value a value of any class, never null
     * @return the text; null, the default, for the same text that other drivers send
     */
    default @Nullable String text(final Object value) {
        return null;
    }

    /**
     * Converts a value for which {@code vertx-sql-client} has no typed getter. Called before anything is sent.
     *
     * @param value a value of any class, never null
     * @return the object that the library gets; by default the value itself
     * @throws ArithmeticException if the library could not encode the value
     * @throws UnsupportedOperationException if the database has no such values. Its message ends a sentence that starts with the parameter,
     *     and does not contain the value
     */
    default Object untyped(final Object value) {
        return value;
    }

    /**
     * Returns the type of the parameter if {@code vertx-sql-client} has refused the object that {@link #untyped} returned for it.
     *
     * @param error the error of the library
     * @return the type in the words of the server; null, the default, if the error's message is clear enough
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
     * Returns the tables whose rows the server filters by identity. Called at startup, after {@link #checkPolicies}.
     *
     * @param connection a connection without an open transaction
     * @return their names without schemas
     */
    default Future<List<String>> tablesWithPolicies(final SqlConnection connection) {
        return Future.succeededFuture(List.of());
    }

    /**
     * Returns the reason why a statement must not be sent: it changes the session, which other callers use too, or its protocol is not
     * supported. Called once for each text outside transactions, and once inside.
     *
     * @param tokens the statement from its first keyword on, without comments: keywords and names in upper case, quoted names with their
     *     quotes, parameters, symbols of one character, and {@code ?} for each literal; empty for no statement
     * @param inTransaction true if it would be sent in a transaction of the application
     * @return the statement's effect and the remedy, for the message of the error; null if it may be sent
     */
    default @Nullable String sessionEffect(final List<String> tokens, final boolean inTransaction) {
        return null;
    }

    /**
     * Returns true if a page can start after a value of a column. That requires that {@code column > value}, with the value as a parameter,
     * is true for exactly the rows that follow the value in the order of the column.
     *
     * @param column a column of a result
     * @return true by default
     */
    default boolean isSortKey(final Column column) {
        return true;
    }

    /**
     * Returns the query that checks the {@link org.jzenith.core.lease.Term} of a lease in a transaction, and locks it until the end of the
     * transaction. Meanwhile others cannot take the lease, but its owner can renew it. The query's three parameters are the group, the slot
     * and the number of the term. It returns a row if the term has not ended.
     *
     * @return null, the default, for a database without leases
     */
    default @Nullable String termQuery() {
        return null;
    }

    /**
     * Returns the protocol with which sessions listen to notifications of other sessions.
     *
     * @return null, the default, for a database without notifications
     */
    default @Nullable ChannelProtocol channels() {
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
    SqlException translate(Throwable error, @Nullable SqlText sql);

    /**
     * Returns the reason for which the server refused a session. Startup then fails immediately and names the setting.
     *
     * @param error the error of {@link #connect}, as {@link #translate} returned it
     * @return the reason; null if the server refused nothing, so that another attempt may succeed
     */
    @Nullable
    ConnectRefusal refusal(SqlException error);

    /**
     * Returns a query that checks if the settings of a new session are in force. A connection pooler may forget them.
     *
     * @param settings the settings of the session
     * @return a query that returns a row if they are in force; null, the default, if they always are
     */
    default @Nullable String sessionQuery(final SessionSettings settings) {
        return null;
    }

    /**
     * Returns a query that checks if the server of a connection accepts changes.
     *
     * @param hasRefused true if the server has refused a change, and no check since then has found that it accepts changes
     * @return a query that returns a row if it does; null, the default, if neither the settings nor a refusal ask for such a server
     */
    default @Nullable String writableQuery(final boolean hasRefused) {
        return null;
    }

    /**
     * Releases the driver's resources other than its connections. Called after the connections are closed.
     *
     * @return completes when they are released
     */
    Future<Void> close();

    /**
     * The settings of a new session.
     *
     * @param statementTimeout the time after which the server ends a statement, zero for the server's own setting
     * @param lockTimeout the time after which the server ends a statement that waits for a lock, zero for the server's own setting
     * @param idleTimeout the time after which the server ends a session that is idle in a transaction, zero for the server's own setting
     * @param readOnly true for a session in which the server refuses changes, on a server that the settings choose for reads; only if
     *     {@link #hasReadOnlySessions} is true
     */
    record SessionSettings(Duration statementTimeout, Duration lockTimeout, Duration idleTimeout, boolean readOnly) {}

    /**
     * The settings of a transaction that differ from the session's defaults.
     *
     * @param isolation the isolation level in the words of the SQL standard, or null for the server's default
     * @param readOnly true if the server refuses changes
     * @param deferrable true if a read-only serializable transaction waits for a snapshot with which it never fails
     * @param statementTimeout the time limit for each statement, or null for that of the session
     * @param identity the user that the driver tells the server for this transaction, or null
     * @param label the name under which the server lists the session during this transaction, or null
     */
    record TransactionSettings(
            @Nullable String isolation,
            boolean readOnly,
            boolean deferrable,
            @Nullable Duration statementTimeout,
            @Nullable Identity identity,
            @Nullable String label) {

        /** The defaults. */
        public static final TransactionSettings DEFAULT = new TransactionSettings(null, false, false, null, null, null);

        /** The defaults, read-only. */
        public static final TransactionSettings READ_ONLY =
                new TransactionSettings(null, true, false, null, null, null);

        /**
         * Sets the isolation level.
         *
         * @param level the level in the words of the SQL standard
         * @return a changed copy
         */
        public TransactionSettings withIsolation(final String level) {
            return new TransactionSettings(level, readOnly, deferrable, statementTimeout, identity, label);
        }

        /**
         * Lets the server refuse changes.
         *
         * @return a changed copy
         */
        public TransactionSettings withReadOnly() {
            return new TransactionSettings(isolation, true, deferrable, statementTimeout, identity, label);
        }

        /**
         * Lets the transaction wait for its snapshot.
         *
         * @return a changed copy
         */
        public TransactionSettings withDeferrable() {
            return new TransactionSettings(isolation, readOnly, true, statementTimeout, identity, label);
        }

        /**
         * Sets the time limit for each statement.
         *
         * @param limit the time limit
         * @return a changed copy
         */
        public TransactionSettings withStatementTimeout(final Duration limit) {
            return new TransactionSettings(isolation, readOnly, deferrable, limit, identity, label);
        }

        /**
         * Names the user of the transaction.
         *
         * @param user the user, or null for none
         * @return a changed copy
         */
        public TransactionSettings withIdentity(final @Nullable Identity user) {
            return new TransactionSettings(isolation, readOnly, deferrable, statementTimeout, user, label);
        }

        /**
         * Names the transaction.
         *
         * @param name the name, or null for none
         * @return a changed copy
         */
        public TransactionSettings withLabel(final @Nullable String name) {
            return new TransactionSettings(isolation, readOnly, deferrable, statementTimeout, identity, name);
        }
    }
}

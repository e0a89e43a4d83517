package org.jzenith.mysql.internal.mysqlclient;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBatchException;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.DriverSockets;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.RowTooLargeException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.text.SqlLexis;
import org.jzenith.sql.text.SqlText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** MariaDB or MySQL through {@code vertx-mysql-client}. */
public final class MysqlDriver implements SqlDriver {

    /** MariaDB with the {@code sql_mode} that each session gets. */
    public static final SqlLexis LEXIS = SqlLexis.of(
            SqlLexis.Rule.BACKSLASH_ESCAPES,
            SqlLexis.Rule.DOUBLE_QUOTED_STRINGS,
            SqlLexis.Rule.BACKTICK_NAMES,
            SqlLexis.Rule.HASH_COMMENTS,
            SqlLexis.Rule.DASH_COMMENTS_NEED_SPACE,
            SqlLexis.Rule.EXECUTABLE_COMMENTS);

    private static final Logger LOGGER = LoggerFactory.getLogger(MysqlDriver.class);

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");

    /** More than the bytes of a packet besides its parameters. */
    private static final int PACKET_OVERHEAD = 1024;

    private final String prefix;
    private final Vertx vertx;
    private final MySQLConnectOptions options;
    private final DataSize maxRowSize;
    private final AtomicBoolean charsetChecked = new AtomicBoolean();
    private volatile long maxPacket = Long.MAX_VALUE;
    private volatile SqlLexis lexis = LEXIS;

    /**
     * Prepares connections without opening any.
     *
     * @param prefix the prefix of the settings, for messages
     * @param vertx the application's Vert.x
     * @param address the address of the database
     * @param settings numbers and time limits
     * @param maxRowSize the largest row of a result
     */
    public MysqlDriver(
            final String prefix,
            final Vertx vertx,
            final DatabaseAddress address,
            final SqlConfiguration settings,
            final DataSize maxRowSize) {
        this.prefix = prefix;
        this.vertx = vertx;
        this.options = MysqlOptions.of(address, settings);
        this.maxRowSize = maxRowSize;
    }

    @Override
    public String prefix() {
        return prefix;
    }

    @Override
    public String server() {
        return options.getHost() + ":" + options.getPort();
    }

    @Override
    public boolean canPipeline() {
        return true;
    }

    @Override
    public String dialect() {
        return "MARIADB";
    }

    @Override
    public SqlLexis lexis() {
        return lexis;
    }

    @Override
    public @Nullable String parameterPrefix() {
        return null;
    }

    /** The server would read all rows before the first one of a page. */
    @Override
    public boolean comparesRows() {
        return false;
    }

    @Override
    public String emptyList() {
        return "SELECT NULL FROM DUAL WHERE FALSE";
    }

    @Override
    public boolean describesParameters() {
        return false;
    }

    @Override
    public boolean flushesEachStatement() {
        return true;
    }

    @Override
    public boolean failsTransactions() {
        return false;
    }

    /** Changes of tables without transactions stay, such as MyISAM's. */
    @Override
    public boolean undoesCancelled() {
        return false;
    }

    @Override
    public boolean hasReadOnlySessions() {
        return true;
    }

    @Override
    public boolean isBatchAtomic() {
        return false;
    }

    @Override
    public DriverConnection connect(
            final Context context, final SessionSettings settings, final DriverSockets sockets) {
        return new MysqlDriverConnection(this, vertx, context, options, settings, sockets);
    }

    /** Keeps what a new session has told about the server. */
    void know(final long maxAllowedPacket, final String charset, final String version) {
        maxPacket = maxAllowedPacket;
        final Matcher numbers = VERSION.matcher(version);
        if (numbers.lookingAt()) {
            lexis = LEXIS.withVersion(Integer.parseInt(numbers.group(1)) * 10_000
                    + Integer.parseInt(numbers.group(2)) * 100
                    + Integer.parseInt(numbers.group(3)));
        }
        if (!charset.equals("utf8mb4") && !charsetChecked.getAndSet(true)) {
            LOGGER.warn(
                    "The database {} has the character set {}, so new tables cannot store every character. Run: ALTER "
                            + "DATABASE `{}` CHARACTER SET utf8mb4",
                    options.getDatabase(),
                    charset,
                    options.getDatabase());
        }
    }

    /** Returns the largest row of a result, in bytes. */
    long maxRowBytes() {
        return maxRowSize.bytes();
    }

    @Override
    public String nameOfValuesLimit() {
        return "max_allowed_packet of the server";
    }

    @Override
    public long maxBytesOfValues() {
        return maxPacket - PACKET_OVERHEAD;
    }

    @Override
    public Object untyped(final Object value) {
        return SentValues.of(value);
    }

    @Override
    public Column column(final ColumnDescriptor described) {
        return ColumnTypes.column(described);
    }

    @Override
    public boolean describeAlike(final ColumnDescriptor one, final ColumnDescriptor other) {
        return SqlDriver.super.describeAlike(one, other) && ColumnTypes.flags(one) == ColumnTypes.flags(other);
    }

    /** Their order is that of the declaration, but the server compares them with a parameter as texts. */
    @Override
    public boolean isSortKey(final Column column) {
        return !column.type().equals(ColumnTypes.ENUM) && !column.type().equals(ColumnTypes.SET);
    }

    @Override
    public String termQuery() {
        return "SELECT 1 FROM jzenith_lease_term WHERE lease_group = ? AND slot = ? AND term = ? LOCK IN SHARE MODE";
    }

    @Override
    public @Nullable String sessionEffect(final List<String> tokens, final boolean inTransaction) {
        return RefusedStatements.effect(tokens, inTransaction);
    }

    @Override
    public @Nullable SqlException translate(final Throwable error, final @Nullable SqlText sql) {
        if (error instanceof MySQLException server) {
            if (server.getErrorCode() == ServerPackets.ROW_TOO_LARGE) {
                return new RowTooLargeException(new SqlException.Details(
                        "a row of the result is larger than " + maxRowSize + " (" + prefix + ".max-row-size)",
                        server.getSqlState(),
                        null,
                        sql));
            }
            return ServerErrors.typed(server, sql);
        }
        if (error instanceof MySQLBatchException batch) {
            return batch.getIterationError().entrySet().stream()
                    .min(Map.Entry.comparingByKey())
                    .map(first -> translate(first.getValue(), sql))
                    .orElse(null);
        }
        return null;
    }

    @Override
    public @Nullable ConnectRefusal refusal(final SqlException error) {
        return ServerErrors.refusal(error.errorCode());
    }

    @Override
    public @Nullable String writableQuery(final boolean hasRefused) {
        return hasRefused
                ? "SELECT 1 FROM DUAL WHERE @@read_only IN ('0', 'OFF') AND @@innodb_read_only IN ('0', 'OFF')"
                : null;
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }
}

package org.jzenith.postgresql.internal.pgclient;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.pgclient.data.Cidr;
import io.vertx.pgclient.data.Interval;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.TransactionRollbackException;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.time.Duration;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.postgresql.internal.configuration.ReadOnlyTarget;
import org.jzenith.postgresql.internal.configuration.TargetServer;
import org.jzenith.sql.driver.ArrayInsert;
import org.jzenith.sql.driver.ChannelProtocol;
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

/** PostgreSQL through {@code vertx-pg-client}. */
public final class PgDriver implements SqlDriver {

    /** PostgreSQL with {@code standard_conforming_strings}, which each session has. */
    public static final SqlLexis LEXIS = SqlLexis.of(
            SqlLexis.Rule.DOLLAR_STRINGS,
            SqlLexis.Rule.ESCAPE_STRINGS,
            SqlLexis.Rule.NESTED_COMMENTS,
            SqlLexis.Rule.CARRIAGE_RETURNS_END_LINES);

    private static final Logger LOGGER = LoggerFactory.getLogger(PgDriver.class);
    private static final int CANCEL_REQUEST = 80_877_102;
    private static final int TLS_REQUEST = 80_877_103;
    private static final byte TLS_ACCEPTED = 'S';

    /** The settings end with the transaction, so no other user of the connection sees them. */
    private static final String TELL_IDENTITY =
            "SELECT set_config('jzenith.user', $1, true), set_config('jzenith.roles', $2, true),"
                    + " set_config('jzenith.tenant', $3, true)";

    /** The lock lets the owner renew its lease; the claim of another instance needs a stronger one. */
    private static final String REQUIRE_TERM = "SELECT 1 FROM jzenith_lease WHERE lease_group = $1 AND slot = $2"
            + " AND term = $3 AND expires_at > '-infinity' FOR KEY SHARE";

    /** The object that the library gets instead of a string, because it takes any string for a time or an interval. */
    private static final Object NOT_A_TIME = new Object();

    private static final ChannelProtocol CHANNELS = new PgChannels();

    /** The classes of times and intervals. */
    private static final Set<Class<?>> TIMES = Set.of(LocalTime.class, Interval.class, Duration.class, Period.class);

    private final String prefix;
    private final Vertx vertx;
    private final Servers servers;
    private final Servers serversForReads;
    private final boolean hasPassword;
    private final Duration connectTimeout;
    private final DataSize maxValuesSize;
    private final DataSize maxRowSize;
    private final @Nullable String tenantAttribute;
    private final NetClient cancelClient;

    /**
     * Prepares connections without opening any.
     *
     * @param prefix the prefix of the settings, for messages
     * @param vertx the application's Vert.x
     * @param address the address of the database
     * @param settings numbers and time limits
     * @param maxValuesSize the most that the values of a statement may have
     * @param target the role of the server that connections need
     * @param readOnlyTarget the role of the server that read-only connections need
     * @param maxRowSize the largest row of a result
     * @param tenantAttribute the attribute of an identity that names its tenant; null to tell the server no identity
     */
    public PgDriver(
            final String prefix,
            final Vertx vertx,
            final DatabaseAddress address,
            final SqlConfiguration settings,
            final DataSize maxValuesSize,
            final TargetServer target,
            final ReadOnlyTarget readOnlyTarget,
            final DataSize maxRowSize,
            final @Nullable String tenantAttribute) {
        this.prefix = prefix;
        this.vertx = vertx;
        final List<PgConnectOptions> options = ConnectOptions.of(address, settings);
        this.servers = new Servers(options, target, false, false);
        this.serversForReads =
                new Servers(options, readOnlyTarget.server(), readOnlyTarget == ReadOnlyTarget.PREFER_STANDBY, true);
        this.hasPassword = !options.get(0).getPassword().isEmpty();
        this.connectTimeout = settings.connectTimeout();
        this.maxValuesSize = maxValuesSize;
        this.maxRowSize = maxRowSize;
        this.tenantAttribute = tenantAttribute;
        this.cancelClient = vertx.createNetClient(new NetClientOptions(options.get(0))
                .setSsl(false)
                .setConnectTimeout(Math.toIntExact(connectTimeout.toMillis())));
    }

    @Override
    public String prefix() {
        return prefix;
    }

    @Override
    public String server() {
        return servers.names();
    }

    /** Returns the largest row of a result, in bytes. */
    long maxRowBytes() {
        return maxRowSize.bytes();
    }

    @Override
    public boolean storesNul() {
        return false;
    }

    @Override
    public long maxBytesOfValues() {
        return maxValuesSize.bytes();
    }

    @Override
    public String nameOfValuesLimit() {
        return prefix + ".max-values-size";
    }

    @Override
    public boolean canPipeline() {
        return true;
    }

    @Override
    public String dialect() {
        return "POSTGRES";
    }

    @Override
    public SqlLexis lexis() {
        return LEXIS;
    }

    @Override
    public String parameterPrefix() {
        return "$";
    }

    @Override
    public Temporal temporal(final Temporal value) {
        return TemporalRange.fit(value);
    }

    @Override
    public DriverConnection connect(
            final Context context, final SqlDriver.SessionSettings settings, final DriverSockets sockets) {
        return new PgDriverConnection(
                this, vertx, context, settings.readOnly() ? serversForReads : servers, settings, sockets);
    }

    Future<Void> begin(final SqlConnection connection, final SqlDriver.TransactionSettings settings) {
        final Future<?> begun = connection.query(beginningOf(settings)).execute();
        final Identity identity = settings.identity();
        return identity == null
                ? begun.mapEmpty()
                : Future.all(begun, connection.preparedQuery(TELL_IDENTITY).execute(valuesOf(identity)))
                        .mapEmpty();
    }

    @Override
    public boolean hasNamedCursors() {
        return true;
    }

    @Override
    public ArrayInsert arrayInsert() {
        return new UnnestInsert();
    }

    @Override
    public boolean tellsIdentity() {
        return tenantAttribute != null;
    }

    @Override
    public Future<List<StartProblem>> checkPolicies(final SqlConnection connection) {
        return RowSecurityCheck.run(connection);
    }

    @Override
    public Future<List<String>> tablesWithPolicies(final SqlConnection connection) {
        return RowSecurityCheck.activeTables(connection);
    }

    /** Roles are a JSON array, because any separator could be part of a role. */
    private Tuple valuesOf(final Identity identity) {
        final Object tenant =
                tenantAttribute == null ? null : identity.attributes().get(tenantAttribute);
        return Tuple.of(
                identity.getName(),
                new JsonArray(List.copyOf(identity.roles())).encode(),
                tenant == null ? "" : tenant.toString());
    }

    /** Returns the statements that start a transaction, which are sent as one message. */
    private static String beginningOf(final SqlDriver.TransactionSettings settings) {
        final StringBuilder statements = new StringBuilder("BEGIN");
        if (settings.isolation() != null) {
            statements.append(" ISOLATION LEVEL ").append(settings.isolation());
        }
        if (settings.readOnly()) {
            statements.append(" READ ONLY");
        }
        if (settings.deferrable()) {
            statements.append(" DEFERRABLE");
        }
        if (settings.statementTimeout() != null) {
            statements
                    .append("; SET LOCAL statement_timeout = ")
                    .append(Math.max(1, settings.statementTimeout().toMillis() * 9 / 10));
        }
        if (settings.label() != null) {
            statements
                    .append("; SET LOCAL application_name = '")
                    .append(settings.label().replaceAll("[^ -~]|\\\\", "?").replace("'", "''"))
                    .append('\'');
        }
        return statements.toString();
    }

    @Override
    public boolean canDefer() {
        return true;
    }

    @Override
    public boolean hasReadOnlySessions() {
        return true;
    }

    @Override
    public Column column(final ColumnDescriptor described) {
        return PgType.column(described);
    }

    @Override
    public @Nullable String text(final Object value) {
        if (value instanceof Interval interval) {
            return TimeText.of(interval);
        }
        if (value instanceof Duration duration) {
            return TimeText.of(duration);
        }
        if (value instanceof Period period) {
            return TimeText.of(period);
        }
        if (value instanceof LocalTime time) {
            return TimeText.of(time);
        }
        if (value instanceof OffsetTime time) {
            return TimeText.of(time.toLocalTime()) + time.getOffset();
        }
        return value instanceof Cidr cidr ? ScalarText.of(cidr) : null;
    }

    @Override
    public Object untyped(final Object value) {
        ShapeText.requireComplete(value);
        if (value instanceof String) {
            return NOT_A_TIME;
        }
        if (isTime(value)) {
            return Objects.requireNonNull(text(value));
        }
        return value instanceof Object[] array
                        && TIMES.stream().anyMatch(array.getClass().getComponentType()::isAssignableFrom)
                        && Stream.of(array).allMatch(each -> each == null || isTime(each))
                ? texts(array)
                : value;
    }

    private static boolean isTime(final Object value) {
        return TIMES.contains(value.getClass());
    }

    private String texts(final Object[] times) {
        return Stream.of(times)
                .map(time -> time == null ? "NULL" : '"' + text(time) + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public @Nullable String expectedType(final Throwable error) {
        return Objects.requireNonNullElse(error.getMessage(), "").contains("expected class = [java.lang.String]")
                ? "time or interval"
                : null;
    }

    @Override
    public @Nullable String sessionEffect(final List<String> tokens, final boolean inTransaction) {
        return SessionStatements.effect(tokens, inTransaction);
    }

    @Override
    public String termQuery() {
        return REQUIRE_TERM;
    }

    @Override
    public ChannelProtocol channels() {
        return CHANNELS;
    }

    @Override
    public @Nullable SqlException translate(final Throwable error, final @Nullable SqlText sql) {
        if (error instanceof PgException server) {
            if (ServerMessages.isRowTooLarge(server)) {
                return new RowTooLargeException(new SqlException.Details(
                        "a row of the result is larger than " + maxRowSize + " (" + prefix + ".max-row-size)",
                        server.getSqlState(),
                        null,
                        sql));
            }
            return SqlStates.typed(server, sql);
        }
        if (error instanceof TransactionRollbackException) {
            return new SqlException(new SqlException.Details(
                    "the transaction was rolled back, because one of its statements had failed", "25P02", null, null));
        }
        return sql == null && isMissingPassword(error)
                ? new SqlException(new SqlException.Details(
                        "the server asks for a password, and none is set", SqlStates.INVALID_PASSWORD, null, null))
                : null;
    }

    @Override
    public @Nullable ConnectRefusal refusal(final SqlException error) {
        return SqlStates.refusal(error.sqlState());
    }

    /**
     * True if the password is missing: with SCRAM the client refuses an empty one itself, with other methods the server
     * does.
     */
    private boolean isMissingPassword(final Throwable error) {
        return !hasPassword
                && error instanceof IllegalArgumentException
                && Objects.requireNonNullElse(error.getMessage(), "").contains("'password'");
    }

    /** Asks a server to cancel the statement of a connection, over TLS if the connection has it. */
    Future<Void> cancelStatement(final PgConnection connection, final PgConnectOptions server) {
        final Promise<Void> done = Promise.promise();
        cancelClient
                .connect(server.getSocketAddress())
                .compose(open -> {
                    // Set before the handshake, which a frozen server never answers.
                    final long timer = vertx.setTimer(connectTimeout.toMillis(), id -> {
                        done.tryFail("no answer to a cancel request");
                        open.close();
                    });
                    done.future().onComplete(any -> vertx.cancelTimer(timer));
                    return connection.isSSL() ? encrypt(open) : Future.succeededFuture(open);
                })
                .onSuccess(open -> {
                    // The server closes this connection when it has signalled the other one's process.
                    open.closeHandler(closed -> done.tryComplete());
                    open.exceptionHandler(error -> done.tryFail(error));
                    open.write(Buffer.buffer(16)
                            .appendInt(16)
                            .appendInt(CANCEL_REQUEST)
                            .appendInt(connection.processId())
                            .appendInt(connection.secretKey()));
                })
                .onFailure(error -> {
                    LOGGER.debug("A statement could not be cancelled on {}.", server.getSocketAddress(), error);
                    done.tryComplete();
                });
        return done.future();
    }

    private static Future<NetSocket> encrypt(final NetSocket open) {
        final Promise<NetSocket> encrypted = Promise.promise();
        open.closeHandler(closed -> encrypted.tryFail("the server closed the connection of a cancel request"));
        open.handler(answer -> {
            if (answer.length() == 1 && answer.getByte(0) == TLS_ACCEPTED) {
                open.upgradeToSsl().map(open).onComplete(encrypted);
            } else {
                encrypted.tryFail("the server refuses TLS for a cancel request");
                open.close();
            }
        });
        open.write(Buffer.buffer(8).appendInt(8).appendInt(TLS_REQUEST));
        return encrypted.future();
    }

    @Override
    public @Nullable String sessionQuery(final SessionSettings settings) {
        final long millis = settings.statementTimeout().toMillis();
        return millis == 0
                ? null
                : "SELECT 1 WHERE current_setting('statement_timeout')::interval = interval '" + millis
                        + " milliseconds'";
    }

    @Override
    public @Nullable String writableQuery(final boolean hasRefused) {
        return servers.writableQuery(hasRefused);
    }

    @Override
    public Future<Void> close() {
        return cancelClient.close();
    }
}

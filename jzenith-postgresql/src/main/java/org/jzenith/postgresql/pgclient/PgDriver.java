package org.jzenith.postgresql.pgclient;

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
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.TransactionRollbackException;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.time.Duration;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.driver.ConnectRefusal;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL through {@code vertx-pg-client}. */
public final class PgDriver implements SqlDriver {

    private static final Logger LOGGER = LoggerFactory.getLogger(PgDriver.class);
    private static final int CANCEL_REQUEST = 80_877_102;

    /** The settings end with the transaction, so no other user of the connection sees them. */
    private static final String TELL_IDENTITY =
            "SELECT set_config('jzenith.user', $1, true), set_config('jzenith.roles', $2, true),"
                    + " set_config('jzenith.tenant', $3, true)";

    /** The object that the library gets instead of a string, because it takes any string for a time or an interval. */
    private static final Object NOT_A_TIME = new Object();

    private final String prefix;
    private final Vertx vertx;
    private final PgConnectOptions options;
    private final Duration connectTimeout;
    private final @Nullable String tenantAttribute;
    private final NetClient cancelClient;

    /**
     * Prepares connections without opening any.
     *
     * @param prefix the prefix of the settings, for messages
     * @param vertx the application's Vert.x
     * @param address the address of the database
     * @param settings numbers and time limits
     * @param tenantAttribute the attribute of an identity that names its tenant; null to tell the server no identity
     */
    public PgDriver(
            final String prefix,
            final Vertx vertx,
            final DatabaseAddress address,
            final SqlConfiguration settings,
            final @Nullable String tenantAttribute) {
        this.prefix = prefix;
        this.vertx = vertx;
        this.options = ConnectOptions.of(address, settings);
        this.connectTimeout = settings.connectTimeout();
        this.tenantAttribute = tenantAttribute;
        this.cancelClient = vertx.createNetClient(
                new NetClientOptions().setConnectTimeout(Math.toIntExact(connectTimeout.toMillis())));
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
    public SQLDialect dialect() {
        return SQLDialect.POSTGRES;
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
    public DriverConnection connect(final Context context, final SqlDriver.SessionSettings settings) {
        return new PgDriverConnection(this, vertx, context, ConnectOptions.with(options, settings));
    }

    @Override
    public Future<Void> begin(final SqlConnection connection, final SqlDriver.TransactionSettings settings) {
        final Future<Transaction> begun = connection.begin();
        final String statements = settingsOf(settings);
        final Identity identity = settings.identity();
        final Future<?> set = statements.isEmpty()
                ? Future.succeededFuture()
                : connection.query(statements).execute();
        final Future<?> told = identity == null
                ? Future.succeededFuture()
                : connection.preparedQuery(TELL_IDENTITY).execute(valuesOf(identity));
        return Future.all(begun, set, told).mapEmpty();
    }

    @Override
    public boolean tellsIdentity() {
        return tenantAttribute != null;
    }

    @Override
    public Future<List<StartProblem>> checkPolicies(final SqlConnection connection) {
        return RowSecurityCheck.run(connection);
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

    private static String settingsOf(final SqlDriver.TransactionSettings settings) {
        final List<String> statements = new ArrayList<>();
        if (settings.isolation() != null || settings.readOnly()) {
            statements.add("SET TRANSACTION"
                    + (settings.isolation() == null ? "" : " ISOLATION LEVEL " + settings.isolation())
                    + (settings.readOnly() ? " READ ONLY" : ""));
        }
        if (settings.statementTimeout() != null) {
            statements.add("SET LOCAL statement_timeout = "
                    + Math.max(1, settings.statementTimeout().toMillis() * 9 / 10));
        }
        if (settings.label() != null) {
            statements.add("SET LOCAL application_name = '"
                    + settings.label().replaceAll("[^ -~]|\\\\", "?").replace("'", "''") + "'");
        }
        return String.join("; ", statements);
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
                        && (array.getClass().getComponentType().isAssignableFrom(LocalTime.class)
                                || array instanceof Interval[])
                        && Stream.of(array).allMatch(each -> each == null || isTime(each))
                ? texts(array)
                : value;
    }

    private static boolean isTime(final Object value) {
        return value instanceof LocalTime || value instanceof Interval;
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
    public @Nullable SqlException translate(final Throwable error, final @Nullable String sql) {
        if (error instanceof PgException server) {
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
        return options.getPassword().isEmpty()
                && error instanceof IllegalArgumentException
                && Objects.requireNonNullElse(error.getMessage(), "").contains("'password'");
    }

    Future<Void> cancelStatement(final PgConnection connection) {
        final Promise<Void> done = Promise.promise();
        Future.<NetSocket>future(connected -> cancelClient.connect(options.getSocketAddress(), connected))
                .onSuccess(open -> {
                    // The server closes this connection when it has signalled the other one's process.
                    open.closeHandler(closed -> done.tryComplete());
                    open.exceptionHandler(error -> done.tryFail(error));
                    final long timer = vertx.setTimer(connectTimeout.toMillis(), id -> {
                        done.tryFail("no answer to the request to stop a statement");
                        open.close();
                    });
                    done.future().onComplete(any -> vertx.cancelTimer(timer));
                    open.write(Buffer.buffer(16)
                            .appendInt(16)
                            .appendInt(CANCEL_REQUEST)
                            .appendInt(connection.processId())
                            .appendInt(connection.secretKey()));
                })
                .onFailure(error -> {
                    LOGGER.debug("A statement could not be cancelled on {}.", server(), error);
                    done.tryComplete();
                });
        return done.future();
    }

    @Override
    public Future<Void> close() {
        return cancelClient.close();
    }
}

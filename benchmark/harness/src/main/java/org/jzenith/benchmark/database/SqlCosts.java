package org.jzenith.benchmark.database;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jooq.Field;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.core.RunningApplication;
import org.jzenith.mysql.MysqlPlugin;
import org.jzenith.mysql.embedded.MariadbServer;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.jooq.Jooq;

/** CPU time of records, streams, many inserted rows and the statements of endpoints: {@code benchmark/sql-costs --help} tells how. */
public final class SqlCosts {

    private static final String HELP = """
            Measures the CPU time of an event loop for uses of a database, each beside the same by hand; both take turns:

              record       query.as(User.class).list() of 1,000 rows, beside map(row -> new User(..))
              jOOQ record  jooq.fetch(select).single(), beside jooq.query(select).map(row -> new User(..)).single()
              stream       stream() of all rows, beside pages of 5,000 rows of a cursor of Vert.x's client
              small        stream() of one row and of 100, beside list(), with the processor time of PostgreSQL
              insertAll    insertAll(..) of all rows, beside unnest(..) with 10,000 rows each on Vert.x's client
              endpoints    the statements of /db, /queries, /updates and /fortunes, beside Vert.x's client
              mariadb      the same statements on MariaDB

                benchmark/sql-costs [--skip-build] [options]

              --rows N             rows of the stream and of the inserts (default 1000000)
              --rounds N           how often, after five that do not count (default 11)
              --only NAMES         some of record,jooq,stream,small,insert,endpoints,mariadb
              --help               this text
            """;

    static final String SELECT = "SELECT id, name, age FROM users";
    private static final int LIST = 1_000;
    private static final int LISTS = 1_000;
    private static final int SINGLES = 20_000;
    private static final int IN_FLIGHT = 64;
    private static final int PAGE = 5_000;
    private static final int PART = 10_000;
    /** The default of jZenith. */
    private static final int PIPELINING_LIMIT = 1_024;

    private static final String MARIADB = "benchmark";

    private final Database database;
    private final Jooq jooq;
    private final PgConnection connection;
    private final int rows;

    /** A row. */
    public record User(long id, String name, int age) {}

    private SqlCosts(final RunningApplication application, final PgConnection connection, final LoadOptions options) {
        this.database = application.get(Database.class);
        this.jooq = application.get(Jooq.class);
        this.connection = connection;
        this.rows = options.number("--rows", 1_000_000);
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(List.of("--rows", "--rounds", "--only"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final Map<String, String> address = DatabaseClients.server(cleanup);
            final RunningApplication application = DatabaseClients.start(
                    cleanup,
                    address,
                    Map.of(
                            "jzenith.event-loops",
                            1,
                            "postgresql.statement-timeout",
                            "5m",
                            "postgresql.stream-timeout",
                            "5m"));
            final Vertx vertx = application.get(Vertx.class);
            final PgConnectOptions connect = new PgConnectOptions()
                    .setHost(address.get("POSTGRESQL_HOST"))
                    .setPort(Integer.parseInt(address.get("POSTGRESQL_PORT")))
                    .setDatabase(address.get("POSTGRESQL_DATABASE"))
                    .setUser(address.get("POSTGRESQL_USERNAME"))
                    .setPassword(address.get("POSTGRESQL_PASSWORD"))
                    .setCachePreparedStatements(true)
                    .setPipeliningLimit(PIPELINING_LIMIT);
            final SqlCosts costs = new SqlCosts(application, await(PgConnection.connect(vertx, connect)), options);
            costs.createRows();
            final List<String> only =
                    List.of(options.text("--only", "record,jooq,stream,small,insert,endpoints,mariadb")
                            .split(",", -1));
            final int rounds = options.number("--rounds", 11);
            if (only.contains("small")) {
                new StreamCosts(costs.database).measure(vertx, rounds);
            }
            final CostTable table = new CostTable(rounds);
            final long records = (long) LISTS * LIST;
            if (only.contains("record")) {
                table.row(vertx, LISTS + " lists of 1,000 records", records, costs::recordsByHand, costs::records);
            }
            if (only.contains("jooq")) {
                table.row(vertx, SINGLES + " records of jOOQ", SINGLES, costs::jooqByHand, costs::jooqRecords);
            }
            if (only.contains("stream")) {
                table.row(vertx, "a stream of " + costs.rows + " rows", costs.rows, costs::pages, costs::stream);
            }
            if (only.contains("insert")) {
                table.row(vertx, "insertAll of " + costs.rows + " rows", costs.rows, costs::unnest, costs::insertAll);
            }
            if (only.contains("endpoints")) {
                EndpointCosts.withBatches("PostgreSQL", application, costs.connection)
                        .measure(table);
            }
            if (only.contains("mariadb")) {
                mariadb(cleanup).measure(table);
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static EndpointCosts mariadb(final Cleanup cleanup) {
        final MariadbServer server = MariadbServer.start();
        cleanup.add("mariadb", server::close);
        server.createDatabase(MARIADB);
        final RunningApplication application = DatabaseClients.start(
                cleanup,
                MysqlPlugin.create(),
                Map.of(
                        "jzenith.event-loops",
                        1,
                        "mysql.host",
                        server.host(),
                        "mysql.port",
                        server.port(),
                        "mysql.database",
                        MARIADB,
                        "mysql.username",
                        server.username(),
                        "mysql.password",
                        server.password(),
                        "mysql.tls.mode",
                        "disable",
                        "mysql.migrations.enabled",
                        false));
        final MySQLConnectOptions connect = new MySQLConnectOptions()
                .setHost(server.host())
                .setPort(server.port())
                .setDatabase(MARIADB)
                .setUser(server.username())
                .setPassword(server.password())
                .setCachePreparedStatements(true)
                .setPipeliningLimit(PIPELINING_LIMIT);
        final Vertx vertx = application.get(Vertx.class);
        return EndpointCosts.withTransactions(
                "MariaDB",
                application,
                await(MySQLConnection.connect(vertx, connect)),
                MySQLBuilder.pool().connectingTo(connect));
    }

    static <T> T await(final Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    private void createRows() {
        await(connection
                .query("CREATE TABLE users AS SELECT id::bigint, 'name ' || id AS name, (id % 100)::int AS age"
                        + " FROM generate_series(1, " + rows + ") AS id;"
                        + "ALTER TABLE users ADD PRIMARY KEY (id); ANALYZE users;"
                        + "CREATE UNLOGGED TABLE inserted (id bigint, name text, age int)")
                .execute());
    }

    private SqlQuery<org.jzenith.sql.Row> list() {
        return database.query(SELECT + " WHERE id <= $1", LIST);
    }

    private Single<Long> recordsByHand() {
        return lists(list().map(row -> new User(row.getLong("id"), row.getString("name"), row.getInteger("age"))));
    }

    private Single<Long> records() {
        return lists(list().as(User.class));
    }

    private static Single<Long> lists(final SqlQuery<User> query) {
        return Flowable.range(0, LISTS)
                .flatMapSingle(i -> query.list(), false, 2)
                .reduce(0L, (count, users) -> count + users.size());
    }

    private static final Field<Long> ID = field(name("id"), Long.class);
    private static final Field<String> NAME = field(name("name"), String.class);

    private Single<Long> jooqByHand() {
        return singles(() -> jooq.query(
                        jooq.dsl().select(ID, NAME).from(table(name("users"))).where(ID.eq(7L)))
                .map(row -> new User(row.getLong(0), row.getString(1), 0)));
    }

    private Single<Long> jooqRecords() {
        return singles(() -> jooq.fetch(
                jooq.dsl().select(ID, NAME).from(table(name("users"))).where(ID.eq(7L))));
    }

    private static Single<Long> singles(final Supplier<? extends SqlQuery<?>> query) {
        return Flowable.range(0, SINGLES)
                .flatMapSingle(i -> query.get().single(), false, IN_FLIGHT)
                .count();
    }

    private Single<Long> stream() {
        return database.query(SELECT).map(row -> new User(row.getLong(0), row.getString(1), row.getInteger(2))).stream()
                .count();
    }

    private Single<Long> pages() {
        return single(connection
                .begin()
                .compose(transaction -> connection
                        .prepare(SELECT)
                        .compose(statement -> {
                            final Cursor cursor = statement.cursor();
                            return page(cursor, 0)
                                    .eventually(() -> cursor.close())
                                    .eventually(() -> statement.close());
                        })
                        .compose(count -> transaction.commit().map(count))));
    }

    private static Future<Long> page(final Cursor cursor, final long before) {
        return cursor.read(PAGE).compose(read -> {
            final List<User> users = new ArrayList<>(read.size());
            for (final Row row : read) {
                users.add(new User(row.getLong(0), row.getString(1), row.getInteger(2)));
            }
            final long count = before + users.size();
            return cursor.hasMore() ? page(cursor, count) : Future.succeededFuture(count);
        });
    }

    static <T> Single<T> single(final Future<T> future) {
        return Single.create(emitter -> future.onSuccess(emitter::onSuccess).onFailure(emitter::onError));
    }

    private Single<RowSet<Row>> truncate() {
        return single(connection.query("TRUNCATE inserted").execute());
    }

    private Single<Long> insertAll() {
        return truncate()
                .flatMap(empty ->
                        database.insertAll("inserted", Flowable.range(0, rows).map(SqlCosts::user)));
    }

    private static User user(final int id) {
        return new User(id, "name " + id, id % 100);
    }

    private Single<Long> unnest() {
        final PreparedQuery<RowSet<Row>> statement = connection.preparedQuery(
                "INSERT INTO inserted (id, name, age) SELECT * FROM unnest($1::bigint[], $2::text[], $3::int[])");
        return truncate()
                .flatMap(empty -> Flowable.range(0, rows)
                        .map(SqlCosts::user)
                        .buffer(PART)
                        .concatMapSingle(
                                part -> single(statement.execute(arrays(part))).map(RowSet::rowCount))
                        .reduce(0L, Long::sum));
    }

    private static Tuple arrays(final List<User> users) {
        final Long[] ids = new Long[users.size()];
        final String[] names = new String[ids.length];
        final Integer[] ages = new Integer[ids.length];
        for (int i = 0; i < ids.length; i++) {
            final User user = users.get(i);
            ids[i] = user.id();
            names[i] = user.name();
            ages[i] = user.age();
        }
        return Tuple.of(ids, names, ages);
    }
}

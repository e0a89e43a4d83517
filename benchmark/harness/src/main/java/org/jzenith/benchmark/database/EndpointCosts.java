package org.jzenith.benchmark.database;

import io.netty.handler.flush.FlushConsolidationHandler;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlClientInternal;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/**
 * The statements of {@code /db}, {@code /queries}, {@code /updates} and {@code /fortunes}: jZenith's as in the example, those by hand as in
 * the baseline. A batch of updates is a transaction. MariaDB needs more statements for that, on a connection of its own: those by hand take one
 * of Vert.x's pool, as jZenith takes one of its own pool.
 */
final class EndpointCosts {

    private static final int TIMES = 20_000;
    private static final int COUNT = 20;
    private static final int IN_FLIGHT = 64;
    /** No more than jZenith's pooled connections. */
    private static final int UPDATES_IN_FLIGHT = 8;

    private static final int MOST_AT_ONCE = 256;
    private static final int ROWS = 10_000;
    private static final int FORTUNES = 12;

    private final String product;
    private final Vertx vertx;
    private final SqlQuery<World> world;
    private final SqlQuery<org.jzenith.sql.Row> update;
    private final SqlQuery<Fortune> fortunes;

    private final SqlConnection connection;
    private final @Nullable Pool transactions;
    private final String worldText;
    private final String updateText;
    private final PreparedQuery<RowSet<Row>> worldByHand;
    private final PreparedQuery<RowSet<Row>> fortunesByHand;

    private record World(int id, int randomNumber) {}

    private record Fortune(int id, String message) {}

    private EndpointCosts(
            final String product,
            final RunningApplication application,
            final SqlConnection connection,
            final @Nullable Pool transactions,
            final Function<String, String> parameters) {
        this.product = product;
        vertx = application.get(Vertx.class);
        this.connection = connection;
        this.transactions = transactions;
        writeOnceATurn(connection);
        createRows();
        worldText = parameters.apply("SELECT id, randomnumber FROM world WHERE id = $1");
        updateText = parameters.apply("UPDATE world SET randomnumber = $1 WHERE id = $2");
        final String fortunesText = "SELECT id, message FROM fortune";
        worldByHand = prepare(worldText);
        fortunesByHand = prepare(fortunesText);
        final Database database = application.get(Database.class);
        world = database.query(worldText, 1).map(row -> new World(row.getInteger(0), row.getInteger(1)));
        update = database.query(updateText, 1, 1);
        fortunes = database.query(fortunesText).map(row -> new Fortune(row.getInteger(0), row.getString(1)));
    }

    /** Creates the tables on a database whose batches are transactions. */
    static EndpointCosts withBatches(
            final String product, final RunningApplication application, final SqlConnection connection) {
        return new EndpointCosts(product, application, connection, null, sql -> sql);
    }

    /**
     * Creates the tables on a database that has {@code ?} for each parameter, and needs a transaction for each batch.
     *
     * @param pool connects to the database
     */
    static EndpointCosts withTransactions(
            final String product,
            final RunningApplication application,
            final SqlConnection connection,
            final ClientBuilder<Pool> pool) {
        return new EndpointCosts(
                product,
                application,
                connection,
                pool.with(new PoolOptions().setMaxSize(UPDATES_IN_FLIGHT))
                        .using(application.get(Vertx.class))
                        .withConnectHandler(opened -> {
                            writeOnceATurn(opened);
                            opened.close();
                        })
                        .build(),
                sql -> sql.replaceAll("\\$\\d", "?"));
    }

    /** Writes the statements of one turn of the event loop with one system call. */
    private static void writeOnceATurn(final SqlConnection connection) {
        final var socket = (SocketConnectionBase)
                ((SqlConnectionInternal) connection).unwrap().unwrap();
        socket.socket().channelHandlerContext().pipeline().addFirst(new FlushConsolidationHandler(MOST_AT_ONCE, true));
    }

    private void createRows() {
        for (final String sql : List.of(
                "CREATE TABLE world (id integer PRIMARY KEY, randomnumber integer NOT NULL)",
                "CREATE TABLE fortune (id integer PRIMARY KEY, message varchar(2048) NOT NULL)",
                "INSERT INTO world VALUES " + rows(ROWS, id -> String.valueOf(random())),
                "INSERT INTO fortune VALUES "
                        + rows(
                                FORTUNES,
                                id -> "'A computer program does what you tell it to do, " + id + " times.'"))) {
            SqlCosts.await(connection.query(sql).execute());
        }
    }

    private static String rows(final int count, final Function<Integer, String> value) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(id -> "(" + id + ", " + value.apply(id) + ")")
                .collect(Collectors.joining(", "));
    }

    private PreparedQuery<RowSet<Row>> prepare(final String sql) {
        return SqlCosts.await(connection.prepare(sql)).query();
    }

    void measure(final CostTable table) {
        row(
                table,
                "/db",
                TIMES,
                IN_FLIGHT,
                this::worldByHand,
                () -> world.bind(random()).single());
        row(table, "/queries?queries=20", TIMES / 10, IN_FLIGHT, this::worldsByHand, this::worlds);
        row(table, "/updates?queries=20", TIMES / 20, UPDATES_IN_FLIGHT, this::updatesByHand, this::updates);
        row(table, "/fortunes", TIMES, IN_FLIGHT, this::fortunesByHand, fortunes::list);
    }

    private void row(
            final CostTable table,
            final String path,
            final int times,
            final int inFlight,
            final Supplier<Single<?>> byHand,
            final Supplier<Single<?>> ours) {
        table.row(
                vertx,
                product + ", " + times + " times the statements of " + path,
                times,
                () -> repeat(times, inFlight, byHand),
                () -> repeat(times, inFlight, ours));
    }

    private static Single<Long> repeat(final int times, final int inFlight, final Supplier<Single<?>> use) {
        return Flowable.range(0, times)
                .flatMapSingle(i -> use.get(), false, inFlight)
                .count();
    }

    private Single<List<World>> worlds() {
        final List<List<Integer>> ids = new ArrayList<>(COUNT);
        for (int i = 0; i < COUNT; i++) {
            ids.add(List.of(random()));
        }
        return world.singles(ids);
    }

    private Single<List<World>> updates() {
        return worlds().flatMap(worlds -> {
            final List<World> changed = withNewNumbers(worlds);
            final List<List<Integer>> values = new ArrayList<>(COUNT);
            for (final World one : changed) {
                values.add(List.of(one.randomNumber(), one.id()));
            }
            return update.batch(values).map(counts -> changed);
        });
    }

    private Single<World> worldByHand() {
        return Single.create(emitter -> worldByHand.execute(Tuple.of(random()), result -> {
            if (result.succeeded()) {
                emitter.onSuccess(world(result.result()));
            } else {
                emitter.onError(result.cause());
            }
        }));
    }

    private Single<List<World>> worldsByHand() {
        return Single.create(emitter -> {
            final List<World> worlds = new ArrayList<>(COUNT);
            ((SqlClientInternal) connection).group(group -> {
                final PreparedQuery<RowSet<Row>> query = group.preparedQuery(worldText);
                for (int i = 0; i < COUNT; i++) {
                    query.execute(Tuple.of(random()), result -> {
                        if (result.failed()) {
                            emitter.tryOnError(result.cause());
                            return;
                        }
                        worlds.add(world(result.result()));
                        if (worlds.size() == COUNT) {
                            emitter.onSuccess(worlds);
                        }
                    });
                }
            });
        });
    }

    private Single<List<World>> updatesByHand() {
        return worldsByHand().flatMap(worlds -> {
            final List<World> changed = withNewNumbers(worlds);
            final List<Tuple> values = new ArrayList<>(COUNT);
            for (final World one : changed) {
                values.add(Tuple.of(one.randomNumber(), one.id()));
            }
            return SqlCosts.single(updateByHand(values).map(changed));
        });
    }

    private Future<?> updateByHand(final List<Tuple> values) {
        return transactions == null
                ? connection.preparedQuery(updateText).executeBatch(values)
                : transactions.withConnection(alone -> alone.query("SET SESSION autocommit = 0")
                        .execute()
                        .compose(begun -> alone.preparedQuery(updateText).executeBatch(values))
                        .compose(
                                rows -> end(alone, "COMMIT"),
                                error -> end(alone, "ROLLBACK").transform(ended -> Future.failedFuture(error))));
    }

    /** Without {@code autocommit = 0}, MariaDB would commit each update behind one that a deadlock has ended. */
    private static Future<?> end(final SqlConnection alone, final String command) {
        return alone.query(command + "; SET SESSION autocommit = 1").execute();
    }

    private Single<List<Fortune>> fortunesByHand() {
        return Single.create(emitter -> fortunesByHand.execute(result -> {
            if (result.failed()) {
                emitter.onError(result.cause());
                return;
            }
            final List<Fortune> list = new ArrayList<>(result.result().size());
            for (final Row row : result.result()) {
                list.add(new Fortune(row.getInteger(0), row.getString(1)));
            }
            emitter.onSuccess(list);
        }));
    }

    private static World world(final RowSet<Row> rows) {
        final Row row = rows.iterator().next();
        return new World(row.getInteger(0), row.getInteger(1));
    }

    /** Returns them in the order of their ids, so that two updates never wait for each other in a circle. */
    private static List<World> withNewNumbers(final List<World> worlds) {
        final List<World> changed = new ArrayList<>(worlds.size());
        for (final World one : worlds) {
            changed.add(new World(one.id(), random()));
        }
        changed.sort(Comparator.comparingInt(World::id));
        return changed;
    }

    private static int random() {
        return 1 + ThreadLocalRandom.current().nextInt(ROWS);
    }
}

package org.jzenith.benchmark.baseline;

import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlClientInternal;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One pipelining connection, with its statements prepared. Belongs to an event loop. */
final class Database {

    private static final String SELECT_WORLD = "SELECT id, randomnumber FROM world WHERE id = $1";
    private static final String SELECT_WORLDS = "SELECT id, randomnumber FROM world ORDER BY id";
    private static final String UPDATE_WORLD = "UPDATE world SET randomnumber = $1 WHERE id = $2";
    private static final String SELECT_FORTUNES = "SELECT id, message FROM fortune";
    private static final String SELECT_USER = "SELECT id, name, email FROM users WHERE id = $1";

    private static final int MOST_AT_ONCE = 256;

    private final PgConnection connection;
    private final PreparedQuery<RowSet<Row>> world;
    private final PreparedQuery<RowSet<Row>> update;
    private final PreparedQuery<RowSet<Row>> fortunes;
    private final PreparedQuery<RowSet<Row>> user;

    private Database(final PgConnection connection, final List<PreparedQuery<RowSet<Row>>> prepared) {
        this.connection = connection;
        world = prepared.get(0);
        update = prepared.get(1);
        fortunes = prepared.get(2);
        user = prepared.get(3);
    }

    static Future<Database> connect(final Vertx vertx, final Settings settings) {
        return PgConnection.connect(vertx, settings.database())
                .onSuccess(Database::writeOnceATurn)
                .compose(connection -> Future.join(List.of(
                                connection.prepare(SELECT_WORLD),
                                connection.prepare(UPDATE_WORLD),
                                connection.prepare(SELECT_FORTUNES),
                                connection.prepare(SELECT_USER)))
                        .map(all -> new Database(
                                connection,
                                all.<PreparedStatement>list().stream()
                                        .map(PreparedStatement::query)
                                        .toList())));
    }

    /** Writes the statements of one turn of the event loop with one system call. */
    static void writeOnceATurn(final PgConnection connection) {
        final var socket = (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap();
        socket.socket().channelHandlerContext().pipeline().addFirst(new FlushConsolidationHandler(MOST_AT_ONCE, true));
    }

    void world(final int id, final Handler<AsyncResult<RowSet<Row>>> handler) {
        world.execute(Tuple.of(id), handler);
    }

    /** One statement each, all written at once; the handler is called for each, in this order. */
    void worlds(final int[] ids, final Handler<AsyncResult<RowSet<Row>>> handler) {
        ((SqlClientInternal) connection).group(group -> worlds(group, ids, handler));
    }

    private static void worlds(
            final SqlClient group, final int[] ids, final Handler<AsyncResult<RowSet<Row>>> handler) {
        final PreparedQuery<RowSet<Row>> query = group.preparedQuery(SELECT_WORLD);
        for (final int id : ids) {
            query.execute(Tuple.of(id), handler);
        }
    }

    void update(final World[] worlds, final Handler<AsyncResult<RowSet<Row>>> handler) {
        final List<Tuple> values = new ArrayList<>(worlds.length);
        for (final World changed : worlds) {
            values.add(Tuple.of(changed.randomNumber(), changed.id()));
        }
        update.executeBatch(values, handler);
    }

    void fortunes(final Handler<AsyncResult<RowSet<Row>>> handler) {
        fortunes.execute(handler);
    }

    void user(final UUID id, final Handler<AsyncResult<RowSet<Row>>> handler) {
        user.execute(Tuple.of(id), handler);
    }

    Future<World[]> allWorlds() {
        return connection.query(SELECT_WORLDS).execute().map(rows -> {
            final World[] all = new World[rows.size()];
            int i = 0;
            for (final Row row : rows) {
                all[i++] = world(row);
            }
            return all;
        });
    }

    static World world(final Row row) {
        return new World(row.getInteger(0), row.getInteger(1));
    }
}

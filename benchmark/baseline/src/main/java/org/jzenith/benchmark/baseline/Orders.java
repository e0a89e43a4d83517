package org.jzenith.benchmark.baseline;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Stream;

/** Inserts orders over pipelining connections, in turns. Belongs to an event loop. */
final class Orders {

    private static final String INSERT =
            "INSERT INTO orders (customer, email, articles, express, note) VALUES ($1, $2, $3, $4, $5)"
                    + " RETURNING id, customer";

    private final List<PreparedQuery<RowSet<Row>>> inserts;
    private int turn;

    private Orders(final List<PreparedQuery<RowSet<Row>>> inserts) {
        this.inserts = inserts;
    }

    static Future<Orders> connect(final Vertx vertx, final Settings settings) {
        return Future.join(Stream.generate(() -> PgConnection.connect(vertx, settings.database())
                                .onSuccess(Database::writeOnceATurn)
                                .compose(connection -> connection.prepare(INSERT)))
                        .limit(settings.connections())
                        .toList())
                .map(all -> new Orders(all.<PreparedStatement>list().stream()
                        .map(PreparedStatement::query)
                        .toList()));
    }

    void insert(final Order order, final Handler<AsyncResult<RowSet<Row>>> handler) {
        turn = turn + 1 == inserts.size() ? 0 : turn + 1;
        inserts.get(turn)
                .execute(
                        Tuple.of(order.customer(), order.email(), order.articles(), order.express(), order.note()),
                        handler);
    }

    static StoredOrder stored(final Row row) {
        return new StoredOrder(row.getLong(0), row.getString(1));
    }
}

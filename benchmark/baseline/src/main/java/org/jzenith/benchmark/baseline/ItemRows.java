package org.jzenith.benchmark.baseline;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowStream;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.util.function.Consumer;

/** Streams items of a query from a cursor to a response, as fast as the client takes it. */
final class ItemRows {

    private static final int FETCH_SIZE = 256;

    private final Pool pool;
    private final String select;

    ItemRows(final Vertx vertx, final Settings settings, final int connections, final String select) {
        this.select = select;
        this.pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(connections))
                .connectingTo(settings.database())
                .using(vertx)
                .build();
    }

    void stream(final HttpServerResponse response, final ItemText text, final Consumer<Throwable> failed) {
        pool.getConnection()
                .compose(connection -> connection
                        .begin()
                        .compose(transaction -> connection
                                .prepare(select)
                                .onSuccess(statement -> new Streaming(
                                                response, text, connection, transaction, statement, failed)
                                        .start())
                                .onFailure(error -> connection.close())))
                .onFailure(failed::accept);
    }

    private static final class Streaming {

        private final HttpServerResponse response;
        private final ItemText text;
        private final SqlConnection connection;
        private final Transaction transaction;
        private final RowStream<Row> rows;
        private final Consumer<Throwable> failed;
        private boolean sent;

        Streaming(
                final HttpServerResponse response,
                final ItemText text,
                final SqlConnection connection,
                final Transaction transaction,
                final PreparedStatement statement,
                final Consumer<Throwable> failed) {
            this.response = response;
            this.text = text;
            this.connection = connection;
            this.transaction = transaction;
            this.rows = statement.createStream(FETCH_SIZE, Tuple.tuple());
            this.failed = failed;
        }

        void start() {
            rows.exceptionHandler(this::fail);
            rows.endHandler(end -> end());
            rows.handler(this::write);
        }

        private void write(final Row row) {
            try {
                text.write(new Item(row.getInteger(0), row.getString(1)));
            } catch (final IOException e) {
                fail(e);
                return;
            }
            if (text.isFull()) {
                if (!sent) {
                    sent = true;
                    response.setChunked(true);
                }
                response.write(text.taken(), null);
                if (response.writeQueueFull()) {
                    rows.pause();
                    response.drainHandler(drained -> rows.resume());
                }
            }
        }

        private void end() {
            try {
                text.end();
            } catch (final IOException e) {
                fail(e);
                return;
            }
            response.end(text.taken(), null);
            transaction.commit().eventually(() -> connection.close());
        }

        private void fail(final Throwable error) {
            transaction.rollback().eventually(() -> connection.close());
            if (sent) {
                response.reset();
            } else {
                failed.accept(error);
            }
        }
    }
}

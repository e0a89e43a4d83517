package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.netty.buffer.Unpooled;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** Streams the table {@code item} from a cursor to a response, as fast as the client takes it. */
final class ItemRows {

    private static final String SELECT = "SELECT id, name FROM item ORDER BY id";
    private static final int FETCH_SIZE = 256;
    private static final int BUFFER_SIZE = 16 * 1024;

    private final Pool pool;
    private final ObjectWriter writer;

    ItemRows(final Vertx vertx, final Settings settings, final int connections, final ObjectWriter writer) {
        this.writer = writer.without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
        this.pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(connections))
                .connectingTo(settings.database())
                .using(vertx)
                .build();
    }

    void stream(final HttpServerResponse response, final Consumer<Throwable> failed) {
        pool.getConnection()
                .compose(connection -> connection
                        .begin()
                        .compose(transaction -> connection
                                .prepare(SELECT)
                                .onSuccess(statement ->
                                        new Streaming(response, connection, transaction, statement, failed).start())
                                .onFailure(error -> connection.close())))
                .onFailure(failed::accept);
    }

    private final class Streaming {

        private final HttpServerResponse response;
        private final SqlConnection connection;
        private final Transaction transaction;
        private final RowStream<Row> rows;
        private final Consumer<Throwable> failed;
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream(BUFFER_SIZE + 1024);
        private boolean sent;

        Streaming(
                final HttpServerResponse response,
                final SqlConnection connection,
                final Transaction transaction,
                final PreparedStatement statement,
                final Consumer<Throwable> failed) {
            this.response = response;
            this.connection = connection;
            this.transaction = transaction;
            this.rows = statement.createStream(FETCH_SIZE, Tuple.tuple());
            this.failed = failed;
        }

        void start() {
            final SequenceWriter elements;
            try {
                elements = writer.writeValuesAsArray(pending);
            } catch (final IOException e) {
                fail(e);
                return;
            }
            rows.exceptionHandler(this::fail);
            rows.endHandler(end -> end(elements));
            rows.handler(row -> write(elements, row));
        }

        private void write(final SequenceWriter elements, final Row row) {
            try {
                elements.write(new Item(row.getInteger(0), row.getString(1)));
            } catch (final IOException e) {
                fail(e);
                return;
            }
            if (pending.size() >= BUFFER_SIZE) {
                if (!sent) {
                    sent = true;
                    response.setChunked(true);
                }
                response.write(taken(), null);
                if (response.writeQueueFull()) {
                    rows.pause();
                    response.drainHandler(drained -> rows.resume());
                }
            }
        }

        private void end(final SequenceWriter elements) {
            try {
                elements.close();
            } catch (final IOException e) {
                fail(e);
                return;
            }
            response.end(taken(), null);
            transaction.commit().eventually(() -> connection.close());
        }

        private Buffer taken() {
            final Buffer taken = BufferImpl.buffer(Unpooled.wrappedBuffer(pending.toByteArray()));
            pending.reset();
            return taken;
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

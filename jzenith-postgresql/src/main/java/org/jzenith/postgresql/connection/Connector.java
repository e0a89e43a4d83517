package org.jzenith.postgresql.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.error.PostgresqlException;
import org.jzenith.postgresql.error.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections, within a time limit that includes the start-up messages, and keeps the error of the last attempt. */
final class Connector {

    private static final Logger LOGGER = LoggerFactory.getLogger(Connector.class);
    private static final int CANCEL_REQUEST = 80_877_102;

    private final Vertx vertx;
    private final PgConnectOptions options;
    private final PgConnectOptions sharedOptions;
    private final Duration timeout;
    private final long retryNanos;
    private final NetClient cancelClient;
    private final Set<DriverConnectionFactory> attempts = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Refusal refusal;

    Connector(
            final Vertx vertx,
            final PgConnectOptions options,
            final PgConnectOptions sharedOptions,
            final Duration timeout,
            final Duration retryInterval) {
        this.vertx = vertx;
        this.options = options;
        this.sharedOptions = sharedOptions;
        this.timeout = timeout;
        this.retryNanos = retryInterval.toNanos();
        this.cancelClient =
                vertx.createNetClient(new NetClientOptions().setConnectTimeout(Math.toIntExact(timeout.toMillis())));
    }

    private record Refusal(PostgresqlException reason, long at) {}

    /** Host and port, for messages. */
    String server() {
        return options.getHost() + ":" + options.getPort();
    }

    /** Why the last attempt failed, if that was less than {@code postgresql.connect-retry-interval} ago. */
    @Nullable
    PostgresqlException recentRefusal() {
        final Refusal last = refusal;
        return last == null || System.nanoTime() - last.at() > retryNanos ? null : last.reason();
    }

    /** Opens a connection that works on the given event loop; fails with a typed error. */
    Future<PipelinedConnection> connect(final ContextInternal context) {
        return connect(context, options);
    }

    /** Opens a connection that many callers will share. */
    Future<PipelinedConnection> connectShared(final ContextInternal context) {
        return connect(context, sharedOptions);
    }

    private Future<PipelinedConnection> connect(final ContextInternal context, final PgConnectOptions with) {
        final Promise<PipelinedConnection> promise = context.promise();
        final DriverConnectionFactory factory = new DriverConnectionFactory(vertx, new PgConnectOptions(with));
        attempts.add(factory);
        final long timer = vertx.setTimer(
                timeout.toMillis(),
                id -> fail(
                        promise,
                        factory,
                        SqlErrors.unavailable("no connection to " + server() + " within " + timeout.toMillis() + " ms"
                                + " (postgresql.connect-timeout)")));
        factory.connect(context).onComplete(result -> {
            vertx.cancelTimer(timer);
            attempts.remove(factory);
            if (result.failed()) {
                fail(promise, factory, describe(result.cause()));
            } else {
                succeed(promise, context, factory, result.result());
            }
        });
        return promise.future();
    }

    private void succeed(
            final Promise<PipelinedConnection> promise,
            final ContextInternal context,
            final DriverConnectionFactory factory,
            final SqlConnection sqlConnection) {
        refusal = null;
        FlushCoalescing.install(sqlConnection);
        final PipelinedConnection connection = new PipelinedConnection(this, context, factory, sqlConnection);
        if (!promise.tryComplete(connection)) {
            connection.closeNow("the connection was opened after its time limit");
        }
    }

    private void fail(
            final Promise<PipelinedConnection> promise,
            final DriverConnectionFactory factory,
            final PostgresqlException error) {
        if (promise.tryFail(error)) {
            refusal = new Refusal(error, System.nanoTime());
        }
        factory.close();
    }

    private PostgresqlException describe(final Throwable error) {
        final RuntimeException typed = SqlErrors.translate(error, null);
        if (typed instanceof PostgresqlException fromServer && fromServer.sqlState() != null) {
            return fromServer;
        }
        final String message = error.getMessage();
        return SqlErrors.unavailable("no connection to " + server() + ": "
                + (message == null ? error.getClass().getSimpleName() : message));
    }

    /**
     * Asks the server to cancel the statement of a connection. Completes when the server has handled the request, or has never got
     * it. Fails if the request may still arrive; it would cancel the statement that the connection runs then.
     */
    Future<Void> cancel(final int processId, final int secretKey) {
        final Promise<Void> done = Promise.promise();
        Future.<NetSocket>future(connected -> cancelClient.connect(options.getSocketAddress(), connected))
                .onSuccess(open -> {
                    // The server closes this connection when it has signalled the other one's process.
                    open.closeHandler(closed -> done.tryComplete());
                    open.exceptionHandler(error -> done.tryFail(error));
                    final long timer = vertx.setTimer(timeout.toMillis(), id -> {
                        done.tryFail("no answer to the request to stop a statement");
                        open.close();
                    });
                    done.future().onComplete(any -> vertx.cancelTimer(timer));
                    open.write(Buffer.buffer(16)
                            .appendInt(16)
                            .appendInt(CANCEL_REQUEST)
                            .appendInt(processId)
                            .appendInt(secretKey));
                })
                .onFailure(error -> {
                    LOGGER.debug("A statement could not be cancelled on {}.", server(), error);
                    done.tryComplete();
                });
        return done.future();
    }

    /** Ends all attempts to connect. */
    Future<Void> close() {
        final List<Future<Void>> closing = new ArrayList<>();
        attempts.forEach(factory -> closing.add(factory.close()));
        closing.add(cancelClient.close());
        return Future.join(closing).mapEmpty();
    }
}

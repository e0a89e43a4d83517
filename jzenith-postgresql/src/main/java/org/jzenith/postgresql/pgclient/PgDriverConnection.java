package org.jzenith.postgresql.pgclient;

import io.netty.channel.Channel;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.sqlclient.SqlConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jzenith.sql.driver.DriverConnection;

/**
 * Opens one connection of {@code vertx-pg-client} and can close its socket at once. That library itself closes a connection by
 * {@code Terminate} and waits for the server, which may never answer.
 */
final class PgDriverConnection implements DriverConnection {

    /** The name of the library's decoder and encoder. */
    private static final String CODEC = "codec";

    private final PgDriver driver;
    private final TrackingConnectionFactory factory;
    private final ServerMessages messages = new ServerMessages();
    private final Future<SqlConnection> opened;

    PgDriverConnection(
            final PgDriver driver, final Vertx vertx, final Context context, final PgConnectOptions options) {
        this.driver = driver;
        this.factory = new TrackingConnectionFactory((VertxInternal) vertx, options);
        this.opened = factory.connect(context).map(this::follow);
    }

    /** Puts the reader of messages before the library's decoder. */
    private SqlConnection follow(final SqlConnection connection) {
        factory.channels.stream()
                .map(Channel::pipeline)
                .filter(pipeline -> pipeline.get(CODEC) != null)
                .forEach(pipeline -> pipeline.addBefore(CODEC, null, messages));
        return connection;
    }

    @Override
    public Future<SqlConnection> opened() {
        return opened;
    }

    @Override
    public Future<Void> cancelStatement() {
        return opened.compose(connection -> driver.cancelStatement(PgConnection.cast(connection)));
    }

    @Override
    public boolean isInTransaction() {
        return messages.isInTransaction();
    }

    @Override
    public void whenTransactionStarts(final Runnable action) {
        messages.whenTransactionStarts(action);
    }

    @Override
    public Future<Void> closeNow() {
        messages.stop();
        factory.channels.forEach(channel -> channel.eventLoop()
                .execute(() -> channel.unsafe().close(channel.unsafe().voidPromise())));
        final Promise<Void> closed = Promise.promise();
        factory.close(closed);
        return closed.future();
    }

    private static final class TrackingConnectionFactory extends PgConnectionFactory {

        private final List<Channel> channels = new CopyOnWriteArrayList<>();

        TrackingConnectionFactory(final VertxInternal vertx, final PgConnectOptions options) {
            super(vertx, () -> Future.succeededFuture(options));
        }

        /** A client that keeps the channels that it opens. */
        @Override
        protected NetClient netClient(final NetClientOptions options) {
            final NetClient client = super.netClient(options);
            return (NetClient) Proxy.newProxyInstance(
                    PgDriverConnection.class.getClassLoader(),
                    new Class<?>[] {NetClient.class},
                    (proxy, method, arguments) -> {
                        final Object result;
                        try {
                            result = method.invoke(client, arguments);
                        } catch (final InvocationTargetException e) {
                            throw e.getCause();
                        }
                        return method.getName().equals("connect") && result instanceof Future<?> future
                                ? future.onSuccess(socket -> remember((NetSocket) socket))
                                : result;
                    });
        }

        private void remember(final NetSocket socket) {
            final Channel channel =
                    ((NetSocketInternal) socket).channelHandlerContext().channel();
            channels.add(channel);
            channel.closeFuture().addListener(closed -> channels.remove(channel));
        }
    }
}

package org.jzenith.postgresql.connection;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.sqlclient.SqlConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Opens one connection of the driver and can close its socket at once. The driver itself closes a connection by {@code
 * Terminate} and waits for the server, which may never answer.
 */
final class DriverConnectionFactory {

    private final TrackingConnectionFactory factory;

    DriverConnectionFactory(final Vertx vertx, final PgConnectOptions options) {
        this.factory = new TrackingConnectionFactory((VertxInternal) vertx, options);
    }

    Future<SqlConnection> connect(final ContextInternal context) {
        return factory.connect(context);
    }

    /** Closes the socket at once, whatever the server does. */
    Future<Void> close() {
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
                    DriverConnectionFactory.class.getClassLoader(),
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

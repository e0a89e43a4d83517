package org.jzenith.sql.internal.sqlclient;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionBase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.sql.driver.DriverSockets;

/**
 * Closes the sockets of a connection at once. The client libraries themselves close a connection by a message and wait for the server,
 * which may never answer. Safe for use by many threads.
 */
public final class ConnectionSockets implements DriverSockets {

    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    @Override
    public NetClient follow(final NetClient client) {
        return (NetClient) Proxy.newProxyInstance(
                ConnectionSockets.class.getClassLoader(),
                new Class<?>[] {NetClient.class},
                (proxy, method, arguments) -> {
                    final Object result;
                    try {
                        result = method.invoke(client, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                    return method.getName().equals("connect") && result instanceof Future<?> future
                            ? future.onSuccess(socket -> add((NetSocket) socket))
                            : result;
                });
    }

    @Override
    public ChannelPipeline pipelineOf(final SqlConnection connection) {
        return ((SocketConnectionBase) ((SqlConnectionBase<?>) connection).unwrap())
                .socket()
                .channelHandlerContext()
                .pipeline();
    }

    private void add(final NetSocket socket) {
        add(((NetSocketInternal) socket).channelHandlerContext().channel());
    }

    void add(final Channel channel) {
        if (channels.add(channel)) {
            channel.closeFuture().addListener(gone -> channels.remove(channel));
            if (closed) {
                close(channel);
            }
        }
    }

    /**
     * Closes the sockets at once, whatever the server does, also those that are still being opened.
     *
     * @return completes when the open ones are closed
     */
    public Future<Void> closeNow() {
        closed = true;
        return Future.join(List.copyOf(channels).stream()
                        .map(ConnectionSockets::close)
                        .toList())
                .mapEmpty();
    }

    private static Future<Void> close(final Channel channel) {
        final Promise<Void> done = Promise.promise();
        channel.closeFuture().addListener(gone -> done.complete());
        channel.eventLoop()
                .execute(() -> channel.unsafe().close(channel.unsafe().voidPromise()));
        return done.future();
    }
}

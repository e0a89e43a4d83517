package org.jzenith.postgresql.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionBase;
import io.vertx.sqlclient.impl.codec.InvalidCachedStatementEvent;

/**
 * Flushes once for all statements that an event loop gives to a connection in one go: at the end of its tick, when it
 * has read everything that had come. Twenty statements are then one buffer, one system call and one packet.
 */
final class FlushCoalescing extends ChannelOutboundHandlerAdapter {

    private boolean flushScheduled;

    private FlushCoalescing() {}

    /** Puts one in front of the handler that turns statements into bytes, so that all become one buffer. */
    static void install(final SqlConnection connection) {
        final SocketConnectionBase socket = (SocketConnectionBase) ((SqlConnectionBase<?>) connection).unwrap();
        final ChannelHandlerContext last = socket.socket().channelHandlerContext();
        last.pipeline().addBefore(last.name(), null, new FlushCoalescing());
    }

    /** Makes the driver prepare a statement anew when it is sent next; on the event loop of the connection. */
    static void discardPrepared(final SqlConnection connection, final String sql) {
        final SocketConnectionBase socket = (SocketConnectionBase) ((SqlConnectionBase<?>) connection).unwrap();
        // The driver's own way to say it; it knows the case by an English message only, which a server may translate.
        socket.socket()
                .channelHandlerContext()
                .pipeline()
                .context(FlushCoalescing.class)
                .fireChannelRead(new InvalidCachedStatementEvent(sql));
    }

    @Override
    public void flush(final ChannelHandlerContext context) {
        if (!flushScheduled) {
            flushScheduled = true;
            context.channel().eventLoop().execute(() -> {
                flushScheduled = false;
                context.flush();
            });
        }
    }
}

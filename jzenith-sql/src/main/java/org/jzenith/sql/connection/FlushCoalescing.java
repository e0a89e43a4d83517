package org.jzenith.sql.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionBase;
import io.vertx.sqlclient.impl.codec.InvalidCachedStatementEvent;

/**
 * Flushes once for all statements that an event loop writes to a connection in one iteration: at its end, when everything that
 * has arrived is read. Twenty statements are then one buffer, one system call and one packet.
 */
final class FlushCoalescing extends ChannelOutboundHandlerAdapter {

    private boolean flushScheduled;

    private FlushCoalescing() {}

    /** Adds the handler before the driver's encoder, so that all statements become one buffer. */
    static void install(final SqlConnection connection) {
        final SocketConnectionBase socket = (SocketConnectionBase) ((SqlConnectionBase<?>) connection).unwrap();
        final ChannelHandlerContext last = socket.socket().channelHandlerContext();
        last.pipeline().addBefore(last.name(), null, new FlushCoalescing());
    }

    /** Makes the driver prepare a statement anew when it is sent next; on the event loop of the connection. */
    static void discardPrepared(final SqlConnection connection, final String sql) {
        final SocketConnectionBase socket = (SocketConnectionBase) ((SqlConnectionBase<?>) connection).unwrap();
        // The driver raises this event itself, but only for an English message, which a server may translate.
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

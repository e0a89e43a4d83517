package org.jzenith.sql.sqlclient;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/**
 * Flushes once for all statements that an event loop writes to a connection in one iteration: at its end, when everything that
 * has arrived is read. Twenty statements are then one buffer, one system call and one packet.
 */
final class FlushCoalescing extends ChannelOutboundHandlerAdapter {

    private boolean flushScheduled;

    @Override
    public void flush(final ChannelHandlerContext context) {
        if (!flushScheduled) {
            flushScheduled = true;
            context.channel().eventLoop().execute(() -> flushNow(context));
        }
    }

    /** Flushes now what has been written. On the event loop. */
    void flushNow(final ChannelHandlerContext context) {
        if (flushScheduled) {
            flushScheduled = false;
            context.flush();
        }
    }
}

package org.jzenith.http.internal.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/** The state of one connection, as its event loop's {@link ConnectionSweeper} sees it. Used on that event loop only. */
public interface ConnectionState {

    /** Counts the bytes that wait for the client, and ends a stream or connection that exceeds a time-out. */
    void check(long now);

    /** Returns for how many nanoseconds the client has taken none of the bytes that wait for it; 0 if none wait. */
    long stalledNanos(long now);

    /** Ends the stream, or the connection, that {@link #stalledNanos} measured. */
    void endStalled();

    /** Called once when the server starts to stop. */
    void announceStop();

    /** Returns true if no request is in flight and the client has been silent for at least {@code idleGraceNanos}. */
    boolean isIdle(long now, long idleGraceNanos);

    /** Returns true if {@link #closeIdle} would lose a request that has arrived, but was not read yet. */
    boolean isClosedAfterRead();

    /** Closes an idle connection. */
    void closeIdle();

    /** Accepts no request after those in flight: the grace for clients that keep sending is over. */
    void refuseFurtherRequests();

    /**
     * Closes a connection at once: without the last message of TLS, for which a client that reads nothing would be waited for,
     * and without the handlers of HTTP, which wait until everything is written.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
    static void closeNow(final Channel channel) {
        final ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first == null) {
            channel.close();
        } else {
            first.close();
        }
    }
}

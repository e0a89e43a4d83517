package org.jzenith.http.http1;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * What an HTTP/1 connection has received of the body of its request in flight and nobody has taken. Vert.x keeps up to 8
 * pieces of any length while a request is paused, so the connection counts their bytes, too. Called on its event loop.
 */
public interface UnreadBody {

    /**
     * That of a connection.
     *
     * @param channel of the client's connection
     * @return null over HTTP/2, which has windows
     */
    static @Nullable UnreadBody of(final Channel channel) {
        return channel.attr(Http1Input.UNREAD_BODY).get();
    }

    /** The request is about to be paused for the first time: from now on {@link #taken} is called for each piece. */
    void paused();

    /**
     * The handler of the request has got a piece.
     *
     * @param bytes its length
     */
    void taken(int bytes);
}

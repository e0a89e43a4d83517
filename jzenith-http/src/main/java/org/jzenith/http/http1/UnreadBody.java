package org.jzenith.http.http1;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * The received body bytes of a request in flight over HTTP/1 that the handler has not taken. Vert.x buffers up to 8 pieces of any length
 * while a request is paused, so the connection counts their bytes as well. Called on its event loop.
 */
public interface UnreadBody {

    /**
     * Returns the counter of a connection.
     *
     * @param channel the channel of the client's connection
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

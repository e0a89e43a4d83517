package org.jzenith.http.internal.vertx;

import io.netty.channel.Channel;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Prepares each connection of a server on one event loop; its methods are called there. */
public interface ConnectionInitializer {

    /**
     * Called when a connection is open, and no byte of it has been read. Calls one of the consumers when the protocol is known, unless
     * it closes the connection.
     *
     * @param channel the connection
     * @param http1 adds the handlers of HTTP/1
     * @param http2 adds the handlers of HTTP/2
     */
    void opened(Channel channel, Consumer<Channel> http1, Consumer<Channel> http2);

    /**
     * Called when the HTTP/2 handlers have been added to a connection.
     *
     * @param observed true if Vert.x metrics or tracing observe each response
     */
    void openedHttp2(Channel channel, boolean observed);

    /** Wraps the handler of HTTP/2 requests. */
    Handler<HttpServerRequest> overHttp2(Handler<HttpServerRequest> requests);

    /** Called when a connection has failed. */
    void failed(Throwable error);
}

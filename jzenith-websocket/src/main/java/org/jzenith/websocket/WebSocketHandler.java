package org.jzenith.websocket;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Flowable;

/**
 * Serves WebSockets. The shortest one echoes:
 *
 * <pre>{@code
 * WebSocketPlugin.create().at("/echo", WebSocket::messages)
 * }</pre>
 *
 * <p>One object serves all connections of its path, so it must be safe for use by many threads.
 */
@CheckReturnValue
@FunctionalInterface
public interface WebSocketHandler {

    /**
     * Serves one connection that has just been opened. Called on its event loop, in the context of the handshake request; must not block.
     *
     * @param socket the connection
     * @return the messages for the client, sent as fast as it reads them. jZenith subscribes once, and disposes the subscription when the
     *     client is gone. When the messages complete, the connection is closed with 1000. If they fail, the error is logged and the
     *     connection is closed with 1011; a {@link WebSocketCloseException} sets another code and is not logged. {@code Flowable.never()}
     *     sends nothing
     */
    Flowable<WebSocketMessage> handle(WebSocket socket);
}

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
     * Serves one connection that has just been opened. Called on its event loop, in the context of the request that asked for
     * it; must not block.
     *
     * @param socket the connection
     * @return what is sent to the client, as fast as the client takes it. Subscribed once. When it completes, the connection
     *     is closed with 1000; if it fails, with 1011 and an entry in the log, or as a {@link WebSocketCloseException} says.
     *     It is disposed when the client is gone. {@code Flowable.never()} sends nothing
     */
    Flowable<WebSocketMessage> handle(WebSocket socket);
}

package org.jzenith.websocket;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;

/**
 * Allows or refuses a WebSocket handshake, for {@link WebSocketPlugin#withHandshakeCheck(Class)}. Called by many
 * threads at once.
 *
 * <pre>{@code
 * WebSocketPlugin.create()
 *         .at("/chat", ChatSocket.class)
 *         .withHandshakeCheck(handshake -> handshake.header("X-Api-Key").isPresent()
 *                 ? Completable.complete()
 *                 : Completable.error(new HandshakeRefusedException(403, "An API key is required.")))
 * }</pre>
 */
@CheckReturnValue
@FunctionalInterface
public interface HandshakeCheck {

    /**
     * Checks a handshake before the response. Called on the event loop, in the context of the request; the request timeout applies.
     *
     * @param handshake the client's request, with its principal
     * @return completes if the client may connect; fails with a {@link HandshakeRefusedException} for a problem with its status, or with
     *     another error for a 500
     */
    Completable check(Handshake handshake);
}

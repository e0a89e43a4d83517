package org.jzenith.websocket;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;
import java.security.Principal;

/** Says who asks for a WebSocket, for {@link WebSocketPlugin#withAuthentication(Class)}. Called by many threads at once. */
@CheckReturnValue
@FunctionalInterface
public interface HandshakeAuthentication {

    /**
     * Says who asks, from a cookie, a header or the query. Called on the event loop, in the context of the request; the time-out
     * of the request limits it.
     *
     * @param handshake what the client asks for
     * @return the {@link Handshake#principal} of the check and the handler; empty for a 401; fails with a {@link
     *     HandshakeRefusedException} for a problem with its status, or with another error for a 500
     */
    Maybe<? extends Principal> authenticate(Handshake handshake);
}

package org.jzenith.websocket;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;
import java.security.Principal;

/**
 * Authenticates the client of a WebSocket handshake, for {@link WebSocketPlugin#withAuthentication(Class)}. Called by
 * many threads at once.
 *
 * <pre>{@code
 * public final class SessionAuthentication implements HandshakeAuthentication {
 *
 *     private final Sessions sessions;
 *
 *     @Inject
 *     SessionAuthentication(final Sessions sessions) {
 *         this.sessions = sessions;
 *     }
 *
 *     @Override
 *     public Maybe<Principal> authenticate(final Handshake handshake) {
 *         return sessions.find(handshake.cookie("session").orElse(""));
 *     }
 * }
 * }</pre>
 */
@CheckReturnValue
@FunctionalInterface
public interface HandshakeAuthentication {

    /**
     * Authenticates the client by a cookie, a header or the query. Called on the event loop, in the context of the request; the request
     * timeout applies.
     *
     * @param handshake the client's request
     * @return the {@link Handshake#principal} of the check and the handler, and the identity of the request if it is an {@link
     *     org.jzenith.core.context.Identity}, about which the listener's guards decide; empty for a 401 with the challenges of the guards;
     *     fails with a {@link HandshakeRefusedException} for a problem with its status, or with another error for a 500
     */
    Maybe<? extends Principal> authenticate(Handshake handshake);
}

package org.jzenith.docs.cookbook.members;

import io.reactivex.Maybe;
import jakarta.inject.Inject;
import java.security.Principal;
import org.jzenith.websocket.Handshake;
import org.jzenith.websocket.HandshakeAuthentication;

/** A handshake is that of the member whose session its cookie names. */
final class MemberAuthentication implements HandshakeAuthentication {

    private final LoginSessions sessions;

    @Inject
    MemberAuthentication(final LoginSessions sessions) {
        this.sessions = sessions;
    }

    // region authenticate
    @Override
    public Maybe<Principal> authenticate(final Handshake handshake) {
        return handshake
                .cookie(LoginSessions.COOKIE)
                .flatMap(sessions::member)
                .map(Maybe::just)
                .orElseGet(Maybe::empty);
    }
    // endregion
}

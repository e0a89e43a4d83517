package org.jzenith.security.jwt;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;

/**
 * Decides which tokens are revoked before they expire. An application binds it in one of its modules; otherwise revocation is not checked:
 *
 * <pre>{@code
 * bind(TokenRevocation.class).to(RevokedTokens.class);
 * }</pre>
 *
 * <p>It is called for each request with a valid token. Safe for use by many threads.
 */
@FunctionalInterface
@CheckReturnValue
public interface TokenRevocation {

    /**
     * Looks up a token. Called on an event loop; must not block.
     *
     * @param id the {@code jti} of the token; a token without {@code jti} is refused
     * @return true if the token was revoked; an error fails the request
     */
    Single<Boolean> isRevoked(String id);
}

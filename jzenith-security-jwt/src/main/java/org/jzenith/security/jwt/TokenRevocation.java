package org.jzenith.security.jwt;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import org.jzenith.core.context.Identity;

/**
 * Decides which tokens are revoked before they expire. Without a binding, none is:
 *
 * <pre>{@code
 * OptionalBinder.newOptionalBinder(binder(), TokenRevocation.class).setBinding().to(RevokedTokens.class);
 * }</pre>
 */
@FunctionalInterface
public interface TokenRevocation {

    /**
     * Looks for a revocation. Called for each request with a valid token, on the event loop; must not block.
     *
     * @param id the claim {@code jti}; empty if the token has none
     * @param identity the identity of the token, whose attributes are its claims
     * @return true if the token is revoked, which is answered with 401; an error is that of a guard
     */
    @CheckReturnValue
    Single<Boolean> isRevoked(String id, Identity identity);
}

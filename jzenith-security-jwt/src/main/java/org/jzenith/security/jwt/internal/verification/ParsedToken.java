package org.jzenith.security.jwt.internal.verification;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSObject;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A token whose header and claims are acceptable. It is not verified yet.
 *
 * @param token the token with its proof
 * @param claims unmodifiable
 * @param expiry the time after which it is not accepted
 * @param id the {@code jti}, or null
 */
public record ParsedToken(
        JWSObject token,
        Map<String, Object> claims,
        Instant expiry,
        @Nullable String id) {

    /** Returns the identifier of the key; null if the token names none. */
    public @Nullable String keyId() {
        return token.getHeader().getKeyID();
    }

    /** Returns the algorithm, which is an accepted one. */
    public JWSAlgorithm algorithm() {
        return token.getHeader().getAlgorithm();
    }
}

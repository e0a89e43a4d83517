package org.jzenith.security.jwt.internal.verification;

import io.reactivex.Maybe;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.security.jwt.internal.key.VerificationKey;

/** An accepted token, as it is kept. Immutable. */
public final class VerifiedToken {

    private final Identity identity;
    private final Maybe<Identity> result;
    private final long until;
    private final @Nullable VerificationKey key;
    private final @Nullable String id;

    /**
     * Creates it.
     *
     * @param identity the identity that the token proves
     * @param until the time after which it is not accepted, in milliseconds since the epoch
     * @param key the key that has verified it, or null if the provider has
     * @param id the {@code jti}, or null
     */
    public VerifiedToken(
            final Identity identity, final long until, final @Nullable VerificationKey key, final @Nullable String id) {
        this.identity = identity;
        this.result = Maybe.just(identity);
        this.until = until;
        this.key = key;
        this.id = id;
    }

    /** Returns the identity. */
    public Identity identity() {
        return identity;
    }

    /** Returns the identity as the result of an authentication; always the same object. */
    public Maybe<Identity> result() {
        return result;
    }

    /** Returns the identifier, {@code jti}; null if the token has none. */
    public @Nullable String id() {
        return id;
    }

    /**
     * Returns true if the token is still accepted.
     *
     * @param now the time in milliseconds since the epoch
     * @return false if it has expired, or the provider has removed its key
     */
    public boolean isValid(final long now) {
        return now < until && (key == null || !key.isRemoved());
    }
}

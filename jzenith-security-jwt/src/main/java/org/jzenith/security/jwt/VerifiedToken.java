package org.jzenith.security.jwt;

import org.jzenith.core.context.Identity;

/**
 * A token whose signature and claims are right.
 *
 * @param identity the user, whose attributes are the claims
 * @param keyId the thumbprint of the key that has signed it
 * @param endMillis the end of its validity with the skew of clocks, by {@link System#currentTimeMillis}
 */
record VerifiedToken(Identity identity, String keyId, long endMillis) {}

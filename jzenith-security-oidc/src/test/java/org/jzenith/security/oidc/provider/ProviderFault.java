package org.jzenith.security.oidc.provider;

/** A fault of a {@link TestIdentityProvider}, until it is cleared. */
public enum ProviderFault {
    /** The discovery document names another issuer. */
    WRONG_ISSUER,
    /** The discovery document is a redirect to another address. */
    DISCOVERY_REDIRECTS,
    /** The discovery document never ends: 1 GB. */
    DISCOVERY_IS_ENDLESS,
    /** The discovery document does not come. */
    DISCOVERY_HANGS,
    /** The token endpoint does not respond. */
    TOKEN_HANGS,
    /** The token endpoint responds with 503. */
    TOKEN_UNAVAILABLE,
    /** The ID token has another nonce. */
    WRONG_NONCE,
    /** The ID token is for another client. */
    WRONG_AUDIENCE,
    /** The ID token comes from another issuer. */
    WRONG_TOKEN_ISSUER,
    /** The ID token has expired an hour ago. */
    EXPIRED,
    /** The ID token is signed by another key with the same id. */
    FOREIGN_SIGNATURE,
    /** Tokens name keys that are not published, a new one each time. */
    UNKNOWN_KEYS,
    /** The ID token has no signature. */
    UNSIGNED,
    /** The ID token has an HMAC with the public key as its secret. */
    HMAC_WITH_PUBLIC_KEY,
    /** The user does not allow the login. */
    ACCESS_DENIED,
    /** The refreshed ID token is for another user. */
    REFRESH_FOR_ANOTHER_USER
}

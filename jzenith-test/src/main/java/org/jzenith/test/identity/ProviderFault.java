package org.jzenith.test.identity;

/** A fault of a {@link TestIdentityProvider}, from {@link TestIdentityProvider#begin} until the end of the test. */
public enum ProviderFault {
    /** The discovery document names a wrong issuer. */
    WRONG_ISSUER,
    /** The discovery document is a redirect to another address. */
    DISCOVERY_REDIRECTS,
    /** The discovery document has a size of 1 GB. */
    DISCOVERY_IS_ENDLESS,
    /** The provider never sends the discovery document. */
    DISCOVERY_HANGS,
    /** Members of the discovery document that a login does not use have wrong types. */
    DISCOVERY_IS_ODD,
    /** The keys include unusable keys in addition to the right ones. */
    KEYS_ARE_ODD,
    /** The keys are a redirect to another address. */
    KEYS_REDIRECT,
    /** The keys have a size of 1 GB. */
    KEYS_ARE_ENDLESS,
    /** The provider never sends the keys. */
    KEYS_HANG,
    /** The token endpoint redirects to another address. */
    TOKEN_REDIRECTS,
    /** The token endpoint responds with 1 GB. */
    TOKEN_IS_ENDLESS,
    /** The token endpoint does not respond. */
    TOKEN_HANGS,
    /** The token endpoint responds with 503. */
    TOKEN_UNAVAILABLE,
    /** Tokens have a wrong nonce. */
    WRONG_NONCE,
    /** Tokens are issued for another client. */
    WRONG_AUDIENCE,
    /** Tokens come from another issuer. */
    WRONG_TOKEN_ISSUER,
    /** Tokens expired an hour ago. */
    EXPIRED,
    /** Tokens are signed by another key with the same id. */
    WRONG_KEY,
    /** Tokens name keys that are not published, a new one each time. */
    UNKNOWN_KEYS,
    /** Tokens have no signature. */
    UNSIGNED,
    /** Tokens are signed by HMAC, with the public key as the secret. */
    HMAC_WITH_PUBLIC_KEY,
    /** The user does not allow the login. */
    ACCESS_DENIED,
    /** A refresh gives tokens of another user. */
    REFRESH_FOR_ANOTHER_USER
}

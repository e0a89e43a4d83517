package org.jzenith.security.oidc;

/** The provider has refused a request or has sent a wrong token, so retrying would not help. It has no stack trace. */
final class ProviderRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean ofGrant;

    private ProviderRefusalException(final String message, final boolean ofGrant) {
        super(message, null, false, false);
        this.ofGrant = ofGrant;
    }

    /** Creates an exception for a refused request or a wrong token. */
    ProviderRefusalException(final String message) {
        this(message, false);
    }

    /** Creates an exception for a code or a refresh token that is no longer valid, for example because it was already used. */
    static ProviderRefusalException ofGrant(final String message) {
        return new ProviderRefusalException(message, true);
    }

    boolean isOfGrant() {
        return ofGrant;
    }
}

package org.jzenith.security.oidc;

/** The provider cannot be reached, or its response cannot be used. It has no stack trace. */
final class ProviderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The provider has answered, and asking again would not help. */
    private final boolean refusal;

    /** The code or refresh token is not valid any more; it may have been used. */
    private final boolean ofGrant;

    private ProviderException(final String message, final boolean refusal, final boolean ofGrant) {
        super(message, null, false, false);
        this.refusal = refusal;
        this.ofGrant = ofGrant;
    }

    /** The provider is away or broken; a later request may succeed. */
    static ProviderException unavailable(final String message) {
        return new ProviderException(message, false, false);
    }

    /** The provider has refused a request, or has sent a token that is wrong. */
    static ProviderException refused(final String message) {
        return new ProviderException(message, true, false);
    }

    /** The provider has refused a code or a refresh token. */
    static ProviderException refusedGrant(final String message) {
        return new ProviderException(message, true, true);
    }

    boolean isRefusalOfGrant() {
        return ofGrant;
    }

    boolean isRefusal() {
        return refusal;
    }
}

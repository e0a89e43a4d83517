package org.jzenith.security.oidc;

/** The provider cannot be reached, or its response cannot be used. It has no stack trace. */
final class ProviderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The provider has answered, and asking again would not help. */
    private final boolean refusal;

    private ProviderException(final String message, final boolean refusal) {
        super(message, null, false, false);
        this.refusal = refusal;
    }

    /** The provider is away or broken; a later request may succeed. */
    static ProviderException unavailable(final String message) {
        return new ProviderException(message, false);
    }

    /** The provider has refused a request, or has sent a token that is wrong. */
    static ProviderException refused(final String message) {
        return new ProviderException(message, true);
    }

    boolean isRefusal() {
        return refusal;
    }
}

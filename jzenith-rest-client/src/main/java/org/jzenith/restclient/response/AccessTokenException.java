package org.jzenith.restclient.response;

/**
 * A call was not sent, because the client has no access token: the token endpoint of its client credentials refuses the client, cannot be
 * reached, or sends something else. Unhandled, it becomes a 502.
 */
public final class AccessTokenException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * Creates an exception.
     *
     * @param call client and method
     * @param reason the response of the token endpoint in a few words
     */
    public AccessTokenException(final String call, final String reason) {
        super(call, "was not sent, because there is no access token: " + reason, true, null);
        this.reason = reason;
    }

    /**
     * Returns why there is no token.
     *
     * @return for example {@code the token endpoint https://login.example/token refused the client 'shop' with the status 401}
     */
    public String reason() {
        return reason;
    }
}

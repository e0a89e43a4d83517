package org.jzenith.restclient.response;

/**
 * A call was not sent, because the client has no access token: the token endpoint refused the client, could not be reached, or sent an
 * invalid response. Unhandled, this exception becomes a 502.
 */
public final class AccessTokenException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
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

package org.jzenith.restclient.response;

import org.jspecify.annotations.Nullable;

/** A service could not be reached, or the connection to it broke. Unhandled, this exception becomes a 502. */
public final class RemoteUnavailableException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
     * @param what the failure in a few words
     * @param unsent true if no byte of the request was sent
     * @param cause the error of the connection, or null
     */
    public RemoteUnavailableException(
            final String call, final String what, final boolean unsent, final @Nullable Throwable cause) {
        super(call, what, unsent, cause);
    }
}

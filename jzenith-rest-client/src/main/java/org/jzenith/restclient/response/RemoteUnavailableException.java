package org.jzenith.restclient.response;

import org.jspecify.annotations.Nullable;

/** A service cannot be reached, or its connection broke. Unhandled, it becomes a 502. */
public final class RemoteUnavailableException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param call client and method
     * @param what the event
     * @param unsent true if no byte of the request was sent
     * @param cause the error of the connection, or null
     */
    public RemoteUnavailableException(
            final String call, final String what, final boolean unsent, final @Nullable Throwable cause) {
        super(call, what, unsent, cause);
    }
}

package org.jzenith.restclient.response;

import org.jspecify.annotations.Nullable;

/**
 * A service sent a response that cannot be read: an unexpected media type, invalid JSON, or a body that is too large. Unhandled, this
 * exception becomes a 502.
 */
public final class UnreadableResponseException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
     * @param what the reason
     * @param cause the error of the reader, or null
     */
    public UnreadableResponseException(final String call, final String what, final @Nullable Throwable cause) {
        super(call, what, false, cause);
    }
}

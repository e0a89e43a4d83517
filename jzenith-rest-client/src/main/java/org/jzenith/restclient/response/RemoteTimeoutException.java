package org.jzenith.restclient.response;

import org.jzenith.http.problem.Problem;

/** A service did not respond in time. Unhandled, this exception becomes a 504. */
public final class RemoteTimeoutException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
     * @param what the phase that took too long
     * @param unsent true if no byte of the request was sent
     */
    public RemoteTimeoutException(final String call, final String what, final boolean unsent) {
        super(call, what, unsent, null);
    }

    @Override
    public Problem problem() {
        return Problem.of(504).withDetail("An upstream service did not respond in time.");
    }
}

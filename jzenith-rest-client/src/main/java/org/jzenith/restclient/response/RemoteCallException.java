package org.jzenith.restclient.response;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;

/**
 * A call to another service failed. If a resource does not handle this exception, its caller gets a 502, 503 or 504, but neither the
 * message nor any data that the service sent.
 */
public abstract class RemoteCallException extends RuntimeException implements KnownProblem {

    private static final long serialVersionUID = 1L;

    private final String call;
    private final boolean unsent;

    /**
     * Creates an exception without a stack trace, because it would show only the event loop.
     *
     * @param call the client and the method, for example {@code stock: GET /articles/{id}}
     * @param what the failure, as the end of a sentence that starts with the call
     * @param unsent true if no byte of the request was sent
     * @param cause the cause, or null
     */
    RemoteCallException(final String call, final String what, final boolean unsent, final @Nullable Throwable cause) {
        super("The call " + call + " " + what + reason(cause), cause, true, false);
        this.call = Objects.requireNonNull(call);
        this.unsent = unsent;
    }

    private static String reason(final @Nullable Throwable cause) {
        return cause == null || cause.getMessage() == null ? "." : ": " + cause.getMessage();
    }

    /**
     * Returns the call.
     *
     * @return the client, method and path template, for example {@code stock: GET /articles/{id}}
     */
    public String call() {
        return call;
    }

    /**
     * Returns true if the service cannot have seen the request.
     *
     * @return true if no byte of the request was sent
     */
    public boolean isUnsent() {
        return unsent;
    }

    @Override
    public Problem problem() {
        return Problem.of(502).withDetail("An upstream service failed.");
    }
}

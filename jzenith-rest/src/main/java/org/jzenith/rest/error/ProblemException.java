package org.jzenith.rest.error;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** A failure that knows what the client may read. It is the client's fault or expected, so it has no stack trace. */
final class ProblemException extends WebApplicationException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(final Problem problem, final @Nullable Throwable cause) {
        super(problem.detail(), cause, Response.status(problem.status()).build());
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it changes nothing
    public Throwable fillInStackTrace() {
        return this;
    }
}

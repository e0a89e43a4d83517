package org.jzenith.restclient.response;

import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;

/**
 * An argument of a call cannot be sent in its place, for example a line break in a header. The call was not sent. The value is usually one
 * of the application's own client, so unhandled it becomes a 400. It has no stack trace, because clients can repeat it.
 */
public final class UnsendableValueException extends IllegalArgumentException implements KnownProblem {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message the place of the value, and what is wrong with it, without the value
     */
    public UnsendableValueException(final String message) {
        super(message);
    }

    @Override
    public Problem problem() {
        return Problem.of(400).withDetail("The request has a value that cannot be sent to another service.");
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}

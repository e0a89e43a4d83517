package org.jzenith.restclient.response;

import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;

/**
 * An argument of a call cannot be sent, for example a header value with a line break. The call was not sent. Unhandled, this exception
 * becomes a 400, because such a value usually comes from the application's own client. It has no stack trace, because clients can cause it
 * as often as they like.
 */
public final class UnsendableValueException extends IllegalArgumentException implements KnownProblem {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message the place of the value and its fault, without the value
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

package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.internal.error.Errors;

/**
 * The exceptions for a parameter of the wrong form, of the two types that Jakarta REST requires. They have no stack trace: the
 * client is at fault, no line of code.
 */
final class UnreadableParameter {

    private static final int NOT_FOUND = 404;

    private UnreadableParameter() {}

    /** Returns an exception with the status 404 or 400, for a parameter of a type. */
    static WebApplicationException exception(
            final int status, final String message, final Class<?> type, final Throwable cause) {
        final Response response = Response.status(status).build();
        return status == NOT_FOUND
                ? new NothingThereException(message, response, type, cause)
                : new WrongFormException(message, response, type, cause);
    }

    /** Returns the exception that parsing a number would throw. */
    static NumberFormatException noNumber(final String text) {
        return new NoNumberException("For input string: \"" + text + '"');
    }

    private static final class NoNumberException extends NumberFormatException {

        private static final long serialVersionUID = 1L;

        NoNumberException(final String message) {
            super(message);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class NothingThereException extends NotFoundException implements KnownProblem {

        private static final long serialVersionUID = 1L;

        private final Class<?> type;

        NothingThereException(
                final String message, final Response response, final Class<?> type, final Throwable cause) {
            super(message, response, cause);
            this.type = type;
        }

        @Override
        public Problem problem() {
            return Errors.unreadableParameter(NOT_FOUND, String.valueOf(getMessage()), type);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class WrongFormException extends BadRequestException implements KnownProblem {

        private static final long serialVersionUID = 1L;

        private final Class<?> type;

        WrongFormException(final String message, final Response response, final Class<?> type, final Throwable cause) {
            super(message, response, cause);
            this.type = type;
        }

        @Override
        public Problem problem() {
            return Errors.unreadableParameter(400, String.valueOf(getMessage()), type);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}

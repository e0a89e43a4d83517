package org.jzenith.rest.argument;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.KnownProblem;
import org.jzenith.rest.error.Problem;

/**
 * The exceptions for a parameter of the wrong form, of the types that RESTEasy throws. They have no stack trace: the client
 * is at fault, no line of code. Message and response are made when somebody asks for them, which the table of errors does
 * not.
 */
final class UnreadableParameter {

    private static final int NOT_FOUND = 404;

    /** The response that the constructors validate; it is never sent. */
    private static final Response NOTHING_THERE = Response.status(NOT_FOUND).build();

    private static final Response WRONG_FORM = Response.status(400).build();

    private final int status;
    private final Supplier<Problem> problem;
    private final Supplier<String> message;
    private @Nullable Response response;

    private UnreadableParameter(final int status, final Supplier<Problem> problem, final Supplier<String> message) {
        this.status = status;
        this.problem = problem;
        this.message = message;
    }

    /** An exception that says 404 or 400, as the problem does. */
    static WebApplicationException exception(
            final int status, final Supplier<Problem> problem, final Supplier<String> message, final Throwable cause) {
        final UnreadableParameter parameter = new UnreadableParameter(status, problem, message);
        return status == NOT_FOUND
                ? new NothingThereException(parameter, cause)
                : new WrongFormException(parameter, cause);
    }

    /** Returns the exception that parsing a number would throw. */
    static NumberFormatException noNumber(final String text) {
        return new NoNumberException(text);
    }

    private synchronized Response response() {
        Response made = response;
        if (made == null) {
            made = Response.status(status).build();
            response = made;
        }
        return made;
    }

    private static final class NoNumberException extends NumberFormatException {

        private static final long serialVersionUID = 1L;

        private final String text;

        NoNumberException(final String text) {
            this.text = text;
        }

        @Override
        public String getMessage() {
            return "For input string: \"" + text + '"';
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class NothingThereException extends NotFoundException implements KnownProblem {

        private static final long serialVersionUID = 1L;

        private final transient UnreadableParameter parameter;

        NothingThereException(final UnreadableParameter parameter, final Throwable cause) {
            super(null, NOTHING_THERE, cause);
            this.parameter = parameter;
        }

        @Override
        public String getMessage() {
            return parameter.message.get();
        }

        @Override
        public Response getResponse() {
            return parameter.response();
        }

        @Override
        public Problem problem() {
            return parameter.problem.get();
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class WrongFormException extends BadRequestException implements KnownProblem {

        private static final long serialVersionUID = 1L;

        private final transient UnreadableParameter parameter;

        WrongFormException(final UnreadableParameter parameter, final Throwable cause) {
            super(null, WRONG_FORM, cause);
            this.parameter = parameter;
        }

        @Override
        public String getMessage() {
            return parameter.message.get();
        }

        @Override
        public Response getResponse() {
            return parameter.response();
        }

        @Override
        public Problem problem() {
            return parameter.problem.get();
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}

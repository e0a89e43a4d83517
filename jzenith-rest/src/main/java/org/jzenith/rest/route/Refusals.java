package org.jzenith.rest.route;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/** The exceptions of section 3.7.2 of Jakarta REST, without stack traces: the client is at fault, no line of code. Their messages
 * are those that Jakarta REST would make at each of them. */
final class Refusals {

    private Refusals() {}

    static NotFoundException notFound() {
        return new NotFoundException("HTTP 404 Not Found") {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }

    static NotAllowedException notAllowed(final String allow) {
        final Response response = Response.status(Response.Status.METHOD_NOT_ALLOWED)
                .header(HttpHeaders.ALLOW, allow)
                .build();
        return new NotAllowedException(response) {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }

    static NotSupportedException notSupported() {
        return new NotSupportedException("HTTP 415 Unsupported Media Type") {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }

    static NotAcceptableException notAcceptable() {
        return new NotAcceptableException("HTTP 406 Not Acceptable") {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }

    static BadRequestException malformedMediaType() {
        return new BadRequestException("HTTP 400 Bad Request") {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }
}

package org.jzenith.rest.route;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The exceptions of section 3.7.2 of Jakarta REST, without stack traces: the client is at fault, no line of code. Their messages
 * are those that Jakarta REST would make at each of them, or say which media types there are. */
final class Refusals {

    /** Characters of a header that are repeated to the client. */
    private static final int LONGEST = 100;

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

    /**
     * @param contentType as the client has sent it
     * @param taken the media types that are taken instead
     * @param acceptHeader says those to programs, such as {@code Accept-Patch}; null for none
     */
    static NotSupportedException notSupported(
            final @Nullable String contentType, final List<String> taken, final @Nullable String acceptHeader) {
        final Response.ResponseBuilder response = Response.status(Response.Status.UNSUPPORTED_MEDIA_TYPE);
        if (acceptHeader != null && !taken.isEmpty()) {
            response.header(acceptHeader, String.join(", ", taken));
        }
        return new NotSupportedException(
                (contentType == null
                                ? "The request names no Content-Type"
                                : "The Content-Type '" + shown(contentType) + "' is not understood here")
                        + list("; send ", taken.stream()),
                response.build()) {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }

    /**
     * @param accept as the client has sent it
     * @param made the media types that are made instead
     */
    static NotAcceptableException notAcceptable(final @Nullable String accept, final Stream<String> made) {
        final Response response = Response.status(Response.Status.NOT_ACCEPTABLE)
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .build();
        return new NotAcceptableException(
                "The Accept header '" + shown(String.valueOf(accept)) + "' fits nothing that is made here"
                        + list("; accept ", made),
                response) {
            private static final long serialVersionUID = 1L;

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        };
    }

    private static String shown(final String header) {
        return header.length() <= LONGEST ? header : header.substring(0, LONGEST) + "..";
    }

    private static String list(final String before, final Stream<String> types) {
        final List<String> known = types.distinct().sorted().toList();
        return known.isEmpty() ? "." : before + String.join(" or ", known) + ".";
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

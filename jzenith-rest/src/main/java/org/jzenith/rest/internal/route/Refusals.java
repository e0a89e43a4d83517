package org.jzenith.rest.internal.route;

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
import org.jzenith.rest.internal.entity.ContentTypes;

/**
 * The exceptions of section 3.7.2 of Jakarta REST, without stack traces: the client is at fault, no line of code. Their messages
 * are those that Jakarta REST would make at each of them, or say which media types there are. Their class names appear in
 * logs and metrics.
 */
final class Refusals {

    private Refusals() {}

    static NotFoundException notFound() {
        return new NoSuchPathException();
    }

    static NotAllowedException notAllowed(final String allow) {
        final Response response = Response.status(Response.Status.METHOD_NOT_ALLOWED)
                .header(HttpHeaders.ALLOW, allow)
                .build();
        return new MethodNotAllowedException(response);
    }

    /**
     * @param contentType the client's header
     * @param taken the media types that are taken instead
     * @param acceptHeader says those to programs, such as {@code Accept-Patch}; null for none
     */
    static NotSupportedException notSupported(
            final @Nullable String contentType, final List<String> taken, final @Nullable String acceptHeader) {
        final Response.ResponseBuilder response = Response.status(Response.Status.UNSUPPORTED_MEDIA_TYPE);
        if (acceptHeader != null && !taken.isEmpty()) {
            response.header(acceptHeader, String.join(", ", taken));
        }
        return new UnsupportedBodyException(
                ContentTypes.notSupported(contentType, list(". Send ", " or ", taken.stream())), response.build());
    }

    /**
     * @param accept the client's header
     * @param made the media types that are made instead
     */
    static NotAcceptableException notAcceptable(final @Nullable String accept, final Stream<String> made) {
        final Response response = Response.status(Response.Status.NOT_ACCEPTABLE)
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .build();
        return new NoAcceptableTypeException(
                "No response format matches the Accept header '" + ContentTypes.shown(accept) + "'"
                        + list(". Available: ", ", ", made),
                response);
    }

    private static String list(final String before, final String between, final Stream<String> types) {
        final List<String> known = types.distinct().sorted().toList();
        return known.isEmpty() ? "." : before + String.join(between, known) + ".";
    }

    static BadRequestException malformedMediaType() {
        return new MalformedMediaTypeException();
    }

    private static final class NoSuchPathException extends NotFoundException {

        private static final long serialVersionUID = 1L;

        NoSuchPathException() {
            super("HTTP 404 Not Found");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class MethodNotAllowedException extends NotAllowedException {

        private static final long serialVersionUID = 1L;

        MethodNotAllowedException(final Response response) {
            super(response);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class UnsupportedBodyException extends NotSupportedException {

        private static final long serialVersionUID = 1L;

        UnsupportedBodyException(final String message, final Response response) {
            super(message, response);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class NoAcceptableTypeException extends NotAcceptableException {

        private static final long serialVersionUID = 1L;

        NoAcceptableTypeException(final String message, final Response response) {
            super(message, response);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class MalformedMediaTypeException extends BadRequestException {

        private static final long serialVersionUID = 1L;

        MalformedMediaTypeException() {
            super("HTTP 400 Bad Request");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}

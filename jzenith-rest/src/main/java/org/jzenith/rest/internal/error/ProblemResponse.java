package org.jzenith.rest.internal.error;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.spi.Failure;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;

/** The response that an error brings with it, and the one that a problem is sent as. */
final class ProblemResponse {

    private ProblemResponse() {}

    /** The response of the error itself; null if it has none, or if it is made only on demand. */
    static @Nullable Response ownOf(final Throwable error) {
        if (error instanceof KnownProblem) {
            return null;
        }
        if (error instanceof WebApplicationException exception) {
            return exception.getResponse();
        }
        return error instanceof Failure failure ? failure.getResponse() : null;
    }

    /**
     * The response of a problem.
     *
     * @param own its headers stay; null for none
     * @param body the problem as JSON
     */
    static Response of(final @Nullable Response own, final Problem problem, final byte[] body) {
        final Response.ResponseBuilder builder = own == null
                ? Response.status(problem.status())
                : Response.fromResponse(own).status(problem.status());
        problem.headers().forEach((name, value) -> builder.header(name, null).header(name, value));
        return builder.header(HttpHeaders.CONTENT_LENGTH, null)
                .type(Errors.MEDIA_TYPE)
                .entity(body)
                .build();
    }

    /** Returns true if a response needs no problem. */
    static boolean isWhole(final Response own) {
        return own.hasEntity() || own.getStatus() < 400;
    }
}

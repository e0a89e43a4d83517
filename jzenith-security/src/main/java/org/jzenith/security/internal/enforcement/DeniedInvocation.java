package org.jzenith.security.internal.enforcement;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;

/** Turns a refusal into the exception that fails the invocation of a resource method. */
final class DeniedInvocation {

    private static final int FIRST_ERROR = 400;

    private DeniedInvocation() {}

    static WebApplicationException of(final GuardDecision refusal) {
        if (refusal.status() < FIRST_ERROR) {
            final Response.ResponseBuilder redirect = Response.status(refusal.status());
            refusal.headers().forEach(redirect::header);
            return new WebApplicationException(redirect.build());
        }
        Problem problem = Problem.of(refusal.status());
        final String detail = refusal.detail();
        if (detail != null) {
            problem = problem.withDetail(detail);
        }
        for (final var header : refusal.headers().entrySet()) {
            problem = problem.withHeader(header.getKey(), header.getValue());
        }
        return new ProblemException(problem);
    }
}

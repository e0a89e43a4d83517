package org.jzenith.rest.error;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.http1.ReasonPhrases;
import org.jzenith.http.problem.Problem;

/**
 * A failure with the problem (RFC 9457) for the client. A resource, filter or mapper throws it, or an Rx type emits it. Extend it for your
 * own failures.
 *
 * <pre>{@code
 * throw new ProblemException(Problem.of(403).withDetail("Your balance is 30, but that costs 50."));
 *
 * public final class SoldOutException extends ProblemException {
 *
 *     public SoldOutException(final String article) {
 *         super(Problem.of(409).withDetail("The article " + article + " is sold out."));
 *     }
 * }
 * }</pre>
 *
 * <p>The client gets the problem; the message is only for the log. The exception has no stack trace, because problems are expected; its
 * cause has one. Only a problem with the status 500 is logged, at level ERROR, and gets an {@code id}.
 */
public class ProblemException extends WebApplicationException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /**
     * Creates an exception to throw or emit.
     *
     * @param problem the problem for the client
     */
    public ProblemException(final Problem problem) {
        this(problem, null);
    }

    /**
     * Creates an exception to throw or emit.
     *
     * @param problem the problem for the client
     * @param cause logged, never sent to the client
     */
    public ProblemException(final Problem problem, final @Nullable Throwable cause) {
        super(message(problem), cause, response(problem));
        this.problem = problem;
    }

    private static String message(final Problem problem) {
        final String detail = problem.detail();
        return detail == null ? problem.status() + " " + ReasonPhrases.of(problem.status()) : detail;
    }

    private static Response response(final Problem problem) {
        final Response.ResponseBuilder builder = Response.status(problem.status());
        problem.headers().forEach(builder::header);
        return builder.build();
    }

    /**
     * Returns the problem for the client.
     *
     * @return the problem given to the constructor
     */
    public final Problem problem() {
        return problem;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it changes nothing
    public final Throwable fillInStackTrace() {
        return this;
    }
}

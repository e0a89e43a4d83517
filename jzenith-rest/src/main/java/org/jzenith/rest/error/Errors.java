package org.jzenith.rest.error;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;

/**
 * Converts every failure to a response, {@code application/problem+json}, whatever the client accepts.
 *
 * <p>The application's mappings come first, then the table in {@code docs/errors.md}, then 500. Immutable and safe for
 * use by many threads.
 */
public final class Errors {

    /** The media type of every problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /**
     * The {@code Retry-After} of a 503 whose exception gives no time: one second, the shortest that the header allows.
     */
    public static final String RETRY_AFTER = "1";

    /** The request property with the path that problems show: as the client has sent it. */
    public static final String SENT_PATH = "org.jzenith.rest.sent-path";

    private final ErrorResponses responses;
    private final ErrorMappers mappers;

    /**
     * An exception of the application and the response that a client gets for it.
     *
     * @param type the exception; its subclasses are meant too, unless they have a mapping of their own
     * @param problem makes the response; the exception's own message is shown only if this says so
     * @param status the status of the response; empty if the exception decides about it
     */
    public record Mapping(Class<? extends Throwable> type, Function<Throwable, Problem> problem, OptionalInt status) {

        /** Checks that all are there. */
        public Mapping {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(problem, "problem");
            Objects.requireNonNull(status, "status");
        }

        /**
         * A response that is always the same.
         *
         * @param type the exception
         * @param status an HTTP error status, 400 to 599
         * @param detail a sentence for the client, or null to say nothing beyond the status
         * @throws IllegalArgumentException if the status is not an error status
         */
        public Mapping(final Class<? extends Throwable> type, final int status, final @Nullable String detail) {
            this(type, constant(type, status, detail), OptionalInt.of(status));
        }

        /**
         * A response that the exception decides about.
         *
         * @param <E> the type of the exception
         * @param type the exception
         * @param problem makes the response
         * @return a mapping
         */
        public static <E extends Throwable> Mapping of(
                final Class<E> type, final Function<? super E, Problem> problem) {
            Objects.requireNonNull(problem, "problem");
            return new Mapping(type, error -> problem.apply(type.cast(error)), OptionalInt.empty());
        }

        private static Function<Throwable, Problem> constant(
                final Class<? extends Throwable> type, final int status, final @Nullable String detail) {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(
                        "The status " + status + " is not an error. It comes from the mapping of " + type.getName()
                                + ". Give a status from 400 to 599.");
            }
            final Problem problem = ProblemJson.encoded(ProblemJson.of(status, detail));
            return error -> problem;
        }
    }

    /**
     * The {@code Retry-After} of a request that is refused because something it needs is not there or not free (RFC 9110,
     * section 10.2.3).
     *
     * @param seconds after which the client may try again, one or more
     */
    public record RetryAfter(long seconds) {

        /** Returns the value of the header. */
        @Override
        public String toString() {
            return Long.toString(seconds);
        }
    }

    /** A resource method as it is known in the log; its {@code toString()} has class and name. */
    public interface RoutedMethod extends ResourceInfo {

        /**
         * Returns the path template.
         *
         * @return the path with the names of its parameters
         */
        String route();
    }

    /**
     * The response to a failure.
     *
     * @param status the HTTP status
     * @param body UTF-8 bytes of type {@link #MEDIA_TYPE}
     * @param response the same with headers; null if there are none but the type
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record TableResponse(
            int status, byte[] body, @Nullable Response response) {

        /**
         * The response for Jakarta REST.
         *
         * @return its entity is the body
         */
        public Response toResponse() {
            return response == null
                    ? Response.status(status).type(MEDIA_TYPE).entity(body).build()
                    : response;
        }
    }

    /**
     * Takes the application's own mappings.
     *
     * @param mappings from exceptions to responses; of two for the same exception the later one counts
     */
    public Errors(final Collection<Mapping> mappings) {
        final Mappings known = new Mappings(mappings);
        final Unwrapping unwrapping = new Unwrapping(known);
        this.responses = new ErrorResponses(known, unwrapping);
        this.mappers = new ErrorMappers(responses, unwrapping);
    }

    /**
     * The mappers to register with Jakarta REST, as built-ins, so that the application's own mappers are asked first.
     *
     * @return mappers that together handle every failure; they never throw
     */
    public List<ExceptionMapper<?>> mappers() {
        return mappers.all();
    }

    /**
     * Returns true if the mappings and the table handle errors of a type, because no mapper of the application does.
     *
     * @param type the type of an error
     * @param providers the registered mappers
     * @return true if {@link #tableResponse} may have the response
     */
    public boolean leavesToTable(final Class<? extends Throwable> type, final Providers providers) {
        return mappers.areNearest(type, providers);
    }

    /**
     * The response of the mappings and the table.
     *
     * @param failure a failure of a type for which {@link #leavesToTable} is true
     * @param method the method of the request, for the log
     * @param instance the path of the request
     * @return null if the failure wraps another one or brings a response of its own
     */
    public @Nullable TableResponse tableResponse(final Throwable failure, final String method, final String instance) {
        return responses.ofTable(failure, method, instance);
    }

    /**
     * The problem of a failure, without the response that it may bring. An unknown failure is logged here.
     *
     * @param failure the reason to break off a response that has begun
     * @param method the method of the request, for the log
     * @param instance the path of the request, or null if it has none that can be shown
     * @return UTF-8 bytes of type {@link #MEDIA_TYPE}, in one line
     */
    public byte[] problemBody(final Throwable failure, final String method, final @Nullable String instance) {
        return responses.problemBody(failure, method, instance);
    }

    /** Logs how often unknown failures have repeated since the last report; called once a minute and at the stop. */
    public void reportRepetitions() {
        responses.reportRepetitions();
    }

    /**
     * Returns true during a flood of requests refused with {@link RetryAfter}.
     *
     * @return true from 500 refusals in one second on, until a second has passed with fewer
     */
    public boolean refusesMany() {
        return responses.refusesMany();
    }

    /**
     * The body for a failure that is no exception, such as a limit.
     *
     * @param status the HTTP status
     * @param detail a sentence for the client, or null
     * @param instance the path of the request, or null if it has none that can be shown
     * @return UTF-8 bytes of type {@link #MEDIA_TYPE}
     */
    public static byte[] body(final int status, final @Nullable String detail, final @Nullable String instance) {
        return ProblemJson.toBytes(ProblemJson.of(status, detail), instance);
    }

    /**
     * Returns the body for an unknown failure, status 500. Logs the failure with method and path, under the id that the
     * body shows.
     *
     * @param failure the failure
     * @param method the method of the request, for the log
     * @param instance the path of the request, or null if it has none that can be shown
     * @return UTF-8 bytes of type {@link #MEDIA_TYPE}
     */
    public byte[] unknownBody(final Throwable failure, final String method, final @Nullable String instance) {
        return responses.unknownBody(failure, method, instance);
    }

    /**
     * A failure to throw where the client may read why.
     *
     * @param status the HTTP status
     * @param detail a sentence for the client; it is shown as it is
     * @return an exception without stack trace
     */
    public static WebApplicationException exception(final int status, final String detail) {
        return new ProblemException(ProblemJson.of(status, detail), null);
    }

    /**
     * A failure to throw when a request breaks rules.
     *
     * @param violations at least one
     * @return an exception for status 400
     */
    public static WebApplicationException invalid(final List<Violation> violations) {
        return new ProblemException(Violations.of(violations), null);
    }

    /**
     * A failure to throw when a body cannot be read.
     *
     * @param cause the reader's exception; the table says what the client reads
     * @return an exception for status 400
     */
    public static WebApplicationException unreadable(final Throwable cause) {
        return new UnreadableBodyException(cause);
    }

    /**
     * A failure to throw when a part of a body cannot be read.
     *
     * @param cause the reader's exception; the table says what the client reads
     * @param place begins the sentence that the client reads
     * @return an exception for status 400
     */
    public static WebApplicationException unreadable(final Throwable cause, final String place) {
        final Problem problem = place.isEmpty() ? null : Policy.unreadable(cause);
        return problem == null || problem.detail() == null
                ? new UnreadableBodyException(cause)
                : new ProblemException(ProblemJson.of(problem.status(), place + problem.detail()), cause);
    }

    /**
     * Returns the failure with the member {@code line}, which gives clients its line in the body.
     *
     * @param failure the failure of an element of a body
     * @param line in which the element begins, from 1; 0 if the lines of the body do not count
     * @return the failure itself if it is not for a client
     */
    public static WebApplicationException atLine(final WebApplicationException failure, final long line) {
        final Problem problem = failure instanceof final ProblemException known
                ? known.problem()
                : failure instanceof UnreadableBodyException ? Policy.unreadable(failure.getCause()) : null;
        return line == 0 || problem == null || problem.status() == 500
                ? failure
                : new ProblemException(problem.withMember("line", line), failure.getCause());
    }

    /**
     * The problem of a parameter that cannot be read.
     *
     * @param status the HTTP status
     * @param message names the parameter and its value, in RESTEasy's words
     * @param type the type of the parameter
     * @return a problem that says what is expected
     */
    public static Problem unreadableParameter(final int status, final String message, final Class<?> type) {
        final String detail = ParameterDetail.of(message, type);
        return detail == null
                ? Objects.requireNonNull(Policy.withoutEntity(status, message))
                : ProblemJson.of(status, detail);
    }
}

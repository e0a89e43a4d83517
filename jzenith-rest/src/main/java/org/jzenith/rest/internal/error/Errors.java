package org.jzenith.rest.internal.error;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ReaderException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.limit.OutOfMemory;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.jzenith.rest.error.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts every failure to a response, {@code application/problem+json}, whatever the client accepts.
 *
 * <p>The application's mappings come first, then the table in {@code docs/errors.md}, then 500. Safe for use by many
 * threads.
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

    private static final Logger LOGGER = LoggerFactory.getLogger(Errors.class);

    private final Mappings mappings;
    private final Unwrapping unwrapping;
    private final Mapper mapper = new Mapper();
    private final RefusalCount refusals = new RefusalCount();
    private final @Nullable DevelopmentSession development =
            DevelopmentSession.current().orElse(null);
    private final FailureLog log = new FailureLog(development == null);

    /**
     * An exception of the application and the response that a client gets for it.
     *
     * @param type the exception; its subclasses are meant too, unless they have their own mapping
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
                throw new IllegalArgumentException("The mapping of " + type.getName() + " has the status " + status
                        + ", which is not an error. Use a status from 400 to 599.");
            }
            final Problem problem = ProblemJson.of(status, detail);
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
     * Takes the application's own mappings.
     *
     * @param mappings from exceptions to responses; of two for the same exception the later one counts
     */
    public Errors(final Collection<Mapping> mappings) {
        this.mappings = new Mappings(mappings);
        this.unwrapping = new Unwrapping(this.mappings);
    }

    /**
     * The mappers to register with Jakarta REST, as built-ins, so that the application's own mappers are asked first.
     *
     * @return mappers that together handle every failure; they never throw
     */
    public List<ExceptionMapper<?>> mappers() {
        return List.of(mapper, new UnreadMapper());
    }

    /**
     * The problem of a failure, without the response that it may bring. An unknown failure is logged here.
     *
     * @param failure the reason to break off a response that has started
     * @param method the method of the request, for the log
     * @param instance the path of the request, or null if it has none that can be shown
     * @return UTF-8 bytes of type {@link #MEDIA_TYPE}, in one line
     */
    public byte[] problemBody(final Throwable failure, final String method, final @Nullable String instance) {
        return told(failure, unwrapping.unwrap(failure), null, method, instance).problem();
    }

    /** Logs how often unknown failures have repeated since the last report; called once a minute and at the stop. */
    public void reportRepetitions() {
        log.reportRepetitions();
    }

    /**
     * Returns true during a flood of requests refused with {@link RetryAfter}.
     *
     * @return true from 500 refusals in one second on, until a second has passed with fewer
     */
    public boolean refusesMany() {
        return refusals.isFlood();
    }

    /**
     * The body for a failure that is not an exception, such as a limit.
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
        return ProblemJson.toBytes(log.unknown(failure, method, instance), instance);
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
     * @param place starts the sentence that the client reads
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
     * @param line in which the element starts, from 1; 0 if the lines of the body do not count
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

    /**
     * The response to a failure: status, headers and, from 400 on, a body; a problem's entity is a {@code byte[]}. An unknown
     * failure is logged here, once.
     */
    Response toResponse(final Throwable failure, final @Nullable String method, final @Nullable String instance) {
        final Throwable error = unwrapping.unwrap(failure);
        final Response own = OutOfMemory.isCauseOf(failure) ? null : ProblemResponse.ownOf(error);
        return own != null && ProblemResponse.isWhole(own)
                ? own
                : told(failure, error, own, method, instance).response();
    }

    /**
     * The response to a failure.
     *
     * @param problem UTF-8 bytes of type {@link #MEDIA_TYPE}
     * @param response its entity are these bytes, or in development mode a page
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Told(byte[] problem, Response response) {}

    private Told told(
            final Throwable failure,
            final Throwable error,
            final @Nullable Response own,
            final @Nullable String method,
            final @Nullable String instance) {
        final boolean noMemory = OutOfMemory.isCauseOf(failure);
        final Problem problem = noMemory ? null : problem(failure, error);
        final Mapping mapping = noMemory ? null : mappings.nearest(error, problem != null);
        final Problem told = mapping == null ? problem : mapped(mapping, error);
        if (told == null || (mapping == null && isLogged(error, told))) {
            final Problem logged =
                    told == null ? log.unknown(failure, method, instance) : log.logged(told, failure, method, instance);
            final DevelopmentSession.FailureReport report = noMemory ? null : report(error, logged, method, instance);
            final Response known = told == null ? null : own;
            return report == null
                    ? told(error, known, logged, instance)
                    : reported(
                            report, told(error, known, logged.withMember("stackTrace", report.stackTrace()), instance));
        }
        if (mapping == null) {
            debug("{} gets the status {}.", error, told.status());
        }
        return told(error, own, told, instance);
    }

    /** Another service's failure is logged as a failure of this one is: clients are not told the reason either. */
    private static boolean isLogged(final Throwable error, final Problem told) {
        return told.status() == 500
                || (error instanceof KnownProblem && (told.status() == 502 || told.status() == 504));
    }

    private Told told(
            final Throwable error,
            final @Nullable Response own,
            final Problem problem,
            final @Nullable String instance) {
        final byte[] body = ProblemJson.toBytes(problem, instance);
        return new Told(body, retryAfter(error, ProblemResponse.of(own, problem, body)));
    }

    /** In development mode only. */
    private DevelopmentSession.@Nullable FailureReport report(
            final Throwable error,
            final Problem problem,
            final @Nullable String method,
            final @Nullable String instance) {
        final HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        if (development == null || request == null) {
            return null;
        }
        final HttpHeaders headers = request.getHttpHeaders();
        return development
                .report(
                        error,
                        ProblemJson.id(problem),
                        method + " " + Objects.requireNonNullElse(instance, "request"),
                        Objects.requireNonNullElse(headers.getRequestHeader(HttpHeaders.HOST), List.of()),
                        Objects.requireNonNullElse(headers.getRequestHeader(HttpHeaders.ACCEPT), List.of()))
                .orElse(null);
    }

    private static Told reported(final DevelopmentSession.FailureReport report, final Told told) {
        final String page = report.page();
        return page == null
                ? told
                : new Told(
                        told.problem(),
                        Response.fromResponse(told.response())
                                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                                .type("text/html; charset=utf-8")
                                .entity(page.getBytes(StandardCharsets.UTF_8))
                                .build());
    }

    private static @Nullable Problem problem(final Throwable failure, final Throwable error) {
        final Problem problem = Policy.problem(error);
        // RESTEasy wraps what is thrown while it reads a body, and nothing else, in this exception.
        final boolean reading = failure instanceof ReaderException && !(error instanceof WebApplicationException);
        return problem == null && reading ? Policy.unreadable(error) : problem;
    }

    /** Null if the mapping itself fails. */
    private static @Nullable Problem mapped(final Mapping mapping, final Throwable error) {
        try {
            final Problem problem = Objects.requireNonNull(mapping.problem().apply(error), "the mapped problem");
            debug("{} is mapped to {}.", error, problem.status());
            return problem;
        } catch (final RuntimeException e) {
            LOGGER.error("The mapping of {} failed.", mapping.type().getName(), LogText.escape(e));
            return null;
        }
    }

    private static void debug(final String line, final Throwable error, final int status) {
        if (LOGGER.isDebugEnabled()) {
            LOGGER.debug(line, error.getClass().getName(), status, LogText.escape(error));
        }
    }

    private Response retryAfter(final Throwable error, final Response response) {
        if (error instanceof TemporarilyUnavailable unavailable
                && response.getStatus() == 503
                && !response.getHeaders().containsKey(HttpHeaders.RETRY_AFTER)) {
            final long seconds = Policy.retryAfter(unavailable) + refusals.add(error);
            response.getHeaders().putSingle(HttpHeaders.RETRY_AFTER, new RetryAfter(seconds));
        }
        return response;
    }

    private Response currentResponse(final Throwable failure) {
        final HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        return request == null
                ? toResponse(failure, null, null)
                : toResponse(failure, request.getHttpMethod(), (String) request.getAttribute(SENT_PATH));
    }

    private final class Mapper implements ExceptionMapper<Throwable> {

        @Override
        public Response toResponse(final Throwable failure) {
            final Throwable error = unwrapping.unwrap(failure);
            final ExceptionMapper<Throwable> other = error == failure ? null : otherMapper(error);
            return other == null ? currentResponse(failure) : other.toResponse(error);
        }

        /** RESTEasy looked for a mapper of the wrapper; the application may have one of what is inside. */
        @SuppressWarnings("unchecked")
        private @Nullable ExceptionMapper<Throwable> otherMapper(final Throwable error) {
            final Providers providers = ResteasyContext.getContextData(Providers.class);
            final ExceptionMapper<?> found = providers == null ? null : providers.getExceptionMapper(error.getClass());
            return found == this ? null : (ExceptionMapper<Throwable>) found;
        }
    }

    /** RESTEasy would pass on the cause alone, which does not tell that the body of the client could not be read. */
    private final class UnreadMapper implements ExceptionMapper<ReaderException> {

        @Override
        public Response toResponse(final ReaderException failure) {
            return mapper.toResponse(failure);
        }
    }
}

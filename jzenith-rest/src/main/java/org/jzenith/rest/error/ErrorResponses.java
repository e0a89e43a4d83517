package org.jzenith.rest.error;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ReaderException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.limit.OutOfMemory;
import org.jzenith.core.log.LogText;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.jzenith.rest.error.Errors.Mapping;
import org.jzenith.rest.error.Errors.RetryAfter;
import org.jzenith.rest.error.Errors.TableResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the response to a failure: the application's mappings come first, then the {@link Policy}, then 500. Safe for use by many
 * threads.
 */
final class ErrorResponses {

    private static final Logger LOGGER = LoggerFactory.getLogger(Errors.class);

    private final Mappings mappings;
    private final Unwrapping unwrapping;
    private final RefusalCount refusals = new RefusalCount();
    private final @Nullable DevelopmentSession development =
            DevelopmentSession.current().orElse(null);
    private final FailureLog log = new FailureLog(development == null);

    ErrorResponses(final Mappings mappings, final Unwrapping unwrapping) {
        this.mappings = mappings;
        this.unwrapping = unwrapping;
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
                : response(failure, error, own, method, instance).toResponse();
    }

    /** Null if the failure wraps another one or brings a response of its own. */
    @Nullable
    TableResponse ofTable(final Throwable failure, final String method, final String instance) {
        if (!OutOfMemory.isCauseOf(failure) && unwrapping.unwrap(failure) != failure) {
            return null;
        }
        final Response own = ProblemResponse.ownOf(failure);
        return own != null && ProblemResponse.isWhole(own) ? null : response(failure, failure, own, method, instance);
    }

    /** The problem of a failure, without the response that it may bring. An unknown failure is logged here. */
    byte[] problemBody(final Throwable failure, final String method, final @Nullable String instance) {
        return response(failure, unwrapping.unwrap(failure), null, method, instance)
                .body();
    }

    /** The problem of an unknown failure, which is logged here. */
    byte[] unknownBody(final Throwable failure, final String method, final @Nullable String instance) {
        return ProblemJson.toBytes(log.unknown(failure, method, instance), instance);
    }

    /** Logs how often failures have repeated since the last report. */
    void reportRepetitions() {
        log.reportRepetitions();
    }

    /** Returns true during a flood of requests refused with {@link RetryAfter}. */
    boolean refusesMany() {
        return refusals.isFlood();
    }

    private TableResponse response(
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
            return report == null
                    ? response(error, told == null ? null : own, logged, instance)
                    : reported(
                            report,
                            response(
                                    error,
                                    told == null ? null : own,
                                    logged.withMember("stackTrace", report.stackTrace()),
                                    instance));
        }
        if (mapping == null) {
            debug("{} gets the status {}.", error, told.status());
        }
        return response(error, own, told, instance);
    }

    /** Another service's failure is logged as a failure of this one is: clients are not told the reason either. */
    private static boolean isLogged(final Throwable error, final Problem told) {
        return told.status() == 500
                || (error instanceof KnownProblem && (told.status() == 502 || told.status() == 504));
    }

    private TableResponse response(
            final Throwable error,
            final @Nullable Response own,
            final Problem problem,
            final @Nullable String instance) {
        final byte[] body = ProblemJson.toBytes(problem, instance);
        final boolean hasHeaders = problem.status() == 503
                || !problem.headers().isEmpty()
                || (own != null && !own.getHeaders().isEmpty());
        return new TableResponse(
                problem.status(), body, hasHeaders ? retryAfter(error, ProblemResponse.of(own, problem, body)) : null);
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

    private static TableResponse reported(final DevelopmentSession.FailureReport report, final TableResponse response) {
        final String page = report.page();
        return page == null
                ? response
                : new TableResponse(
                        response.status(),
                        response.body(),
                        Response.fromResponse(response.toResponse())
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
}

package org.jzenith.rest.internal.error;

import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.WebApplicationException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.resteasy.spi.Failure;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.core.version.MissingVersionException;
import org.jzenith.core.version.StaleVersionException;
import org.jzenith.http.problem.KnownProblem;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.jzenith.json.internal.error.UnreadableJson;
import org.jzenith.rest.error.ProblemException;

/** The table that maps failures to problems. The first matching row applies. */
final class Policy {

    /** The detail of a failure that no row matches. */
    static final String UNKNOWN_DETAIL =
            "The server failed to handle the request. Quote the id when you report it; the server's log has the cause.";

    // The same rows stand in docs/errors.md.
    private static final List<Row<?>> ROWS = List.of(
            row(ProblemException.class, ProblemException::problem),
            row(KnownProblem.class, KnownProblem::problem),
            row(ConstraintViolationException.class, Violations::problem),
            row(TemporarilyUnavailable.class, e -> ProblemJson.of(503, "The service is temporarily unavailable.")),
            row(InvalidPageException.class, e -> ProblemJson.of(400, e.getMessage())),
            row(StaleVersionException.class, e -> ProblemJson.of(412, e.getMessage())),
            row(MissingVersionException.class, e -> ProblemJson.of(428, e.getMessage())),
            row(UnreadableBodyException.class, e -> unreadable(e.getCause())),
            row(WebApplicationException.class, Policy::withoutEntity),
            row(Failure.class, e -> withoutEntity(status(e), e.getMessage())));

    /** Exceptions of readers that do not blame the JSON. */
    private static final List<Row<?>> UNREADABLE_ROWS = List.of(
            row(InvalidDefinitionException.class, e -> null),
            row(IndexOutOfBoundsException.class, e -> null),
            row(NullPointerException.class, e -> null),
            row(ClassCastException.class, e -> null),
            row(Exception.class, e -> ProblemJson.of(400, "The body cannot be read.")));

    private static final Map<Integer, Problem> BY_STATUS = Stream.of(
                    ProblemJson.of(400, "The request is malformed."),
                    ProblemJson.of(404, "There is nothing at this path."),
                    ProblemJson.of(
                            405,
                            "This path does not support this method. See the Allow header for the methods it supports."),
                    ProblemJson.of(406, "No response format matches the Accept header."),
                    ProblemJson.of(413, "The body is too large."),
                    ProblemJson.of(415, "This Content-Type is not supported."))
            .collect(Collectors.toUnmodifiableMap(Problem::status, problem -> problem));

    private Policy() {}

    /** The problem for an unwrapped failure, or null if it is unknown: the server's fault, 500 with an id. */
    static @Nullable Problem problem(final Throwable error) {
        return first(ROWS, error);
    }

    /** The problem for what a reader of bodies threw, or null if it is the server's fault. */
    static @Nullable Problem unreadable(final @Nullable Throwable cause) {
        if (cause == null) {
            return ProblemJson.of(400, "The body cannot be read.");
        }
        final String reason = UnreadableJson.reason(cause);
        return reason == null ? first(UNREADABLE_ROWS, cause) : ProblemJson.of(400, reason);
    }

    /** The seconds after which a request that was refused is worth another try. */
    static long retryAfter(final TemporarilyUnavailable reason) {
        return reason.retryAfter()
                .map(delay -> Math.max(1, delay.plusMillis(999).toSeconds()))
                .orElse(1L);
    }

    private static @Nullable Problem withoutEntity(final WebApplicationException error) {
        final int status = error.getResponse().getStatus();
        final String message = OwnMessage.of(error);
        return message == null ? withoutEntity(status, error.getMessage()) : ProblemJson.of(status, message);
    }

    /** The problem of a status, or of the parameter that RESTEasy names in a message; null if it is the server's fault. */
    static @Nullable Problem withoutEntity(final int status, final @Nullable String message) {
        final String parameter = status == 400 || status == 404 ? ParameterDetail.of(message) : null;
        if (parameter != null) {
            return ProblemJson.of(status, parameter);
        }
        final Problem known = BY_STATUS.get(status);
        return known != null || status == 500 ? known : ProblemJson.of(status, null);
    }

    private static int status(final Failure failure) {
        return failure.getResponse() != null ? failure.getResponse().getStatus() : failure.getErrorCode();
    }

    private static @Nullable Problem first(final List<Row<?>> rows, final Throwable error) {
        for (final Row<?> row : rows) {
            if (row.type().isInstance(error)) {
                return row.apply(error);
            }
        }
        return null;
    }

    private static <T> Row<T> row(final Class<T> type, final Function<T, @Nullable Problem> problem) {
        return new Row<>(type, problem);
    }

    private record Row<T>(Class<T> type, Function<T, @Nullable Problem> problem) {

        @Nullable
        Problem apply(final Throwable error) {
            return problem.apply(type.cast(error));
        }
    }
}

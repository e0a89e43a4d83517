package org.jzenith.rest.error;

import jakarta.ws.rs.container.ResourceInfo;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs failures of which the client is told nothing but an id, under which they stand in the log. */
final class FailureLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(Errors.class);

    private FailureLog() {}

    /** The problem of a failure that no mapping and no row of the table is for. */
    static Problem unknown(final Throwable failure, final @Nullable String method, final @Nullable String path) {
        return logged(Problem.of(500, Policy.UNKNOWN_DETAIL), failure, method, path);
    }

    /**
     * Logs a failure.
     *
     * @param problem is told to the client
     * @param method the method of the request; null if it is not known
     * @param path the path of the request; null if it has none that can be shown
     * @return the problem with the id
     */
    static Problem logged(
            final Problem problem,
            final Throwable failure,
            final @Nullable String method,
            final @Nullable String path) {
        final String id = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
        if (LOGGER.isErrorEnabled()) {
            LOGGER.error(
                    "{}; the client was told the id {}.", report(failure, method, path), id, LogText.escape(failure));
        }
        final RequestContext context = RequestContext.current();
        final RequestTrace trace = context == null ? null : context.trace();
        return trace == null ? problem.withId(id) : problem.withId(id).withTraceId(trace.traceId());
    }

    /**
     * Returns the log line, such as {@code GET /orders/{id} failed with X at shop.Orders.get(Orders.java:41), path
     * /orders/7, request 5f-1}.
     */
    private static String report(final Throwable failure, final @Nullable String method, final @Nullable String path) {
        final ResourceInfo resource = ResteasyContext.getContextData(ResourceInfo.class);
        final String route = resource instanceof final Errors.RoutedMethod known ? known.route() : null;
        final StringBuilder report = new StringBuilder(method == null ? "A request" : LogText.escape(method))
                .append(' ')
                .append(route != null ? route : path == null ? "without a path" : LogText.escape(path))
                .append(" failed with ")
                .append(name(failure.getClass()));
        final String frame = LogText.applicationFrame(failure);
        if (frame != null) {
            report.append(" at ").append(frame);
        } else if (resource instanceof Errors.RoutedMethod) {
            report.append(" in ").append(resource);
        }
        if (route != null && path != null) {
            report.append(", path ").append(LogText.escape(path));
        }
        final RequestContext context = RequestContext.current();
        return (context == null ? report : report.append(", request ").append(context.id())).toString();
    }

    private static String name(final Class<?> type) {
        return type.getName().substring(type.getName().lastIndexOf('.') + 1);
    }
}

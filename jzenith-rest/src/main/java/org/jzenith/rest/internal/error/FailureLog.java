package org.jzenith.rest.internal.error;

import jakarta.ws.rs.container.ResourceInfo;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failures of which the client is told nothing but an id, under which they stand in the log. A failure that repeats is logged in
 * full once, its repetitions are counted and have the id of the first. Safe for use by many threads.
 */
final class FailureLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(Errors.class);

    /** Kinds of failures that are remembered; beyond, all are forgotten, and logged in full again. */
    private static final int MOST_KINDS = 1000;

    /** Messages by which failures at one place are told apart, because messages can contain values of clients. */
    private static final int MOST_MESSAGES = 20;

    /** False in development, where each failure has its own page. */
    private final boolean counts;

    /** By HTTP method, route, exception and the application's line, or the message if there is no such line. */
    private final Map<String, Repetitions> kinds = new ConcurrentHashMap<>();

    FailureLog(final boolean counts) {
        this.counts = counts;
    }

    /** The repetitions of a failure since the last report. */
    private static final class Repetitions {

        private final String what;
        private final String id;
        private final AtomicLong count = new AtomicLong();

        Repetitions(final String what, final String id) {
            this.what = what;
            this.id = id;
        }
    }

    /** The problem of a failure that no mapping and no row of the table is for. */
    Problem unknown(final Throwable failure, final @Nullable String method, final @Nullable String path) {
        return logged(ProblemJson.of(500, Policy.UNKNOWN_DETAIL), failure, method, path);
    }

    /**
     * Logs a failure, such as {@code GET /orders/{id} failed with X at shop.Orders.get(Orders.java:41), path /orders/7, request 5f-1}.
     *
     * @param problem is told to the client
     * @param method the method of the request; null if it is not known
     * @param path the path of the request; null if it has none that can be shown
     * @return the problem with the id
     */
    Problem logged(
            final Problem problem,
            final Throwable failure,
            final @Nullable String method,
            final @Nullable String path) {
        final RequestContext context = RequestContext.current();
        final ResourceInfo resource = ResteasyContext.getContextData(ResourceInfo.class);
        final String route = resource instanceof final Errors.RoutedMethod known ? known.route() : null;
        final String called = method == null ? "A request" : LogText.escape(method);
        final String frame = LogText.applicationFrame(failure);
        final String what = " failed with " + what(failure, frame, resource);
        final String id = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
        final Repetitions earlier = counts
                ? earlier((route == null ? "A request" : called + " " + route) + what, frame, failure, id)
                : null;
        if (earlier == null ? LOGGER.isErrorEnabled() : LOGGER.isDebugEnabled()) {
            final StringBuilder line = new StringBuilder(called).append(' ');
            if (route != null) {
                line.append(route).append(what).append(path == null ? "" : ", path " + LogText.escape(path));
            } else {
                line.append(path == null ? "without a path" : LogText.escape(path))
                        .append(what);
            }
            line.append(context == null ? "" : ", request " + context.id());
            if (earlier == null) {
                LOGGER.error("{}; the client was told the id {}.", line, id, LogText.escape(failure));
            } else {
                LOGGER.debug("{}, again; the client was told the id {}.", line, earlier.id);
            }
        }
        final Problem identified = ProblemJson.withId(problem, earlier == null ? id : earlier.id);
        final RequestTrace trace = context == null ? null : context.trace();
        return trace == null ? identified : identified.withMember("traceId", trace.traceId());
    }

    private static String what(
            final Throwable failure, final @Nullable String frame, final @Nullable ResourceInfo resource) {
        final String type = failure.getClass().getName();
        final String name = type.substring(type.lastIndexOf('.') + 1);
        if (frame != null) {
            return name + " at " + frame;
        }
        return resource instanceof Errors.RoutedMethod ? name + " in " + resource : name;
    }

    /**
     * Counts a failure, and returns its repetitions; null for the first of its kind. Failures outside the application's code are told
     * apart by their messages.
     */
    private @Nullable Repetitions earlier(
            final String what, final @Nullable String frame, final Throwable failure, final String id) {
        if (kinds.size() >= MOST_KINDS) {
            reportRepetitions();
            kinds.clear();
        }
        final Repetitions earlier =
                kinds.putIfAbsent(frame == null ? kind(what, failure.getMessage()) : what, new Repetitions(what, id));
        if (earlier != null) {
            earlier.count.incrementAndGet();
        }
        return earlier;
    }

    private String kind(final String what, final @Nullable String message) {
        final String start = what + ": ";
        final String kind = start + message;
        return kinds.containsKey(kind)
                        || kinds.keySet().stream()
                                        .filter(each -> each.startsWith(start))
                                        .count()
                                < MOST_MESSAGES
                ? kind
                : what;
    }

    /** Logs how often each failure has repeated since the last report. One that has not is logged in full the next time. */
    void reportRepetitions() {
        kinds.forEach((kind, repetitions) -> {
            final long count = repetitions.count.getAndSet(0);
            if (count == 0) {
                kinds.remove(kind);
            } else {
                LOGGER.error(
                        "{} {} more time(s); the clients were told the id {} of the first.",
                        repetitions.what,
                        count,
                        repetitions.id);
            }
        });
    }
}

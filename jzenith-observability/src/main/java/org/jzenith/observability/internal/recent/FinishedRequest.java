package org.jzenith.observability.internal.recent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.RequestTimes;

/**
 * A request that has ended.
 *
 * @param listener the plugin that has served it
 * @param method as the client has sent it
 * @param route empty if none was found
 * @param status 0 without a complete response
 * @param error the cause of a failure; null if there is none
 * @param times the times of its stages
 */
record FinishedRequest(
        String listener,
        String method,
        String route,
        int status,
        long durationNanos,
        RequestContext context,
        @Nullable Throwable error,
        @Nullable RequestTimes times) {

    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;
    private static final int TOO_MANY = 429;

    static FinishedRequest of(final RequestEvent.Answered event) {
        return new FinishedRequest(
                event.plugin(),
                event.method(),
                Objects.requireNonNullElse(event.route(), ""),
                event.status(),
                event.duration().toNanos(),
                event.request(),
                event.error(),
                event.times());
    }

    static FinishedRequest of(final RequestEvent.Disposed event) {
        return new FinishedRequest(
                event.plugin(),
                event.method(),
                Objects.requireNonNullElse(event.route(), ""),
                0,
                event.duration().toNanos(),
                event.request(),
                event.error(),
                event.times());
    }

    /** Returns true for a response that says that the server is at a limit. */
    boolean isRefused() {
        return status == UNAVAILABLE || status == TOO_MANY;
    }

    /** Returns true for a response that says that the server has failed, or is broken off. */
    boolean isFailed() {
        return status >= FAILED || (status == 0 && error != null);
    }

    /** Returns method and route for reports. */
    String name() {
        return route.isEmpty() ? "no route" : method + " " + route;
    }
}

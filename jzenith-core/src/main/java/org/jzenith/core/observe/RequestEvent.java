package org.jzenith.core.observe;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * An event of a request. Each request has one {@link Begun}, at most one {@link Matched}, and one of {@link Answered}
 * and {@link Disposed} as its last event. Observers are called on the event loop of the request's connection.
 */
public sealed interface RequestEvent extends Event {

    /**
     * Returns the plugin that serves the request.
     *
     * @return its name, for example {@code rest} or {@code rest.admin}
     */
    String plugin();

    /**
     * Returns the request. {@link RequestContext#scoped} keeps an observer's data about a request from one event to the next.
     *
     * @return the same for all events of the request
     */
    RequestContext request();

    /**
     * The head of a request has arrived. The server has not yet looked at the rest of the request.
     *
     * @param plugin the plugin that serves it
     * @param request the request
     * @param method the HTTP method
     * @param target the path and query as the client has sent them
     * @param scheme {@code https} if the client uses TLS, with this server or with a load balancer that uses the PROXY protocol;
     * otherwise {@code http}, even if a proxy's header says something else
     * @param version the version of HTTP, for example {@code HTTP/2}
     * @param client the address of the peer
     * @param headers returns the value of a header by its name, or null. Repeated headers are joined with commas. In HTTP/2, {@code Host}
     *     is the {@code :authority}. Valid until the request ends
     */
    record Begun(
            String plugin,
            RequestContext request,
            String method,
            String target,
            String scheme,
            String version,
            String client,
            UnaryOperator<@Nullable String> headers)
            implements RequestEvent {}

    /**
     * The route of a request was found.
     *
     * @param plugin the plugin that serves it
     * @param request the request
     * @param route the path with its parameters as they are declared, for example {@code /users/{id}}
     * @param handler the method that handles it, for example {@code UserResource.get}
     */
    record Matched(String plugin, RequestContext request, String route, String handler) implements RequestEvent {}

    /**
     * The last byte of the response was handed to the connection.
     *
     * @param plugin the plugin that serves it
     * @param request the request
     * @param status the status code
     * @param bytes the size of the content as it was sent
     * @param error the exception that the response reports, or null
     * @param method the HTTP method, as in {@link Begun}
     * @param route the route, as in {@link Matched}: the same object for all requests of a route; null if none was found
     * @param duration the time since the head of the request has arrived
     * @param times the times of its stages; null if no observer {@linkplain EventObserver#needsTimes needs} them
     */
    record Answered(
            String plugin,
            RequestContext request,
            int status,
            long bytes,
            @Nullable Throwable error,
            String method,
            @Nullable String route,
            Duration duration,
            @Nullable RequestTimes times)
            implements RequestEvent {}

    /**
     * A request ended without a complete response: its client disconnected, or a stream failed after its first byte.
     *
     * @param plugin the plugin that serves it
     * @param request the request
     * @param reason the reason, in a few words
     * @param error the exception that made the server abort the response; null if the client has left or reads too slowly
     * @param method the HTTP method, as in {@link Begun}
     * @param route the route, as in {@link Matched}: the same object for all requests of a route; null if none was found
     * @param duration the time since the head of the request has arrived
     * @param times the times of its stages; null if no observer {@linkplain EventObserver#needsTimes needs} them
     */
    record Disposed(
            String plugin,
            RequestContext request,
            String reason,
            @Nullable Throwable error,
            String method,
            @Nullable String route,
            Duration duration,
            @Nullable RequestTimes times)
            implements RequestEvent {}
}

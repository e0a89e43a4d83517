package org.jzenith.restclient.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Event;

/**
 * An event of a call to another service. Each call has one {@link Begun} first, and one of {@link Answered}, {@link Failed},
 * {@link Rejected} and {@link Disposed} last. In between, each attempt has at most one {@link Connected}, {@link Sent} and {@link Retried}.
 * Requests that follow a redirect have no events. The path is always the template of the method, because paths can contain personal data.
 */
public sealed interface OutboundEvent extends Event {

    /**
     * Returns the name of the client.
     *
     * @return for example {@code stock}
     */
    String client();

    /**
     * Returns the number of the call.
     *
     * @return a number that is unique among the client's calls until the application stops
     */
    long id();

    /**
     * A call has started.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param request the request that it belongs to, or null outside a request
     * @param method the HTTP method
     * @param template the path with its parameters as they are declared, for example {@code /articles/{id}}
     * @param host the host that is tried first: a name, or an IP address without brackets
     * @param port its port
     */
    record Begun(
            String client,
            long id,
            @Nullable RequestContext request,
            String method,
            String template,
            String host,
            int port)
            implements OutboundEvent {}

    /**
     * A call has a connection.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param host the host: a name, or an IP address without brackets
     * @param port its port
     * @param waited the time since the attempt started, including the wait for a free connection
     */
    record Connected(String client, long id, String host, int port, Duration waited) implements OutboundEvent {}

    /**
     * The request of a call was handed to its connection; a streamed body follows.
     *
     * @param client the name of the client
     * @param id the number of the call
     */
    record Sent(String client, long id) implements OutboundEvent {}

    /**
     * The response of a call has arrived: all of it, or only the head if the body is streamed.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param method the HTTP method, as in {@link Begun}
     * @param template the path, as in {@link Begun}
     * @param status the status of the response, including error statuses
     * @param duration the time since the call started
     */
    record Answered(String client, long id, String method, String template, int status, Duration duration)
            implements OutboundEvent {}

    /**
     * A call has failed without a complete response.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param method the HTTP method, as in {@link Begun}
     * @param template the path, as in {@link Begun}
     * @param error the cause
     * @param duration the time since the call started
     */
    record Failed(String client, long id, String method, String template, Throwable error, Duration duration)
            implements OutboundEvent {}

    /**
     * An attempt has failed, and the next one will start.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param method the HTTP method, as in {@link Begun}
     * @param template the path, as in {@link Begun}
     * @param attempt the number of the next attempt; the first retry is 2
     * @param delay the time until it starts
     * @param error the cause
     */
    record Retried(String client, long id, String method, String template, int attempt, Duration delay, Throwable error)
            implements OutboundEvent {}

    /**
     * A call was refused before it was sent: the queue or the bulkhead is full, no connection was free in time, or the circuit breaker is
     * open.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param method the HTTP method, as in {@link Begun}
     * @param template the path, as in {@link Begun}
     * @param reason the reason in a few words
     */
    record Rejected(String client, long id, String method, String template, String reason) implements OutboundEvent {}

    /**
     * The caller has disposed a call.
     *
     * @param client the name of the client
     * @param id the number of the call
     * @param method the HTTP method, as in {@link Begun}
     * @param template the path, as in {@link Begun}
     * @param duration the time since the call started
     */
    record Disposed(String client, long id, String method, String template, Duration duration)
            implements OutboundEvent {}
}

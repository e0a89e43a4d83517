package org.jzenith.http.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.http.accesslog.AccessLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the access log tells of one request. Made only if requests are logged. */
final class RequestLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerRequests.class);

    private final AccessLog log;
    private final long begun = System.nanoTime();
    private @Nullable String route;

    RequestLog(final AccessLog log) {
        this.log = log;
    }

    /** The path with the names of its parameters is known. */
    void matched(final String found) {
        route = found;
    }

    /**
     * Adds the line of the request, which ends now, unless requests like it are not logged.
     *
     * @param aborted whether the request has ended without a complete response
     * @param headSent whether the client has got a status
     */
    void add(final Exchange exchange, final boolean aborted, final boolean headSent) {
        final HttpServerRequest incoming = exchange.request().incoming();
        final String target = RequestTarget.sentTarget(incoming);
        final String matched = exchange.request().matchedTarget();
        if (!log.logs(matched == null ? "" : matched)) {
            return;
        }
        final HttpServerResponse outgoing = incoming.response();
        log.add(new AccessLog.Entry(
                System.currentTimeMillis(),
                System.nanoTime() - begun,
                exchange.context().id(),
                address(exchange),
                user(exchange.call()),
                incoming.method().name(),
                target,
                RequestObserver.version(incoming),
                route,
                headSent ? outgoing.getStatusCode() : 0,
                exchange.response().bytesWritten(),
                aborted,
                incoming.headers().get(HttpHeaders.REFERER),
                incoming.headers().get(HttpHeaders.USER_AGENT)));
    }

    private static @Nullable String user(final RequestHandler.Call call) {
        try {
            return call.user();
        } catch (final RuntimeException e) {
            LOGGER.warn("The name of the user cannot be logged.", LogText.escape(e));
            return null;
        }
    }

    /** Empty for a peer that has none. */
    private static String address(final Exchange exchange) {
        final String peer = RequestObserver.address(exchange.request().incoming());
        return peer == null
                ? ""
                : exchange.requests().listener().limits().proxies().isEmpty()
                        ? peer
                        : exchange.request().clientAddress();
    }
}

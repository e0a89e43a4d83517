package org.jzenith.http.exchange;

import org.jspecify.annotations.Nullable;
import org.jzenith.http.accesslog.AccessLog;

/**
 * What is told of the requests of one listener: to the observers of the application, and to the access log.
 *
 * @param observer null if nobody sees the events of requests
 * @param accessLog null if requests are not logged
 */
record RequestReports(
        @Nullable RequestObserver observer, @Nullable AccessLog accessLog) {

    /** For one request; null if requests are not logged. */
    @Nullable
    RequestLog newLog() {
        return accessLog == null ? null : new RequestLog(accessLog);
    }

    /** Before anything else of the request is looked at. */
    void begun(final Exchange exchange) {
        if (observer != null) {
            observer.begun(exchange.context(), exchange.request().incoming());
        }
    }

    /** It is known what answers the request. */
    void matched(final Exchange exchange, final @Nullable RequestLog log, final String route, final Object method) {
        if (log != null) {
            log.matched(route);
        }
        if (observer != null) {
            observer.matched(exchange.context(), route, method.toString());
        }
    }

    /**
     * The request has ended.
     *
     * @param log null if requests are not logged
     * @param disposed why it has no complete response; null if it has one
     * @param streamed whether content followed the head of its response
     */
    void ended(
            final Exchange exchange,
            final @Nullable RequestLog log,
            final @Nullable String disposed,
            final boolean streamed) {
        if (log != null) {
            log.add(exchange, disposed != null, disposed == null || streamed);
        }
        if (observer == null) {
            return;
        }
        if (disposed == null) {
            observer.answered(
                    exchange.context(),
                    exchange.request().incoming().response().getStatusCode(),
                    exchange.response().bytesWritten(),
                    exchange.call().failure());
        } else {
            observer.disposed(exchange.context(), disposed);
        }
    }

    /** HTTP method, path and, if known, what answers. */
    static String description(final ServerRequest request, final RequestHandler.Call call) {
        final String path = request.displayPath();
        final String method = request.method().name();
        final String what = path == null ? method : method + " " + path;
        final String answers = call.description();
        final HttpMount mount = request.mount();
        if (answers == null && mount == null) {
            return what;
        }
        return what + " (" + (answers == null ? mount : answers) + ")";
    }
}

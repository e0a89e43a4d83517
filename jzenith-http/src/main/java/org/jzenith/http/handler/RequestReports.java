package org.jzenith.http.handler;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.security.Principal;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.RequestTimes;
import org.jzenith.http.accesslog.AccessLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the requests of one listener: to the observers of the application, and to the access log.
 *
 * @param plugin serves the requests
 * @param events go to the observers; null if there are none
 * @param accessLog null if requests are not logged
 */
record RequestReports(
        String plugin,
        RequestReports.@Nullable Events events,
        @Nullable AccessLog accessLog) {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestReports.class);

    /** The observers of each event; null where nobody sees it. */
    record Events(
            @Nullable EventEmitter<RequestEvent.Begun> begun,
            @Nullable EventEmitter<RequestEvent.Matched> matched,
            @Nullable EventEmitter<RequestEvent.Answered> answered,
            @Nullable EventEmitter<RequestEvent.Disposed> disposed,
            boolean needTimes) {

        /** Returns null if nobody sees any event. */
        static @Nullable Events of(final Observers observers) {
            final EventEmitter<RequestEvent> all = observers.of(RequestEvent.class);
            return all == null
                    ? null
                    : new Events(
                            observers.of(RequestEvent.Begun.class),
                            observers.of(RequestEvent.Matched.class),
                            observers.of(RequestEvent.Answered.class),
                            observers.of(RequestEvent.Disposed.class),
                            all.needsTimes());
        }

        boolean haveDurations() {
            return answered != null || disposed != null;
        }
    }

    /** The time at which a request begins, by {@link System#nanoTime}; 0 if nothing reports it. */
    long now() {
        return (events != null && events.haveDurations()) || (accessLog != null && accessLog.hasDurations())
                ? System.nanoTime()
                : 0;
    }

    /** Returns the times of a request that begins; null if nobody needs them. */
    @Nullable
    StageTimes stageTimes(final long begunNanos) {
        return events != null && events.needTimes() ? new StageTimes(begunNanos) : null;
    }

    /** The times of a request as it reaches its stages. A blocking method is called by its own thread. */
    static final class StageTimes {

        private final long begunNanos;
        private long body = RequestTimes.NONE;
        private volatile long call = RequestTimes.NONE;
        private volatile long result = RequestTimes.NONE;
        private long firstByte = RequestTimes.NONE;

        StageTimes(final long begunNanos) {
            this.begunNanos = begunNanos;
        }

        private long now() {
            return System.nanoTime() - begunNanos;
        }

        void bodyReceived() {
            body = now();
        }

        void methodCalled() {
            call = now();
        }

        void resultReceived() {
            result = now();
        }

        void resultAwaited() {
            result = RequestTimes.NONE;
        }

        void headSent() {
            firstByte = now();
        }

        /** Returns the times of a request that ends; a whole response has no first byte of its own. */
        private RequestTimes at(final long nanos, final boolean disposed) {
            return new RequestTimes(
                    body,
                    call,
                    result,
                    disposed || firstByte != RequestTimes.NONE ? firstByte : nanos,
                    disposed ? RequestTimes.NONE : nanos);
        }
    }

    /** Reports a request before anything else of it is looked at; of one that could not be decoded, little is known. */
    void begun(final Exchange exchange) {
        final EventEmitter<RequestEvent.Begun> emitter = events == null ? null : events.begun();
        if (emitter != null) {
            final HttpServerRequest incoming = exchange.request().incoming();
            emitter.emit(new RequestEvent.Begun(
                    plugin,
                    exchange.context(),
                    incoming.method().name(),
                    String.valueOf(incoming.uri()),
                    version(incoming),
                    Objects.requireNonNullElse(address(incoming), ""),
                    name -> incoming.headers().get(name)));
        }
    }

    /** The peer's address; null if its connection has none. */
    private static @Nullable String address(final HttpServerRequest incoming) {
        final SocketAddress peer = incoming.remoteAddress();
        return peer == null ? null : peer.hostAddress();
    }

    private static String version(final HttpServerRequest incoming) {
        if (incoming.decoderResult().isFailure()) {
            return "";
        }
        return switch (incoming.version()) {
            case HTTP_1_0 -> "HTTP/1.0";
            case HTTP_1_1 -> "HTTP/1.1";
            case HTTP_2 -> "HTTP/2";
        };
    }

    /** Reports what answers a request. */
    void matched(final Exchange exchange, final String route, final Object method) {
        final EventEmitter<RequestEvent.Matched> emitter = events == null ? null : events.matched();
        if (emitter != null) {
            emitter.emit(new RequestEvent.Matched(plugin, exchange.context(), route, method.toString()));
        }
    }

    /**
     * Reports the end of a request.
     *
     * @param disposed the reason why it has no complete response; null if it has one
     * @param streamed true if content followed the head of its response
     */
    void ended(final Exchange exchange, final @Nullable String disposed, final boolean streamed) {
        final long begunNanos = exchange.begunNanos();
        final long nanos = begunNanos == 0 ? 0 : System.nanoTime() - begunNanos;
        if (accessLog != null) {
            log(accessLog, exchange, nanos, disposed != null, disposed == null || streamed);
        }
        if (events != null) {
            emitEnd(events, exchange, nanos, disposed);
        }
    }

    private void emitEnd(
            final Events emitters, final Exchange exchange, final long nanos, final @Nullable String disposed) {
        final HttpServerRequest incoming = exchange.request().incoming();
        final StageTimes stages = exchange.stageTimes();
        final RequestTimes times = stages == null ? null : stages.at(nanos, disposed != null);
        final EventEmitter<RequestEvent.Answered> answered = emitters.answered();
        final EventEmitter<RequestEvent.Disposed> aborted = emitters.disposed();
        if (disposed == null && answered != null) {
            answered.emit(new RequestEvent.Answered(
                    plugin,
                    exchange.context(),
                    incoming.response().getStatusCode(),
                    exchange.response().bytesWritten(),
                    exchange.call().failure(),
                    incoming.method().name(),
                    exchange.route(),
                    Duration.ofNanos(nanos),
                    times));
        } else if (disposed != null && aborted != null) {
            aborted.emit(new RequestEvent.Disposed(
                    plugin,
                    exchange.context(),
                    disposed,
                    incoming.method().name(),
                    exchange.route(),
                    Duration.ofNanos(nanos),
                    times));
        }
    }

    private static void log(
            final AccessLog log,
            final Exchange exchange,
            final long nanos,
            final boolean aborted,
            final boolean headSent) {
        final ServerRequest request = exchange.request();
        final String matched = request.matchedTarget();
        if (!log.logs(matched == null ? "" : matched)) {
            return;
        }
        final HttpServerRequest incoming = request.incoming();
        final SocketAddress peer = incoming.remoteAddress();
        final boolean headers = log.hasHeaders();
        final RequestTrace trace = exchange.context().trace();
        log.add(new AccessLog.Entry(
                System.currentTimeMillis(),
                log.hasDurations() ? nanos : 0,
                exchange.context().id(),
                log.hasDurations() && trace != null ? trace.traceId() : null,
                peer != null && peer.isInetSocket() ? request.clientAddress() : "",
                user(exchange),
                incoming.method().name(),
                request.sentTarget(),
                version(incoming),
                exchange.route(),
                headSent ? incoming.response().getStatusCode() : 0,
                exchange.response().bytesWritten(),
                aborted,
                headers ? incoming.headers().get(HttpHeaders.REFERER) : null,
                headers ? incoming.headers().get(HttpHeaders.USER_AGENT) : null));
    }

    private static @Nullable String user(final Exchange exchange) {
        try {
            final String user = exchange.call().user();
            final Principal principal = exchange.request().principal();
            return user == null && principal != null ? principal.getName() : user;
        } catch (final RuntimeException e) {
            LOGGER.warn("The name of the user cannot be logged.", LogText.escape(e));
            return null;
        }
    }
}

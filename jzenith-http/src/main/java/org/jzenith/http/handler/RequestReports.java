package org.jzenith.http.handler;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import java.security.Principal;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestTrace;
import org.jzenith.core.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.RequestTimes;
import org.jzenith.http.accesslog.AccessLog;
import org.jzenith.http.request.HeaderList;
import org.jzenith.http.vertx.VertxHttp;
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
    long startNanos() {
        return (events != null && events.haveDurations()) || (accessLog != null && accessLog.isJson())
                ? System.nanoTime()
                : 0;
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

    /**
     * Reports a request before anything else of it is looked at; of one that could not be decoded, little is known.
     *
     * @param begunNanos the result of {@link #startNanos} when the request began
     */
    Report begin(final ServerRequest request, final RequestContext context, final long begunNanos) {
        final EventEmitter<RequestEvent.Begun> emitter = events == null ? null : events.begun();
        if (emitter != null) {
            final HttpServerRequest incoming = request.incoming();
            emitter.emit(new RequestEvent.Begun(
                    plugin,
                    context,
                    incoming.method().name(),
                    String.valueOf(incoming.uri()),
                    request.isOverTls() ? "https" : "http",
                    version(incoming),
                    Objects.requireNonNullElse(address(incoming), ""),
                    name -> header(incoming, name)));
        }
        return new Report(request, context, begunNanos);
    }

    private static @Nullable String header(final HttpServerRequest incoming, final String name) {
        final String value = HeaderList.joined(incoming.headers(), name);
        return value == null && incoming.version() == HttpVersion.HTTP_2 && name.equalsIgnoreCase("Host")
                ? VertxHttp.authority(incoming)
                : value;
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

    /** Reports the rest of one request. */
    final class Report {

        private final ServerRequest request;
        private final RequestContext context;
        private final long begunNanos;

        /** Null if nobody needs them. */
        private final @Nullable StageTimes times;

        private Report(final ServerRequest request, final RequestContext context, final long begunNanos) {
            this.request = request;
            this.context = context;
            this.begunNanos = begunNanos;
            this.times = events != null && events.needTimes() ? new StageTimes(begunNanos) : null;
        }

        /** Returns the times of the stages; null if nobody needs them. */
        @Nullable
        StageTimes times() {
            return times;
        }

        /** Reports which handler responds. */
        void matched(final String found, final Object method) {
            final EventEmitter<RequestEvent.Matched> emitter = events == null ? null : events.matched();
            if (emitter != null) {
                emitter.emit(new RequestEvent.Matched(plugin, context, found, method.toString()));
            }
        }

        /**
         * Reports the end.
         *
         * @param disposed the reason why the request has no complete response; null if it has one
         * @param headSent true if the head of the response was sent
         * @param bytes the number of bytes of the content that were sent
         * @param failure the failure that the response was made of or broken off for; null for none
         * @param user names the user, according to the handler
         */
        void ended(
                final @Nullable String disposed,
                final boolean headSent,
                final long bytes,
                final @Nullable Throwable failure,
                final Supplier<@Nullable String> user) {
            final long nanos = begunNanos == 0 ? 0 : System.nanoTime() - begunNanos;
            if (accessLog != null) {
                log(accessLog, nanos, disposed != null, headSent, bytes, failure, user);
            }
            if (events != null) {
                emitEnd(events, nanos, disposed, bytes, failure);
            }
        }

        private void emitEnd(
                final Events emitters,
                final long nanos,
                final @Nullable String disposed,
                final long bytes,
                final @Nullable Throwable failure) {
            final HttpServerRequest incoming = request.incoming();
            final RequestTimes stages = times == null ? null : times.at(nanos, disposed != null);
            final EventEmitter<RequestEvent.Answered> answered = emitters.answered();
            final EventEmitter<RequestEvent.Disposed> incomplete = emitters.disposed();
            if (disposed == null && answered != null) {
                answered.emit(new RequestEvent.Answered(
                        plugin,
                        context,
                        incoming.response().getStatusCode(),
                        bytes,
                        failure,
                        incoming.method().name(),
                        context.route(),
                        Duration.ofNanos(nanos),
                        stages));
            } else if (disposed != null && incomplete != null) {
                incomplete.emit(new RequestEvent.Disposed(
                        plugin,
                        context,
                        disposed,
                        failure,
                        incoming.method().name(),
                        context.route(),
                        Duration.ofNanos(nanos),
                        stages));
            }
        }

        private void log(
                final AccessLog log,
                final long nanos,
                final boolean aborted,
                final boolean headSent,
                final long bytes,
                final @Nullable Throwable failure,
                final Supplier<@Nullable String> user) {
            final String matched = request.normalizedTarget();
            if (!log.logs(matched == null ? "" : matched)) {
                return;
            }
            final HttpServerRequest incoming = request.incoming();
            final SocketAddress peer = incoming.remoteAddress();
            final boolean headers = log.hasHeaders();
            final RequestTrace trace = context.trace();
            log.add(new AccessLog.Entry(
                    System.currentTimeMillis(),
                    log.isJson() ? nanos : 0,
                    context.id(),
                    log.isJson() && trace != null ? trace.traceId() : null,
                    log.isJson() && trace != null ? trace.spanId() : null,
                    peer != null && peer.isInetSocket() ? request.clientAddress() : "",
                    nameOf(user),
                    incoming.method().name(),
                    request.sentTarget(),
                    version(incoming),
                    context.route(),
                    headSent ? incoming.response().getStatusCode() : 0,
                    bytes,
                    aborted,
                    aborted && failure != null ? failure.getClass().getName() : null,
                    headers ? incoming.headers().get(HttpHeaders.REFERER) : null,
                    headers ? incoming.headers().get(HttpHeaders.USER_AGENT) : null));
        }

        private @Nullable String nameOf(final Supplier<@Nullable String> user) {
            try {
                final String name = user.get();
                final Principal principal = request.principal();
                return name == null && principal != null ? principal.getName() : name;
            } catch (final RuntimeException e) {
                LOGGER.warn("The name of the user cannot be logged.", LogText.escape(e));
                return null;
            }
        }
    }
}

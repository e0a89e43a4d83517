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
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.RequestTimes;
import org.jzenith.http.internal.accesslog.AccessLog;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the requests of one listener: to the observers of the application, and to the access log.
 *
 * @param plugin the name of the plugin that serves the requests
 * @param begun like the next three, the observers of one event; null if no observer wants it
 * @param needTimes true if observers read the times of stages
 * @param accessLog null if requests are not logged
 */
record RequestReports(
        String plugin,
        @Nullable EventEmitter<RequestEvent.Begun> begun,
        @Nullable EventEmitter<RequestEvent.Matched> matched,
        @Nullable EventEmitter<RequestEvent.Answered> answered,
        @Nullable EventEmitter<RequestEvent.Disposed> disposed,
        boolean needTimes,
        @Nullable AccessLog accessLog) {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestReports.class);

    /** Returns null if no observer wants any event and requests are not logged. */
    static @Nullable RequestReports of(
            final String plugin, final Observers observers, final @Nullable AccessLog accessLog) {
        final EventEmitter<RequestEvent> all = observers.of(RequestEvent.class);
        return all == null && accessLog == null
                ? null
                : new RequestReports(
                        plugin,
                        observers.of(RequestEvent.Begun.class),
                        observers.of(RequestEvent.Matched.class),
                        observers.of(RequestEvent.Answered.class),
                        observers.of(RequestEvent.Disposed.class),
                        all != null && all.needsTimes(),
                        accessLog);
    }

    /** Returns the {@link System#nanoTime} at which a request starts; 0 if nothing reports it. */
    long startNanos() {
        return answered != null || disposed != null || (accessLog != null && accessLog.hasTimes())
                ? System.nanoTime()
                : 0;
    }

    /** Records when a request reaches its stages. Other threads set the times of a blocking method. */
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

        /**
         * Returns the times of a request that ends. If the response was sent in one piece, its first and last byte have the same time.
         */
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
     * Reports a request before it is processed. A request that could not be decoded has few known properties.
     *
     * @param begunNanos the result of {@link #startNanos} when the request started
     */
    Report begin(final ServerRequest request, final RequestContext context, final long begunNanos) {
        if (begun != null) {
            final HttpServerRequest incoming = request.incoming();
            begun.emit(new RequestEvent.Begun(
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

    /** Reports the later events of one request. */
    final class Report {

        private final ServerRequest request;
        private final RequestContext context;
        private final long begunNanos;

        /** Null if no observer needs times. */
        private final @Nullable StageTimes times;

        private Report(final ServerRequest request, final RequestContext context, final long begunNanos) {
            this.request = request;
            this.context = context;
            this.begunNanos = begunNanos;
            this.times = needTimes ? new StageTimes(begunNanos) : null;
        }

        /** Returns the times of the stages; null if no observer needs them. */
        @Nullable
        StageTimes times() {
            return times;
        }

        /** Reports the handler of the request. */
        void matched(final String found, final Object method) {
            if (matched != null) {
                matched.emit(new RequestEvent.Matched(plugin, context, found, method.toString()));
            }
        }

        /**
         * Reports the end.
         *
         * @param reason the reason why the request has no complete response; null if it has one
         * @param headSent true if the head of the response was sent
         * @param bytes the number of bytes of the content that were sent
         * @param failure the failure that caused the response or broke it off; null for none
         * @param user returns the user's name, according to the handler
         */
        void ended(
                final @Nullable String reason,
                final boolean headSent,
                final long bytes,
                final @Nullable Throwable failure,
                final Supplier<@Nullable String> user) {
            final long nanos = begunNanos == 0 ? 0 : System.nanoTime() - begunNanos;
            if (accessLog != null) {
                log(accessLog, nanos, reason != null, headSent, bytes, failure, user);
            }
            emitEnd(nanos, reason, bytes, failure);
        }

        private void emitEnd(
                final long nanos, final @Nullable String reason, final long bytes, final @Nullable Throwable failure) {
            final HttpServerRequest incoming = request.incoming();
            final RequestTimes stages = times == null ? null : times.at(nanos, reason != null);
            if (reason == null && answered != null) {
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
            } else if (reason != null && disposed != null) {
                disposed.emit(new RequestEvent.Disposed(
                        plugin,
                        context,
                        reason,
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
                    log.hasTimes() ? nanos : 0,
                    context.id(),
                    log.hasTimes() && trace != null ? trace.traceId() : null,
                    log.hasTimes() && trace != null ? trace.spanId() : null,
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

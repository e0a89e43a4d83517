package org.jzenith.http.exchange;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.RequestEvent;

/**
 * Tells the observers of an application what happens to its requests. Made only if there are some.
 *
 * @param events go to the observers
 * @param plugin serves the requests
 */
record RequestObserver(EventEmitter<RequestEvent> events, String plugin) {

    /** Also for requests that could not be decoded, of which little is known. */
    void begun(final RequestContext request, final HttpServerRequest incoming) {
        events.emit(new RequestEvent.Begun(
                plugin,
                request,
                incoming.method().name(),
                String.valueOf(incoming.uri()),
                version(incoming),
                Objects.requireNonNullElse(address(incoming), ""),
                name -> incoming.headers().get(name)));
    }

    /** Of the peer; null if its connection has none. */
    static @Nullable String address(final HttpServerRequest incoming) {
        final SocketAddress peer = incoming.remoteAddress();
        return peer == null ? null : peer.hostAddress();
    }

    static String version(final HttpServerRequest incoming) {
        if (incoming.decoderResult().isFailure()) {
            return "";
        }
        return switch (incoming.version()) {
            case HTTP_1_0 -> "HTTP/1.0";
            case HTTP_1_1 -> "HTTP/1.1";
            case HTTP_2 -> "HTTP/2";
        };
    }

    void matched(final RequestContext request, final String route, final String method) {
        events.emit(new RequestEvent.Matched(plugin, request, route, method));
    }

    void answered(final RequestContext request, final int status, final long bytes, final @Nullable Throwable error) {
        events.emit(new RequestEvent.Answered(plugin, request, status, bytes, error));
    }

    void disposed(final RequestContext request, final String reason) {
        events.emit(new RequestEvent.Disposed(plugin, request, reason));
    }
}

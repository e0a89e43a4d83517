package org.jzenith.http.internal.write;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.http2.Http2WholeResponses;
import org.jzenith.http.internal.request.RequestId;
import org.jzenith.http.internal.vertx.VertxHeaders;
import org.jzenith.http.internal.vertx.VertxHttp;

/**
 * The headers of a response over HTTP/2. They are written together with the whole content, or handed over to Vert.x, which writes the
 * response then. Used on the event loop of the request.
 */
final class Http2Response {

    private final HttpServerRequest incoming;
    private final String id;
    private final Http2WholeResponses whole;
    private final VertxHeaders.Http2Fields fields = new VertxHeaders.Http2Fields();
    private boolean handedOver;

    private Http2Response(final HttpServerRequest incoming, final String id, final Http2WholeResponses whole) {
        this.incoming = incoming;
        this.id = id;
        this.whole = whole;
    }

    /** Returns null if Vert.x writes all responses of the connection. */
    static @Nullable Http2Response of(final HttpServerRequest incoming, final String id) {
        final Http2WholeResponses whole = Http2WholeResponses.of(VertxHttp.channelOf(incoming.connection()));
        return whole == null ? null : new Http2Response(incoming, id, whole);
    }

    MultiMap headers() {
        return fields;
    }

    /** Writes the whole response at once and returns true, unless a part of it is written already or Vert.x has to write it. */
    @SuppressWarnings("deprecation") // Vert.x has no other way to the bytes without a copy
    boolean tryWriteWhole(final Buffer content) {
        if (handedOver) {
            return false;
        }
        final HttpResponseStatus status =
                HttpResponseStatus.valueOf(incoming.response().getStatusCode());
        // Vert.x adds a length to this one.
        if (!status.equals(HttpResponseStatus.RESET_CONTENT)
                && whole.write(incoming.streamId(), status, fields, ownId(), content.getByteBuf())) {
            return true;
        }
        handOver();
        return false;
    }

    /** Leaves the rest of the response to Vert.x. */
    void handOver() {
        if (!handedOver) {
            handedOver = true;
            final MultiMap headers = incoming.response().headers();
            headers.addAll(fields);
            final String own = ownId();
            if (own != null) {
                headers.add(RequestId.headerName(incoming.version()), own);
            }
        }
    }

    /** The id of the request, unless the application says another. */
    private @Nullable String ownId() {
        return fields.contains(RequestId.headerName(incoming.version())) ? null : id;
    }
}

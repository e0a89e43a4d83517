package org.jzenith.rest.dispatch;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.core.Headers;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;

/** An answer as RESTEasy writes it: collected, then sent as one buffer. */
final class RestResponse implements HttpResponse {

    private final HttpServerResponse outgoing;
    private final ResteasyProviderFactory providers;
    private final MultivaluedMap<String, Object> headers = new Headers<>();
    private Buffer body = Buffer.buffer();
    private OutputStream stream = new Collector();
    private int status = 200;

    RestResponse(final HttpServerResponse outgoing, final ResteasyProviderFactory providers) {
        this.outgoing = outgoing;
        this.providers = providers;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setStatus(final int changed) {
        status = changed;
    }

    @Override
    public MultivaluedMap<String, Object> getOutputHeaders() {
        return headers;
    }

    @Override
    public OutputStream getOutputStream() {
        return stream;
    }

    @Override
    public void setOutputStream(final OutputStream changed) {
        stream = changed;
    }

    @Override
    public void addNewCookie(final NewCookie cookie) {
        headers.add("Set-Cookie", cookie);
    }

    @Override
    public void sendError(final int code) {
        status = code;
    }

    @Override
    public void sendError(final int code, final String message) {
        status = code;
    }

    @Override
    public boolean isCommitted() {
        return outgoing.ended();
    }

    @Override
    public void reset() {
        headers.clear();
        body = Buffer.buffer();
    }

    @Override
    public void flushBuffer() {}

    /** Sends what was collected. */
    void end() {
        if (outgoing.ended() || outgoing.closed()) {
            return;
        }
        outgoing.setStatusCode(status);
        for (final Map.Entry<String, List<Object>> header : headers.entrySet()) {
            for (final Object value : header.getValue()) {
                outgoing.headers().add(header.getKey(), providers.toHeaderString(value));
            }
        }
        if (status == 204 || status == 304) {
            outgoing.end();
        } else {
            outgoing.end(body);
        }
    }

    /** The last resort. */
    void fail() {
        if (!outgoing.ended() && !outgoing.closed()) {
            outgoing.headers().clear();
            outgoing.setStatusCode(500).end();
        }
    }

    private final class Collector extends OutputStream {

        @Override
        public void write(final int value) {
            body.appendByte((byte) value);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            body.appendBytes(bytes, offset, length);
        }
    }
}

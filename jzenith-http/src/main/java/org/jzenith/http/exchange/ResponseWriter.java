package org.jzenith.http.exchange;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.response.ResponseFeatures;

/**
 * Writes a response to the connection. It alone sets the headers that frame a message; those of the application are
 * ignored.
 */
final class ResponseWriter {

    private static final int OK = 200;

    /** A status has three digits (RFC 9110, 15). */
    private static final int LARGEST = 999;

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;
    private static final int UNAVAILABLE = 503;

    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");

    /** One second, the shortest that the header allows. */
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("1");

    /** Without a handler Vert.x creates no promise. */
    private static final @Nullable Handler<AsyncResult<Void>> NO_HANDLER = null;

    /** The lengths of most responses. */
    private static final List<CharSequence> LENGTHS = IntStream.range(0, 1024)
            .mapToObj(length -> HttpHeaders.createOptimized(Integer.toString(length)))
            .toList();

    private final HttpServerResponse outgoing;
    private final boolean head;
    private final HttpVersion version;
    private final String id;
    private final MultiMap request;
    private final @Nullable ResponseFeatures features;
    private boolean secure;
    private boolean close;

    ResponseWriter(final HttpServerRequest incoming, final String id, final @Nullable ResponseFeatures features) {
        this.request = incoming.headers();
        this.features = features;
        this.secure = incoming.isSSL();
        this.outgoing = incoming.response();
        this.head = incoming.method().equals(HttpMethod.HEAD);
        this.version = incoming.version();
        this.id = id;
    }

    /** Whether the request came over TLS, as far as the server or a trusted proxy says. */
    void setSecure(final boolean overTls) {
        secure = overTls;
    }

    /** What the server says in every response. */
    private void begin(final MultiMap target) {
        if (features != null) {
            features.begin(target, secure);
        }
        target.add(RequestId.HEADER, id);
    }

    /** The last look at the headers before they are sent. */
    private void complete() {
        if (features != null) {
            features.complete(outgoing.headers(), request);
        }
    }

    /** The server closes the connection after this response. */
    void closeAfterResponse() {
        close = true;
    }

    /** Writes a whole response at once. */
    void write(final ResponseHead response, final Buffer content) {
        headers(response);
        finish(content);
    }

    /** Writes a 200 with a body and without further headers. */
    void write(final CharSequence contentType, final Buffer body) {
        final MultiMap target = outgoing.headers();
        begin(target);
        target.add(HttpHeaders.CONTENT_TYPE, contentType);
        finish(body);
    }

    /** Writes a 204 without further headers. */
    void writeNoContent() {
        begin(outgoing.headers());
        sendNoContent();
    }

    /** Writes the answer to a preflight of CORS that is allowed. */
    void writePreflight() {
        begin(outgoing.headers());
        if (features != null) {
            features.addPreflight(request, outgoing.headers());
        }
        sendNoContent();
    }

    private void sendNoContent() {
        outgoing.setStatusCode(NO_CONTENT);
        complete();
        if (close) {
            addConnectionClose();
        }
        end();
    }

    /**
     * Writes a problem instead of what has been prepared.
     *
     * @param acceptEncoding the codings of bodies that are understood; null if that is not said
     */
    void writeProblem(final int status, final byte[] body, final @Nullable String acceptEncoding) {
        final MultiMap target = outgoing.headers();
        begin(target.clear());
        target.set(HttpHeaders.CONTENT_TYPE, PROBLEM);
        if (acceptEncoding != null) {
            target.set(HttpHeaders.ACCEPT_ENCODING, acceptEncoding);
        }
        if (status == UNAVAILABLE) {
            target.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
        }
        outgoing.setStatusCode(status);
        finish(Buffer.buffer(body));
    }

    private void finish(final Buffer body) {
        final boolean bodiless = isBodiless(outgoing.getStatusCode());
        complete();
        if (close) {
            addConnectionClose();
        }
        if (!bodiless && !(head && body.length() == 0)) {
            outgoing.headers().set(HttpHeaders.CONTENT_LENGTH, length(body.length()));
        }
        if (bodiless || head) {
            end();
        } else {
            end(body);
        }
    }

    /** Whether no response of this status has content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
    private static boolean isBodiless(final int status) {
        return status == NO_CONTENT || status == NOT_MODIFIED || status == RESET_CONTENT;
    }

    private void addConnectionClose() {
        if (version == HttpVersion.HTTP_2) {
            return;
        }
        outgoing.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        if (version == HttpVersion.HTTP_1_0) {
            // Vert.x adds keep-alive for a client that asks for it; this handler runs after that.
            outgoing.headersEndHandler(written -> outgoing.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
        }
    }

    private void end() {
        outgoing.end(NO_HANDLER);
    }

    private void end(final Buffer body) {
        outgoing.end(body, NO_HANDLER);
    }

    private static CharSequence length(final int bytes) {
        return bytes < LENGTHS.size() ? LENGTHS.get(bytes) : Integer.toString(bytes);
    }

    /**
     * Writes the head of a response of unknown length. HTTP/1.0 has no chunks: there the end of the connection ends the
     * response (RFC 9112, 6.3).
     *
     * @return false if the response has no content
     */
    boolean writeHead(final ResponseHead response) {
        headers(response);
        outgoing.headers().remove(HttpHeaders.CONTENT_LENGTH);
        complete();
        if (head || isBodiless(response.status())) {
            end();
            return false;
        }
        if (version == HttpVersion.HTTP_1_1) {
            outgoing.setChunked(true);
        } else {
            addConnectionClose();
        }
        return true;
    }

    /**
     * Prepares the head of a response of known length, which is sent with its first bytes.
     *
     * @return false if the response has no content; then it has ended
     */
    boolean prepareHead(final ResponseHead response, final long length) {
        headers(response);
        complete();
        if (close) {
            addConnectionClose();
        }
        final boolean bodiless = isBodiless(response.status());
        if (!bodiless) {
            outgoing.headers().set(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
        }
        if (bodiless || head || length == 0) {
            end();
            return false;
        }
        return true;
    }

    /**
     * Writes a part of the content. False if the write queue is full: then {@code resume} is called when it has
     * drained.
     */
    boolean writeChunk(final Buffer chunk, final Runnable resume) {
        outgoing.write(chunk);
        if (!outgoing.writeQueueFull()) {
            return true;
        }
        outgoing.drainHandler(drained -> resume.run());
        return false;
    }

    /** Writes a part of the content. Completes when the connection has taken it, or never will. */
    Future<Void> writeChunk(final Buffer chunk) {
        return outgoing.write(chunk);
    }

    void writeLast(final Buffer chunk) {
        if (chunk.length() == 0) {
            end();
        } else {
            end(chunk);
        }
    }

    private void headers(final ResponseHead response) {
        final int status = response.status();
        if (status < OK || status > LARGEST) {
            throw new IllegalStateException("A resource answered with the status " + status
                    + ", which no answer can have. Return a status from 200 to 599.");
        }
        final MultiMap target = outgoing.headers();
        begin(target);
        for (final Map.Entry<String, List<Object>> header : response.headers().entrySet()) {
            final String name = header.getKey();
            if (isFraming(name) || (isBodiless(status) && describesContent(name))) {
                continue;
            }
            final List<Object> values = header.getValue();
            if (name.equalsIgnoreCase("Vary")) {
                vary(values, response);
                continue;
            }
            if (values.size() == 1) {
                target.set(name, HeaderValue.of(name, response.headerText(values.get(0))));
            } else {
                target.remove(name);
                for (final Object value : values) {
                    target.add(name, HeaderValue.of(name, response.headerText(value)));
                }
            }
        }
        outgoing.setStatusCode(response.status());
    }

    /** Writes each field that is not empty. */
    private void vary(final List<Object> values, final ResponseHead response) {
        for (final Object value : values) {
            final String names = response.headerText(value);
            if (!names.isBlank()) {
                outgoing.headers().add(HttpHeaders.VARY, HeaderValue.of("Vary", names));
            }
        }
    }

    /** Headers that a response without content does not have (RFC 9110, 8.6 and 15.4.5). */
    private static boolean describesContent(final String name) {
        return name.equalsIgnoreCase("Content-Type")
                || name.equalsIgnoreCase("Content-Length")
                || name.equalsIgnoreCase("Content-Encoding")
                || name.equalsIgnoreCase("Content-Language");
    }

    private boolean isFraming(final String name) {
        return name.equalsIgnoreCase("Transfer-Encoding")
                || name.equalsIgnoreCase("Connection")
                || (name.equalsIgnoreCase("Content-Length") && !head);
    }
}

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
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.response.ResponseFeatures;
import org.jzenith.http.response.ResponseFeatures.ContentEncoder;

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

    /** The length of a stream. */
    private static final long UNKNOWN = -1;

    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");

    /** One second, the shortest that the header allows. */
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("1");

    /** What a response without content does not have. */
    private static final List<CharSequence> CONTENT_FIELDS = List.of(
            HttpHeaders.CONTENT_TYPE,
            HttpHeaders.CONTENT_LENGTH,
            HttpHeaders.CONTENT_ENCODING,
            HttpHeaders.createOptimized("Content-Language"));

    /** Without a handler Vert.x creates no promise. */
    private static final @Nullable Handler<AsyncResult<Void>> NO_HANDLER = null;

    /** The lengths of most responses. */
    private static final List<CharSequence> LENGTHS = IntStream.range(0, 1024)
            .mapToObj(length -> HttpHeaders.createOptimized(Integer.toString(length)))
            .toList();

    private final HttpServerResponse outgoing;
    private final boolean head;
    private final boolean reads;
    private final HttpVersion version;
    private final String id;
    private final MultiMap request;
    private final @Nullable ResponseFeatures features;
    private final @Nullable String sentTags;
    private @Nullable ContentEncoder encoder;
    private boolean secure;
    private boolean close;
    private boolean ended;

    ResponseWriter(final HttpServerRequest incoming, final String id, final @Nullable ResponseFeatures features) {
        this.request = incoming.headers();
        this.features = features;
        this.sentTags = features == null ? null : features.restoreTags(request);
        this.outgoing = incoming.response();
        this.head = incoming.method().equals(HttpMethod.HEAD);
        this.reads = head || incoming.method().equals(HttpMethod.GET);
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
            features.complete(outgoing.getStatusCode(), outgoing.headers(), request, sentTags);
        }
    }

    /** Whether the end of the response is handed to the connection. */
    boolean hasEnded() {
        return ended;
    }

    /** The server closes the connection after this response. */
    void closeAfterResponse() {
        close = true;
    }

    /**
     * Writes a whole response at once.
     *
     * @return false if only the head is written, and the content follows in turns
     */
    boolean write(final ResponseHead response, final Buffer content) {
        headers(response);
        return finish(content);
    }

    /**
     * Writes a 200 with a body and without further headers.
     *
     * @return false if only the head is written, and the content follows in turns
     */
    boolean write(final CharSequence contentType, final Buffer body) {
        final MultiMap target = outgoing.headers();
        begin(target);
        target.add(HttpHeaders.CONTENT_TYPE, contentType);
        return finish(body);
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

    /** Sets the headers of a 101, which the connection itself sends. */
    void prepareUpgrade(final Map<String, String> headers) {
        final MultiMap target = outgoing.headers();
        begin(target);
        headers.forEach(target::set);
        complete();
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

    private boolean finish(final Buffer body) {
        if (features != null
                && reads
                && features.isNotModified(outgoing.getStatusCode(), outgoing.headers(), request, body)) {
            outgoing.setStatusCode(NOT_MODIFIED);
            CONTENT_FIELDS.forEach(outgoing.headers()::remove);
        }
        final boolean bodiless = isBodiless(outgoing.getStatusCode());
        complete();
        if (close) {
            addConnectionClose();
        }
        final Supplier<ContentEncoder> encoding = bodiless ? null : encoding(body.length());
        if (encoding != null) {
            outgoing.headers().remove(HttpHeaders.CONTENT_LENGTH);
            return finishEncoded(body, encoding);
        }
        if (!bodiless && !(head && body.length() == 0)) {
            outgoing.headers().set(HttpHeaders.CONTENT_LENGTH, length(body.length()));
        }
        if (bodiless || head) {
            end();
        } else {
            end(body);
        }
        return true;
    }

    private @Nullable Supplier<ContentEncoder> encoding(final long length) {
        return features == null
                ? null
                : features.encoding(outgoing.getStatusCode(), outgoing.headers(), request, length);
    }

    /** A HEAD does not say the length that a GET would have: to know it, the content would have to be encoded. */
    private boolean finishEncoded(final Buffer body, final Supplier<ContentEncoder> encoding) {
        if (head) {
            end();
            return true;
        }
        encoder = encoding.get();
        if (isForTurns(body)) {
            beginWithoutLength();
            return false;
        }
        final Buffer encoded = encoder.encodeLast(body);
        release();
        outgoing.headers().set(HttpHeaders.CONTENT_LENGTH, length(encoded.length()));
        end(encoded);
        return true;
    }

    /** Whether a piece is so large that encoding it at once would hold other requests. */
    boolean isForTurns(final Buffer piece) {
        return encoder != null && piece.length() > ResponseFeatures.TURN_BYTES;
    }

    /** The response has ended, in whatever way. */
    void release() {
        if (encoder != null) {
            encoder.close();
            encoder = null;
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
        ended = true;
        outgoing.end(NO_HANDLER);
    }

    private void end(final Buffer body) {
        ended = true;
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
        final boolean bodiless = isBodiless(response.status());
        final Supplier<ContentEncoder> encoding = bodiless ? null : encoding(UNKNOWN);
        if (head || bodiless) {
            end();
            return false;
        }
        if (encoding != null) {
            encoder = encoding.get();
        }
        beginWithoutLength();
        return true;
    }

    private void beginWithoutLength() {
        if (version == HttpVersion.HTTP_1_1) {
            outgoing.setChunked(true);
        } else {
            addConnectionClose();
        }
    }

    /** Writes a part of the content whatever the connection can take. */
    void writePart(final Buffer part) {
        outgoing.write(encoder == null ? part : encoder.encode(part));
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
        writePart(chunk);
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
        final Buffer last = encoder == null ? chunk : encoder.encodeLast(chunk);
        if (last.length() == 0) {
            end();
        } else {
            end(last);
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
                || (name.equalsIgnoreCase("Content-Length") && !head)
                || (version == HttpVersion.HTTP_2 && isOfConnection(name));
    }

    /** The other headers of a connection, which HTTP/2 does not have (RFC 9113, 8.2.2). */
    private static boolean isOfConnection(final String name) {
        return name.equalsIgnoreCase("Upgrade")
                || name.equalsIgnoreCase("Keep-Alive")
                || name.equalsIgnoreCase("Proxy-Connection");
    }
}

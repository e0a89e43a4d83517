package org.jzenith.http.internal.write;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
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
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.http1.Http1ConnectionState;
import org.jzenith.http.internal.http1.ReasonPhrases;
import org.jzenith.http.internal.request.RequestId;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.http.internal.response.ResponsePolicy.ContentEncoder;
import org.jzenith.http.internal.vertx.DirectContent;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.http.write.SharedPiece;

/**
 * Writes a response to the connection. Only this class sets the headers that frame a message; it ignores those of the
 * application.
 */
public final class ResponseWriter {

    private static final CharSequence UPGRADE = HttpHeaders.createOptimized("Upgrade");

    /** The length of a stream. */
    private static final long UNKNOWN = -1;

    private static final Buffer EMPTY = Buffer.buffer();

    /** The absence of a handler, for which Vert.x creates no promise. */
    private static final @Nullable Handler<AsyncResult<Void>> NO_HANDLER = null;

    private final HttpServerRequest incoming;
    private final HttpServerResponse outgoing;

    /** Null over HTTP/1. */
    private final @Nullable Http2Response http2;

    /** The response's headers: those of {@link #http2}, or those that Vert.x writes. */
    private final MultiMap headers;

    private final String id;
    private final @Nullable ResponsePolicy policy;
    private final @Nullable String sentTags;
    private @Nullable ContentEncoder encoder;
    private final boolean headRequest;

    /** Null for most responses. */
    private @Nullable AddedHeaders added;

    /** The encoder adds no prepared headers, because the response removes some. */
    private boolean leavesOutPrepared;

    private boolean phraseSet;
    private boolean secure;
    private boolean close;
    private boolean ended;

    /** True if the content is sent in HTTP/1.1 chunks. */
    private boolean chunked;

    /** True once the head and the first part of the content are written. */
    private boolean begun;

    private long directBytes;

    /**
     * Creates the writer before anything is written.
     *
     * @param id the request id
     * @param policy applied to the response; null for none
     * @param secure true if the server has received the request over TLS
     */
    public ResponseWriter(
            final HttpServerRequest incoming,
            final String id,
            final @Nullable ResponsePolicy policy,
            final boolean secure) {
        this.incoming = incoming;
        this.policy = policy;
        this.sentTags = policy == null ? null : policy.restoreTags(incoming.headers());
        this.outgoing = incoming.response();
        this.http2 = incoming.version() == HttpVersion.HTTP_2 ? Http2Response.of(incoming, id) : null;
        this.headers = http2 == null ? outgoing.headers() : http2.headers();
        this.headRequest = incoming.method().equals(HttpMethod.HEAD);
        this.id = id;
        this.secure = secure;
    }

    /** The response as Vert.x has it. */
    public HttpServerResponse outgoing() {
        return outgoing;
    }

    /** Sets whether the request came over TLS, according to the server or a trusted proxy. */
    public void setSecure(final boolean overTls) {
        secure = overTls;
    }

    /** Adds the headers that the server sends in every response; the encoder of HTTP/1 writes those that are prepared. */
    private void begin(final MultiMap target) {
        if (leavesOutPrepared) {
            leaveOutPrepared(false);
        }
        if (policy == null || policy.prepared() == null || incoming.version() == HttpVersion.HTTP_2) {
            beginWithAll(target);
        } else {
            policy.beginPrepared(target, secure);
            addId(target);
        }
    }

    private void leaveOutPrepared(final boolean leaveOut) {
        leavesOutPrepared = leaveOut;
        final Http1ConnectionState connection = incoming.version() == HttpVersion.HTTP_2
                ? null
                : Http1ConnectionState.of(VertxHttp.channelOf(incoming.connection()));
        if (connection != null) {
            connection.leaveOutPrepared(leaveOut);
        }
    }

    /** Adds the headers that the server sends in every response to the others, so that they can be removed. */
    private void beginWithAll(final MultiMap target) {
        if (policy != null) {
            policy.begin(target, secure);
        }
        addId(target);
    }

    private void addId(final MultiMap target) {
        if (http2 == null) {
            target.add(RequestId.headerName(incoming.version()), id);
        }
    }

    /** Returns the headers that are added whichever response is written. */
    public AddedHeaders added() {
        AddedHeaders headersToAdd = added;
        if (headersToAdd == null) {
            headersToAdd = new AddedHeaders();
            added = headersToAdd;
        }
        return headersToAdd;
    }

    /** The last look at the headers before they are sent. */
    private void complete() {
        addLast();
        if (close) {
            addConnectionClose();
        }
    }

    private void addLast() {
        if (added != null) {
            added.addTo(headers);
        }
        if (policy != null) {
            policy.complete(outgoing.getStatusCode(), headers, incoming.headers(), sentTags);
        }
    }

    /** Runs a task if the client disconnects. Ignores the close of an HTTP/2 stream that ends a response. */
    public void onDisconnect(final Runnable task) {
        outgoing.closeHandler(gone -> runUnlessEnded(task));
        if (incoming.version() == HttpVersion.HTTP_2) {
            outgoing.exceptionHandler(reset -> runUnlessEnded(task));
        }
    }

    private void runUnlessEnded(final Runnable task) {
        if (!ended) {
            task.run();
        }
    }

    /** The server closes the connection after this response. */
    public void closeAfterResponse() {
        close = true;
    }

    /**
     * Writes a whole response at once.
     *
     * @return false if only the head is written, and the content follows in turns
     */
    public boolean write(final ResponseHead response, final Buffer content) {
        headers(response);
        return finish(content);
    }

    /**
     * Writes a 200 with a body and without further headers.
     *
     * @return false if only the head is written, and the content follows in turns
     */
    public boolean write(final CharSequence contentType, final Buffer body) {
        final MultiMap target = headers;
        begin(target);
        target.add(HttpHeaders.CONTENT_TYPE, contentType);
        return finish(body);
    }

    /** Writes a 204 without further headers. */
    public void writeNoContent() {
        begin(headers);
        sendNoContent();
    }

    /** Writes the response to an allowed CORS preflight. */
    public void writePreflight() {
        begin(headers);
        if (policy != null) {
            policy.addPreflight(incoming.headers(), headers);
        }
        sendNoContent();
    }

    /** Sets the headers of a 101, which the connection itself sends. */
    public void prepareUpgrade(final Map<String, String> further) {
        beginWithAll(headers);
        further.forEach((name, value) -> {
            HeaderValue.checkName(name);
            headers.set(name, value);
        });
        addLast();
    }

    /** The connection is not upgraded: another response is sent. */
    public void undoUpgrade() {
        headers.clear();
    }

    private void sendNoContent() {
        outgoing.setStatusCode(204);
        complete();
        end(null);
    }

    /**
     * Writes a problem instead of what has been prepared.
     *
     * @param acceptEncoding the codings of bodies that are understood; null if that is not said
     */
    public void writeProblem(final int status, final byte[] body, final @Nullable String acceptEncoding) {
        final MultiMap target = headers;
        begin(target.clear());
        ResponseHeaders.setProblem(target, status, acceptEncoding);
        if (added != null) {
            added.addToProblem(target);
        }
        setStatus(status);
        finish(Buffer.buffer(body));
    }

    private boolean finish(final Buffer body) {
        if (policy != null
                && (headRequest || incoming.method().equals(HttpMethod.GET))
                && policy.isNotModified(outgoing.getStatusCode(), headers, incoming.headers(), body)) {
            outgoing.setStatusCode(304);
            ResponseHeaders.removeContentFields(headers);
        }
        final boolean bodiless = ResponseHeaders.isBodiless(outgoing.getStatusCode());
        complete();
        final Supplier<ContentEncoder> encoding = bodiless ? null : encoding(body.length());
        if (encoding != null) {
            headers.remove(HttpHeaders.CONTENT_LENGTH);
            return finishEncoded(body, encoding);
        }
        if (!bodiless && !(headRequest && body.length() == 0)) {
            headers.set(HttpHeaders.CONTENT_LENGTH, ResponseHeaders.length(body.length()));
        }
        end(bodiless || headRequest ? null : body);
        return true;
    }

    private @Nullable Supplier<ContentEncoder> encoding(final long length) {
        return policy == null ? null : policy.encoding(outgoing.getStatusCode(), headers, incoming.headers(), length);
    }

    /** A HEAD does not say the length that a GET would have: to know it, the content would have to be encoded. */
    private boolean finishEncoded(final Buffer body, final Supplier<ContentEncoder> encoding) {
        if (headRequest) {
            end(null);
            return true;
        }
        encoder = encoding.get();
        if (isForTurns(body)) {
            beginWithoutLength();
            return false;
        }
        final Buffer encoded = encoder.encodeLast(body);
        release();
        headers.set(HttpHeaders.CONTENT_LENGTH, ResponseHeaders.length(encoded.length()));
        end(encoded);
        return true;
    }

    /** Returns true if a piece is so large that encoding it in one step would delay other requests. */
    public boolean isForTurns(final Buffer piece) {
        return encoder != null && piece.length() > ResponsePolicy.TURN_BYTES;
    }

    /** The response has ended, in whatever way. */
    public void release() {
        if (encoder != null) {
            encoder.close();
            encoder = null;
        }
    }

    private void addConnectionClose() {
        ResponseHeaders.addConnectionClose(outgoing, incoming.version());
    }

    /** Ends the response, with its last content; null for none. */
    private void end(final @Nullable Buffer body) {
        ended = true;
        final Buffer content = body == null ? EMPTY : body;
        if (http2 != null && http2.tryWriteWhole(content)) {
            directBytes += content.length();
            return;
        }
        if (body == null) {
            outgoing.end(NO_HANDLER);
        } else {
            outgoing.end(body, NO_HANDLER);
        }
    }

    /** Leaves the rest of the response to Vert.x. */
    private void handOver() {
        if (http2 != null) {
            http2.handOver();
        }
    }

    /**
     * Writes the head of a response of unknown length. HTTP/1.0 has no chunks: there the end of the connection ends the
     * response (RFC 9112, 6.3).
     *
     * @return false if the response has no content
     */
    public boolean writeHead(final ResponseHead response) {
        headers(response);
        headers.remove(HttpHeaders.CONTENT_LENGTH);
        complete();
        final boolean bodiless = ResponseHeaders.isBodiless(response.status());
        final Supplier<ContentEncoder> encoding = bodiless ? null : encoding(UNKNOWN);
        if (headRequest || bodiless) {
            end(null);
            return false;
        }
        if (encoding != null) {
            encoder = encoding.get();
        }
        beginWithoutLength();
        return true;
    }

    private void beginWithoutLength() {
        handOver();
        if (incoming.version() == HttpVersion.HTTP_1_1) {
            chunked = true;
            outgoing.setChunked(true);
        } else {
            addConnectionClose();
        }
    }

    /** Writes a part of the content whatever the connection can take. */
    void writePart(final Buffer part) {
        final Buffer encoded = encoder == null ? part : encoder.encode(part);
        if (!chunked || !begun) {
            begun = true;
            outgoing.write(encoded, NO_HANDLER);
        } else if (encoded.length() > 0) {
            directBytes += encoded.length();
            DirectContent.writeChunk(incoming, DirectContent.chunk(allocator(), encoded));
        }
    }

    /** Writes a piece that other responses have, too. False if it cannot be written as they write it; then nothing is. */
    public boolean writeShared(final SharedPiece piece) {
        // TLS may add to a buffer what follows it.
        final ByteBuf chunk =
                chunked && begun && encoder == null && !incoming.isSSL() ? piece.chunk(allocator()) : null;
        if (chunk == null) {
            return false;
        }
        directBytes += piece.content().length;
        DirectContent.writeChunk(incoming, chunk);
        return true;
    }

    private ByteBufAllocator allocator() {
        return VertxHttp.channelOf(incoming.connection()).alloc();
    }

    /** Bytes of the content of which Vert.x does not know: of chunks, and of whole responses of HTTP/2. */
    public long directBytes() {
        return directBytes;
    }

    /**
     * Prepares the head of a response of known length, which is sent with its first bytes.
     *
     * @return false if the response has no content; then it has ended
     */
    public boolean prepareHead(final ResponseHead response, final long length) {
        headers(response);
        complete();
        final boolean bodiless = ResponseHeaders.isBodiless(response.status());
        if (!bodiless) {
            headers.set(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
        }
        if (bodiless || headRequest || length == 0) {
            end(null);
            return false;
        }
        handOver();
        return true;
    }

    /**
     * Writes a part of the content. False if the write queue is full: then {@code resume} is called when it has
     * drained.
     */
    public boolean writeChunk(final Buffer chunk, final Runnable resume) {
        writePart(chunk);
        if (!isFull()) {
            return true;
        }
        onDrain(resume);
        return false;
    }

    /** Returns true if the write queue for the client is full. */
    public boolean isFull() {
        return outgoing.writeQueueFull();
    }

    /** Runs a task when the write queue has drained. */
    public void onDrain(final Runnable resume) {
        outgoing.drainHandler(drained -> resume.run());
    }

    /** Writes a part of the content. Completes when the connection has taken it, or never will. */
    public Future<Void> writeChunk(final Buffer chunk) {
        return outgoing.write(encoder == null ? chunk : encoder.encode(chunk));
    }

    /** Writes the last part of the content, which may be empty, and ends the response. */
    public void writeLast(final Buffer chunk) {
        final Buffer last = encoder == null ? chunk : encoder.encodeLast(chunk);
        end(last.length() == 0 ? null : last);
    }

    private void headers(final ResponseHead response) {
        final int status = ResponseHeaders.checkedStatus(response);
        final MultiMap target = headers;
        if (ResponseHeaders.removesSome(response)) {
            beginWithAll(target);
            leaveOutPrepared(true);
        } else {
            begin(target);
        }
        ResponseHeaders.copy(response, target, incoming.version(), headRequest);
        setStatus(status);
        if (incoming.version() == HttpVersion.HTTP_1_1 && target.contains(HttpHeaders.UPGRADE)) {
            nameUpgrade();
        }
    }

    /** A phrase that is set stays, so it is set again for another status. */
    private void setStatus(final int status) {
        final String renamed = status < 400 ? null : ReasonPhrases.renamed(status);
        final boolean isSet = phraseSet;
        outgoing.setStatusCode(status);
        if (renamed != null || isSet) {
            outgoing.setStatusMessage(ReasonPhrases.of(status));
            phraseSet = true;
        }
    }

    /** Says that Upgrade is of this connection (RFC 9110, 7.8), when Vert.x has said whether the connection ends. */
    private void nameUpgrade() {
        outgoing.headersEndHandler(written -> headers.add(HttpHeaders.CONNECTION, UPGRADE));
    }
}

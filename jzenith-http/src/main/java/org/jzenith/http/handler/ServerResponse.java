package org.jzenith.http.handler;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.nio.channels.ClosedChannelException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.internal.write.DelayedRefusal;
import org.jzenith.http.internal.write.ResponseWriter;
import org.jzenith.http.internal.write.TurnWriter;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.http.write.FileContent;
import org.jzenith.http.write.FilePart;
import org.jzenith.http.write.FileSender;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.http.write.SharedPiece;

/**
 * Sends the response: with content, in pieces, with a file, or as a problem. Only the first response counts. Later
 * responses have no effect, even after the end of the request. Used on the event loop of the request.
 */
public final class ServerResponse {

    private static final String CONTENT_TYPE = "Content-Type";

    /** The error code to reset an HTTP/2 stream that is no longer needed (RFC 9113, 7). */
    private static final long CANCEL = 0x8;

    private final Exchange exchange;
    private final ResponseWriter writer;
    private @Nullable TurnWriter turns;
    private @Nullable FileSender file;
    private @Nullable DelayedRefusal refusal;

    ServerResponse(final Exchange exchange, final ResponseWriter writer) {
        this.exchange = exchange;
        this.writer = writer;
    }

    /**
     * Sends a 200 with content and without additional headers.
     *
     * @param contentType the media type of the content
     * @param content the whole content
     */
    public void send(final CharSequence contentType, final Buffer content) {
        if (!exchange.isFinished()) {
            closeIfBodyIsOutstanding();
            written(writer.write(contentType, content), content);
        }
    }

    /**
     * Sends a whole response. If a client retries before its Retry-After, the refusal may be delayed.
     *
     * @param head status and headers
     * @param content the whole content
     */
    public void send(final ResponseHead head, final Buffer content) {
        if (exchange.isFinished()) {
            return;
        }
        try {
            if (head.retryAfterSeconds() == 0 || !tryDelay(head, content)) {
                closeIfBodyIsOutstanding();
                written(writer.write(head, content), content);
            }
        } catch (final RuntimeException e) {
            exchange.fail(e);
        }
    }

    /**
     * Declares that the response depends on a request header. The name is added to {@code Vary} in any response. Has no
     * effect after the head of the response is written.
     *
     * @param name the name of the header
     */
    public void addVary(final CharSequence name) {
        writer.added().addVary(name);
    }

    /** Sets a cookie in any response of this request. */
    void addCookie(final String field) {
        writer.added().addCookie(field);
    }

    /** Sends a 204 without additional headers. */
    public void sendNoContent() {
        if (!exchange.isFinished()) {
            closeIfBodyIsOutstanding();
            writer.writeNoContent();
            exchange.finish();
        }
    }

    /** Responds to an allowed CORS preflight. */
    void sendPreflight() {
        closeIfBodyIsOutstanding();
        writer.writePreflight();
        exchange.finish();
    }

    /**
     * Closes the connection if the body has not been read to its end, because the rest of the body could be taken for the
     * next request.
     */
    private void closeIfBodyIsOutstanding() {
        if (exchange.isBodyOutstanding()) {
            writer.closeAfterResponse();
        }
    }

    /** Finishes the exchange if the whole response is written. Otherwise, starts writing the content after the head. */
    private void written(final boolean whole, final Buffer content) {
        if (whole) {
            exchange.finish();
        } else {
            exchange.beginStream();
            writeInTurns(content, this::writeLast);
        }
    }

    private void writeLast(final Buffer last) {
        writer.writeLast(last);
        exchange.finish();
    }

    private void writeInTurns(final Buffer content, final Consumer<Buffer> rest) {
        TurnWriter writing = turns;
        if (writing == null && !writer.isForTurns(content)) {
            rest.accept(content);
            return;
        }
        if (writing == null) {
            writing = new TurnWriter(exchange, writer);
            turns = writing;
        }
        writing.write(content, rest);
    }

    /** Delays a refusal if its client retried too early. Returns true if the refusal is delayed. */
    private boolean tryDelay(final ResponseHead head, final Buffer content) {
        final long now = System.nanoTime();
        final HttpConnection connection = exchange.request().incoming().connection();
        if (refusal == null) {
            final DelayedRefusal delayed = DelayedRefusal.of(connection, head, content, now);
            if (delayed != null && exchange.delaysRefusals()) {
                refusal = delayed;
                exchange.endSample(false);
                return true;
            }
        }
        DelayedRefusal.sent(connection, head.retryAfterSeconds(), now);
        return false;
    }

    /** Returns true if the refusal is delayed. */
    boolean isRefusalDelayed() {
        return refusal != null;
    }

    /** Sends a delayed refusal if it is due. */
    void sendDelayedRefusal(final long now, final boolean isLast) {
        final DelayedRefusal delayed = refusal;
        if (delayed != null && (isLast || now - delayed.due() >= 0) && exchange.isWorking()) {
            send(delayed.head(), delayed.content());
        }
    }

    /** Returns true for a refusal under overload. Its short duration says nothing about the speed of the server. */
    boolean isRefusal() {
        final int status = writer.outgoing().getStatusCode();
        return status == 503 || status == 429;
    }

    /**
     * Sends a piece of the content; the first call also sends the head.
     *
     * @param head status and headers
     * @param piece the next piece
     * @return completes on the event loop when the connection can take more; fails if the request has finished
     */
    public CompletionStage<Void> sendPiece(final ResponseHead head, final Buffer piece) {
        if (exchange.isFinished()) {
            return CompletableFuture.failedFuture(new ClosedChannelException());
        }
        if (!exchange.isStreaming()) {
            releaseReadBody();
            closeIfBodyIsOutstanding();
            final boolean goesOn = writer.writeHead(head);
            beginStream();
            if (!goesOn) {
                exchange.finish();
                return new CompletableFuture<>();
            }
        }
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        writeInTurns(piece, rest -> {
            if (writer.writeChunk(rest, () -> exchange.execute(() -> taken.complete(null)))) {
                taken.complete(null);
            }
        });
        return taken;
    }

    /**
     * Sends a piece that other responses of this event loop also send. It is encoded once for all of them.
     *
     * @param piece the next piece
     * @return the result of {@link #sendPiece}; null, without sending anything, if this response needs its own
     *     encoding, such as that of HTTP/2 or TLS, has not started or has finished
     */
    public @Nullable CompletionStage<Void> trySendShared(final SharedPiece piece) {
        if (exchange.isFinished() || !exchange.isStreaming() || !writer.writeShared(piece)) {
            return null;
        }
        if (!writer.isFull()) {
            return CompletableFuture.completedFuture(null);
        }
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        writer.onDrain(() -> exchange.execute(() -> taken.complete(null)));
        return taken;
    }

    /** Starts a stream. Its duration depends on the client or the source, so it has no deadline and is not a latency sample. */
    private void beginStream() {
        exchange.beginStream();
        exchange.context().endDeadline();
        exchange.endSample(false);
    }

    private void releaseReadBody() {
        final ExchangeBody body = exchange.bodyIfMade();
        if (body != null) {
            body.releaseIfRead();
        }
    }

    /**
     * Ends a response that was sent in pieces.
     *
     * @param last the last piece, which may be empty
     */
    public void sendLastPiece(final Buffer last) {
        if (!exchange.isFinished() && !tryKeepNext(() -> sendLastPiece(last))) {
            writeInTurns(last, this::writeLast);
        }
    }

    /**
     * Responds with parts of a file, which are read as fast as the client receives them. If the file is truncated
     * meanwhile, the response is broken off.
     *
     * @param head status and headers
     * @param content closed when it is sent, or when the request ends early
     * @param parts the parts in the order in which they are sent; they must lie within the content
     */
    public void sendFile(final ResponseHead head, final FileContent content, final List<FilePart> parts) {
        if (exchange.isFinished()) {
            content.close();
            return;
        }
        final FileSender sending = new FileSender(
                exchange,
                exchange.request().incoming(),
                content,
                parts,
                exchange.workers()::runForFile,
                () -> writeLast(Buffer.buffer()),
                this::abortForClient);
        file = sending;
        try {
            releaseReadBody();
            closeIfBodyIsOutstanding();
            if (writer.prepareHead(head, FilePart.sent(parts))) {
                beginStream();
                sending.write();
            } else {
                exchange.finish();
            }
        } catch (final RuntimeException e) {
            exchange.fail(e);
        }
    }

    /** Returns the bytes of the content, including chunks and files that Vert.x does not count. */
    long bytesWritten() {
        return writer.outgoing().bytesWritten() + writer.directBytes() + (file == null ? 0 : file.regionBytes());
    }

    /** Breaks off the response: resets the connection or stream, so that the client does not take the response for complete. */
    public void abort() {
        abort(exchange.task().failure());
    }

    /** Breaks off the response because of a failure; null if the client is the cause. */
    void abort(final @Nullable Throwable failure) {
        if (!exchange.isFinished()) {
            reset();
            exchange.finish("The response was aborted.", failure);
        }
    }

    /** Ends the response, because writing to the connection shows that the client has disconnected. */
    private void abortForClient() {
        if (!exchange.isFinished()) {
            reset();
            exchange.disconnected();
        }
    }

    private void reset() {
        // Clients such as curl take NO_ERROR, which Vert.x sends by default, for a clean end.
        writer.outgoing().reset(CANCEL);
    }

    /**
     * Breaks off the response like {@link #abort()}, but first writes some last bytes.
     *
     * @param lastWords the last bytes, written after the pieces before; may be empty
     */
    public void abort(final Buffer lastWords) {
        if (!exchange.isStreaming() || lastWords.length() == 0) {
            abort();
        } else if (!tryKeepNext(() -> abort(lastWords))) {
            writeInTurns(lastWords, rest -> writer.writeChunk(rest).onComplete(taken -> exchange.execute(this::abort)));
        }
    }

    /** If a piece is still being written, keeps {@code ending} to run it afterwards, and returns true. */
    private boolean tryKeepNext(final Runnable ending) {
        return turns != null && turns.keepNext(ending);
    }

    /**
     * Responds with a problem. If a response is being sent, breaks it off instead.
     *
     * @param status the status of the response
     * @param detail a sentence for the client; null for none
     */
    public void sendProblem(final int status, final @Nullable String detail) {
        sendProblem(status, detail, null);
    }

    /**
     * Responds with a guard's decision: a problem or a redirect.
     *
     * @param decision a refusal
     */
    public void refuse(final GuardDecision decision) {
        sendProblem(ResponseHead.of(decision.status(), decision.headers()), decision.detail());
    }

    private void sendProblem(final int status, final @Nullable String detail, final @Nullable String acceptEncoding) {
        if (exchange.hasBegunResponse()) {
            abort();
        } else {
            writeProblem(status, exchange.problem(status, detail), acceptEncoding);
        }
    }

    private void writeProblem(final int status, final byte[] problem, final @Nullable String acceptEncoding) {
        closeIfBodyIsOutstanding();
        writer.writeProblem(status, problem, acceptEncoding);
        exchange.finish();
    }

    /**
     * Responds with a problem and additional headers. If a response is being sent, breaks it off instead.
     *
     * @param head status and headers, such as {@code Allow}; a {@code Content-Type} is replaced
     * @param detail a sentence for the client; null for none
     */
    public void sendProblem(final ResponseHead head, final @Nullable String detail) {
        if (exchange.hasBegunResponse()) {
            abort();
        } else {
            send(problemHead(head), Buffer.buffer(exchange.problem(head.status(), detail)));
        }
    }

    private static ResponseHead problemHead(final ResponseHead further) {
        final Map<String, List<Object>> headers = new LinkedHashMap<>(further.headers());
        headers.keySet().removeIf(CONTENT_TYPE::equalsIgnoreCase);
        headers.put(CONTENT_TYPE, List.of("application/problem+json"));
        return new ResponseHead() {
            @Override
            public int status() {
                return further.status();
            }

            @Override
            public Map<String, List<Object>> headers() {
                return headers;
            }

            @Override
            public String headerText(final Object value) {
                return further.headerText(value);
            }
        };
    }

    /**
     * Responds with an encoded problem and without additional headers. If a response is being sent, breaks it off
     * instead.
     *
     * @param status the status of the response
     * @param problem the JSON of the problem
     */
    public void sendEncodedProblem(final int status, final byte[] problem) {
        if (exchange.hasBegunResponse()) {
            abort();
        } else {
            writeProblem(status, problem, null);
        }
    }

    /**
     * Responds with the status and message of the exception, and closes the connection, because the start of the next
     * request cannot be found.
     *
     * @param reason the exception; the client gets its message
     */
    public void refuse(final MalformedRequestException reason) {
        writer.closeAfterResponse();
        sendProblem(reason.status(), reason.getMessage(), reason.acceptEncoding());
    }

    /**
     * Sets a header of the problem that the server sends instead of the handler, for example when the deadline passes.
     *
     * @param name the name of the header
     * @param value without control characters
     */
    public void keepHeader(final String name, final String value) {
        writer.added().keep(name, value);
    }

    /** Writes to the connection. */
    ResponseWriter writer() {
        return writer;
    }

    /** Releases the encoders and readers of the rest of the response, at the end of the request. */
    void end() {
        writer.release();
        if (file != null) {
            file.end();
        }
    }
}

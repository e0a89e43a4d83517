package org.jzenith.http.write;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.RequestExecutor;
import org.jzenith.http.internal.vertx.DirectContent;

/**
 * Writes parts of a file to the connection, piece by piece, as fast as the connection takes them. Over HTTP/1 without TLS,
 * the kernel copies the bytes; otherwise, a worker thread reads them. Used on the event loop of the request.
 */
public final class FileSender {

    /** The number of bytes in one read, and in the buffer for one slow client. */
    private static final int PIECE = 128 * 1024;

    /** The number of bytes passed to the kernel at a time. */
    private static final long REGION = 1024 * 1024;

    private static final Buffer EMPTY = Buffer.buffer();

    private final RequestExecutor exchange;
    private final HttpServerRequest incoming;
    private final HttpServerResponse outgoing;
    private final FileContent content;
    private final Iterator<FilePart> parts;
    private final Function<Callable<Buffer>, CompletionStage<Buffer>> worker;
    private final Runnable sent;
    private final Runnable abort;
    private final boolean regions;
    private long position;
    private long left;
    private long regionBytes;
    private boolean ended;

    /**
     * Creates the sender; {@link #write} sends the first piece.
     *
     * @param exchange receives failures
     * @param incoming the request
     * @param content the content, released at the end
     * @param parts the parts of the content, in their order
     * @param worker reads a piece on a thread that may block
     * @param sent runs when the connection has taken the last part
     * @param abort runs if the client has disconnected
     */
    public FileSender(
            final RequestExecutor exchange,
            final HttpServerRequest incoming,
            final FileContent content,
            final List<FilePart> parts,
            final Function<Callable<Buffer>, CompletionStage<Buffer>> worker,
            final Runnable sent,
            final Runnable abort) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.outgoing = incoming.response();
        this.content = content;
        this.parts = parts.iterator();
        this.worker = worker;
        this.sent = sent;
        this.abort = abort;
        this.regions = content.channel() != null && DirectContent.takesRegions(incoming);
    }

    /** The number of bytes sent that Vert.x's response does not count. */
    public long regionBytes() {
        return regionBytes;
    }

    /** Stops reading, because the request has ended. */
    public void end() {
        if (!ended) {
            ended = true;
            content.release();
        }
    }

    /** Writes the next pieces until the connection is full or a piece is being read. Then continues by itself. */
    public void write() {
        while (!ended) {
            if (left > 0) {
                if (!writePiece()) {
                    return;
                }
            } else if (parts.hasNext()) {
                final FilePart part = parts.next();
                position = part.position();
                left = part.length();
                if (part.before().length() > 0) {
                    outgoing.write(part.before());
                }
            } else {
                sent.run();
                return;
            }
        }
    }

    /** Writes a piece, or starts reading it. Returns true if the next piece can follow immediately. */
    private boolean writePiece() {
        final Buffer bytes = content.bytes();
        if (bytes != null) {
            final int length = (int) Math.min(PIECE, left);
            return written(bytes.slice((int) position, (int) position + length));
        }
        if (regions) {
            writeRegion();
        } else {
            readPiece();
        }
        return false;
    }

    private boolean written(final Buffer piece) {
        position += piece.length();
        left -= piece.length();
        outgoing.write(piece);
        if (!outgoing.writeQueueFull()) {
            return true;
        }
        outgoing.drainHandler(drained -> exchange.execute(this::write));
        return false;
    }

    private void readPiece() {
        final int length = (int) Math.min(PIECE, left);
        final long from = position;
        final FileContent held = content.retain();
        worker.apply(() -> {
                    try {
                        return held.read(from, length);
                    } finally {
                        held.release();
                    }
                })
                .whenComplete((piece, error) -> {
                    if (error != null) {
                        exchange.fail(error);
                    } else if (written(piece)) {
                        write();
                    }
                });
    }

    private void writeRegion() {
        if (!outgoing.headWritten()) {
            outgoing.write(EMPTY);
        }
        final long length = Math.min(REGION, left);
        final long from = position;
        final FileContent held = content.retain();
        DirectContent.writeRegion(
                incoming,
                new DirectContent.Region(Objects.requireNonNull(content.channel()), from, length, held::release),
                error -> exchange.execute(() -> regionWritten(from, length, error)));
    }

    private void regionWritten(final long from, final long length, final @Nullable Throwable error) {
        if (error == null) {
            position = from + length;
            left -= length;
            regionBytes += length;
            write();
        } else if (!ended && content.isShorterThan(from + length)) {
            exchange.fail(new IllegalStateException("The file has become shorter while it was sent.", error));
        } else if (!ended) {
            abort.run();
        }
    }
}

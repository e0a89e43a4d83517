package org.jzenith.rest.internal.multipart;

import io.vertx.core.buffer.Buffer;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The content of one part. It is passed to its subscriber as it comes, or kept until there is one: what comes first in a
 * temporary file, what comes then in memory. Used on the event loop of the request; when the content is complete, also by those
 * to whom the request is handed.
 */
final class PartContent {

    private static final int WRITE_SIZE = 64 * 1024;
    private static final int STREAM_BUFFER = 16 * 1024;

    /** Pieces are joined up to this length: each takes 50 bytes or more beside its own, and a client may send single bytes. */
    private static final int JOINED = 4096;

    /** The handling of the content. */
    private enum Mode {
        /** Offered: neither this part's content nor the next part is requested. */
        OFFERED,
        PASSED,
        KEPT,
        SKIPPED
    }

    private final String part;
    private final PartReading reading;
    private Mode mode = Mode.OFFERED;

    /** In memory; the first ones count in the budget. */
    private final ArrayDeque<Buffer> queue = new ArrayDeque<>();

    private int counted;
    private long queued;

    private @Nullable TemporaryFile file;
    private long written;
    private long read;

    /** Waits for memory or for a file. */
    private boolean waits;

    private boolean ending;
    private boolean complete;
    private @Nullable Throwable failure;

    private @Nullable Subscriber<? super Buffer> subscriber;
    private long wanted;
    private boolean done;
    private boolean emitting;

    /**
     * Creates it before a piece has come.
     *
     * @param part the name, for messages
     * @param reading the reading of the body
     */
    PartContent(final String part, final PartReading reading) {
        this.part = part;
        this.reading = reading;
    }

    /** All of it, which is in memory. */
    void complete(final List<Buffer> all) {
        queue.addAll(all);
        complete = true;
    }

    /** Returns true if it accepts a piece of the content, or its end. */
    boolean accepts(final boolean isNextWanted) {
        if (mode == Mode.OFFERED && isNextWanted) {
            mode = Mode.KEPT;
        }
        return switch (mode) {
            case OFFERED -> false;
            case PASSED -> !waits && queue.isEmpty() && read == written;
            case KEPT -> !waits;
            case SKIPPED -> true;
        };
    }

    boolean isComplete() {
        return complete;
    }

    void append(final Buffer piece) {
        if (mode == Mode.PASSED) {
            queue.add(piece);
            emit();
        } else if (mode == Mode.KEPT) {
            waits = true;
            // The piece is a slice of what the connection has read, and would hold all of it.
            final Buffer kept = Buffer.buffer(piece.length()).appendBuffer(piece);
            if (reading.hold(kept.length(), () -> {
                keep(kept);
                reading.drain();
            })) {
                keep(kept);
            }
        }
    }

    private void keep(final Buffer piece) {
        waits = false;
        if (mode == Mode.SKIPPED || failure != null) {
            reading.unhold(piece.length());
            return;
        }
        queued += piece.length();
        final Buffer last = queue.peekLast();
        if (last != null && counted == queue.size() && last.length() + piece.length() <= JOINED) {
            last.appendBuffer(piece);
        } else {
            queue.add(piece);
            counted++;
        }
        if (mode == Mode.PASSED) {
            emit();
        } else if (queued > reading.limits().threshold() && (file == null || queued >= WRITE_SIZE)) {
            write();
        }
    }

    /** The last piece has come. */
    void end() {
        if (mode == Mode.KEPT && file != null && !queue.isEmpty()) {
            ending = true;
            write();
        } else {
            complete = true;
            emit();
        }
    }

    /** Writes all that is in memory. */
    private void write() {
        final TemporaryFile open = file == null ? reading.newFile(part) : file;
        file = open;
        reading.reserveDisk(part, queued);
        final List<Buffer> pieces = new ArrayList<>(queue);
        final long bytes = queued;
        queue.clear();
        counted = 0;
        queued = 0;
        waits = true;
        reading.onFileThread(
                () -> {
                    open.write(pieces);
                    return bytes;
                },
                this::written,
                error -> {
                    waits = false;
                    reading.fail(Refusal.unavailable("The service is temporarily unavailable.", part, error));
                });
    }

    private void written(final long bytes) {
        waits = false;
        reading.unhold(bytes);
        written += bytes;
        if (mode == Mode.SKIPPED) {
            drop();
        }
        if (ending) {
            complete = true;
        }
        emit();
        reading.drain();
    }

    /** Passes on what is there and asked for. */
    private void emit() {
        if (emitting) {
            return;
        }
        emitting = true;
        try {
            while (subscriber != null && !done && advance()) {
                // does it
            }
        } catch (final Throwable e) { // RxJava throws errors of the JVM on, instead of ending the flow with them
            endWith(e);
        } finally {
            emitting = false;
        }
    }

    /** The subscriber has thrown an error: it is told, so that it does not wait for more. */
    private void endWith(final Throwable error) {
        final Subscriber<? super Buffer> downstream = subscriber;
        done = true;
        mode = Mode.SKIPPED;
        drop();
        if (downstream != null) {
            downstream.onError(error);
        }
    }

    private boolean advance() {
        final Subscriber<? super Buffer> downstream = subscriber;
        if (waits || downstream == null) {
            return false;
        }
        if (failure != null) {
            done = true;
            downstream.onError(failure);
            return false;
        }
        if (read < written) {
            if (wanted > 0) {
                readFile();
                return !waits; // it may have been read at once
            }
            return false;
        }
        if (!queue.isEmpty()) {
            if (wanted == 0) {
                return false;
            }
            passOn(downstream, poll());
            return true;
        }
        if (complete) {
            done = true;
            drop();
            downstream.onComplete();
        }
        return false;
    }

    private Buffer poll() {
        final Buffer piece = queue.remove();
        if (counted > 0) {
            counted--;
            queued -= piece.length();
            reading.unhold(piece.length());
        }
        return piece;
    }

    private void passOn(final Subscriber<? super Buffer> downstream, final Buffer piece) {
        if (wanted != Long.MAX_VALUE) {
            wanted--;
        }
        downstream.onNext(piece);
    }

    private void readFile() {
        final TemporaryFile source = file;
        if (source == null) {
            return;
        }
        waits = true;
        final byte[] target = new byte[(int) Math.min(WRITE_SIZE, written - read)];
        final long from = read;
        reading.onFileThread(
                () -> source.read(from, target, 0, target.length),
                count -> {
                    waits = false;
                    final Subscriber<? super Buffer> downstream = subscriber;
                    if (done || downstream == null) {
                        return;
                    }
                    read += count;
                    try {
                        passOn(downstream, VertxHttp.bufferOf(target, 0, count));
                    } catch (final Throwable e) { // as when it emits
                        endWith(e);
                    }
                    emit();
                    reading.drain();
                },
                error -> {
                    waits = false;
                    fail(error);
                });
    }

    /** The rest of the content will not come. */
    void fail(final Throwable error) {
        if (!complete && failure == null) {
            failure = error;
            drop();
            emit();
        }
    }

    /** Discards the buffered content, which nobody reads any more. */
    private void drop() {
        while (!queue.isEmpty()) {
            poll();
        }
        final TemporaryFile present = file;
        if (present != null && !waits) {
            file = null;
            reading.freeDisk(written);
            read = written;
            reading.files().execute(present::delete);
        }
    }

    /** The request has ended. */
    void release() {
        final TemporaryFile present = file;
        if (present != null) {
            file = null;
            reading.files().execute(present::delete);
        }
        if (failure == null && !done) {
            failure = new ClosedChannelException();
        }
        waits = false;
        queue.clear();
        emit();
    }

    boolean isSkipped() {
        return mode == Mode.SKIPPED;
    }

    /** Returns true if the complete content is in a file, so that reading it blocks. */
    boolean isInFile() {
        return file != null;
    }

    /** The file if it has the whole content and nothing has been read of it. */
    @Nullable
    TemporaryFile wholeFile() {
        return complete && queue.isEmpty() && read == 0 ? file : null;
    }

    /** The bytes of the complete content. */
    long length() {
        return (file == null ? 0 : written)
                + queue.stream().mapToLong(Buffer::length).sum();
    }

    /** The complete content, which another thread reads. */
    InputStream stream() {
        final TemporaryFile source = file;
        return source == null
                ? new ByteArrayInputStream(memory())
                : new BufferedInputStream(new PartInputStream(part, source, written), STREAM_BUFFER);
    }

    /** Returns the part of the complete content that is in memory. */
    byte[] memory() {
        final byte[] all = new byte[queue.stream().mapToInt(Buffer::length).sum()];
        int filled = 0;
        for (final Buffer piece : queue) {
            piece.getBytes(all, filled);
            filled += piece.length();
        }
        return all;
    }

    /** Subscribes the one subscriber, on any thread. */
    void subscribe(final Subscriber<? super Buffer> downstream) {
        downstream.onSubscribe(new Demand());
        reading.exchange().execute(() -> begin(downstream));
    }

    private void begin(final Subscriber<? super Buffer> downstream) {
        if (done) {
            return;
        }
        if (reading.isReleased() && failure == null) {
            failure = new ClosedChannelException();
        }
        subscriber = downstream;
        if (mode != Mode.SKIPPED) {
            mode = Mode.PASSED;
        }
        emit();
        reading.drain();
    }

    /** The subscriber's demand; called on any thread. */
    private final class Demand implements Subscription {

        @Override
        public void request(final long count) {
            reading.exchange().execute(() -> {
                wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
                emit();
                reading.drain();
            });
        }

        @Override
        public void cancel() {
            reading.exchange().execute(() -> {
                if (!done) {
                    done = true;
                    mode = Mode.SKIPPED;
                    drop();
                    reading.drain();
                }
            });
        }
    }
}

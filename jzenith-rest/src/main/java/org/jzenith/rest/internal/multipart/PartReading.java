package org.jzenith.rest.internal.multipart;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.body.BodyMemory;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.error.Unwrapping;
import org.jzenith.rest.internal.memory.AdmitPartValues;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the parts of one body on demand. Parts kept in memory count in the server's budget for bodies, parts in files
 * in the limits of the folder. Used on the event loop of the request only, except where a method says otherwise.
 */
final class PartReading implements Subscriber<Buffer> {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.rest.internal.multipart.MultipartForms");

    private static final int BLOCK = 4096;

    /** Is told of the parts. */
    interface PartObserver {

        void part(ReceivedPart part);

        void complete();

        void fail(Throwable error);
    }

    private final Flowable<Buffer> pieces;
    private final Exchange exchange;
    private final MultipartParser parser;
    private final MultipartLimits limits;
    private final FileThreads files;
    private final AdmitPartValues values;
    private final PartObserver observer;
    private final List<ReceivedPart> parts = new ArrayList<>();
    private @Nullable Subscription upstream;
    private @Nullable BodyMemory memory;
    private @Nullable PartContent current;
    private @Nullable ReceivedPart next;
    private long wanted;

    /** Reserved bytes of the budget that nothing uses. */
    private long unused;

    private long disk;
    private boolean awaitsMemory;
    private boolean awaitsPiece;
    private boolean isLast;
    private boolean begun;
    private boolean cancelled;
    private boolean ended;
    private boolean draining;
    private boolean released;

    PartReading(
            final Flowable<Buffer> pieces,
            final Exchange exchange,
            final String boundary,
            final MultipartLimits limits,
            final FileThreads files,
            final AdmitPartValues values,
            final PartObserver observer) {
        this.pieces = pieces;
        this.exchange = exchange;
        this.parser = new MultipartParser(boundary, limits);
        this.limits = limits;
        this.files = files;
        this.values = values;
        this.observer = observer;
    }

    void begin() {
        if (begun || ended) {
            return;
        }
        begun = true;
        if (released || exchange.isFinished()) {
            fail(new ClosedChannelException());
            return;
        }
        memory = exchange.body().memoryUntilReleased(() -> fail(new ClosedChannelException()));
        pieces.subscribe(this);
    }

    /** Asks for more parts. */
    void request(final long count) {
        begin();
        if (!cancelled && !ended) {
            wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
            drain();
        }
    }

    /** Stops requesting parts. The current one can still be read. */
    void cancel() {
        cancelled = true;
        wanted = 0;
        drain();
    }

    @Override
    public void onSubscribe(final Subscription subscription) {
        upstream = subscription;
        drain();
    }

    @Override
    public void onNext(final Buffer piece) {
        if (!ended) {
            awaitsPiece = false;
            try {
                parser.offer(piece);
            } catch (final Throwable e) { // also if the memory does not suffice
                fail(e);
            }
            drain();
        }
    }

    @Override
    public void onError(final Throwable error) {
        fail(error);
    }

    @Override
    public void onComplete() {
        awaitsPiece = false;
        isLast = true;
        drain();
    }

    /** Goes on, as far as somebody asks for it and there is room. */
    void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            while (!ended && begun && upstream != null && advance()) {
                // does it
            }
        } catch (final Throwable e) { // also if the memory does not suffice
            fail(e);
        } finally {
            draining = false;
        }
    }

    /** Returns whether something was done. */
    private boolean advance() {
        PartContent part = current;
        if (part != null && part.isComplete()) {
            current = null;
            part = null;
        }
        if (awaitsMemory || (part != null && !part.accepts(wanted > 0))) {
            return false;
        }
        if (cancelled && (part == null || part.isSkipped())) {
            stop();
            return false;
        }
        final ReceivedPart begins = next;
        if (part == null && begins != null) {
            return wanted > 0 && pass(begins);
        }
        return switch (parser.next()) {
            case MORE -> more();
            case PART -> prepare();
            case CONTENT -> {
                if (part != null) {
                    part.append(parser.content());
                }
                yield true;
            }
            case PART_END -> {
                if (part != null) {
                    part.end();
                }
                yield true;
            }
        };
    }

    private boolean more() {
        if (isLast) {
            parser.end();
            ended = true;
            if (!cancelled) {
                observer.complete();
            }
            return false;
        }
        if (!awaitsPiece && upstream != null) {
            awaitsPiece = true;
            upstream.request(1);
        }
        return !awaitsPiece;
    }

    private boolean prepare() {
        final PartHead head = parser.head();
        next = new ReceivedPart(head, this);
        awaitsMemory = !hold(head.memory(), () -> {
            awaitsMemory = false;
            drain();
        });
        return !awaitsMemory;
    }

    private boolean pass(final ReceivedPart part) {
        next = null;
        current = part.arriving();
        parts.add(part);
        if (wanted != Long.MAX_VALUE) {
            wanted--;
        }
        observer.part(part);
        return true;
    }

    /**
     * Reserves bytes of the budget.
     *
     * @param later runs when they are reserved, if they are not at once; never if the request ends before
     */
    boolean hold(final int bytes, final Runnable later) {
        if (unused >= bytes) {
            unused -= bytes;
            return true;
        }
        final long missing = (bytes - unused + BLOCK - 1) / BLOCK * BLOCK;
        final BodyMemory budget = memory;
        final Runnable reserved = () -> {
            unused += missing - bytes;
            try {
                later.run();
            } catch (final Throwable e) { // also if the memory does not suffice
                fail(e);
            }
        };
        if (budget != null && budget.reserve(missing, reserved)) {
            unused += missing - bytes;
            return true;
        }
        return false;
    }

    /** Bytes of {@link #hold} are not used any more. */
    void unhold(final long bytes) {
        unused += bytes;
    }

    /**
     * Reserves memory for text that is created from the content of a part, until the request ends.
     *
     * @throws RuntimeException if there is no room for it
     */
    void reserveText(final int bytes) {
        values.reserveText(bytes);
    }

    /**
     * Counts bytes that will be written to a file.
     *
     * @throws RuntimeException if there is no room for them
     */
    void reserveDisk(final String part, final long bytes) {
        if (disk + bytes > limits.maxDisk()) {
            throw Refusal.tooLarge(
                    "max-disk-per-request",
                    part,
                    "Together, the stored parts of the body are larger than " + limits.maxDisk()
                            + " bytes; the last one is '" + ContentTypes.shown(part) + "'.");
        }
        if (!files.folder().reserve(bytes)) {
            throw Refusal.unavailable(MalformedRequestException.overloaded("max-disk"), part, null);
        }
        disk += bytes;
    }

    TemporaryFile newFile(final String part) {
        final TemporaryFile file = files.folder().newFile();
        if (file == null) {
            throw Refusal.unavailable(MalformedRequestException.overloaded("max-files"), part, null);
        }
        return file;
    }

    /** The bytes of a file that has been read or dropped can be used for others of the request. */
    void freeDisk(final long bytes) {
        disk -= bytes;
    }

    /**
     * Does what blocks.
     *
     * @param done is called on the event loop; never if the request ends before
     * @param failed is called there, too
     */
    <T> void onFileThread(final Callable<T> work, final Consumer<T> done, final Consumer<Throwable> failed) {
        exchange.workers().runForFile(work).whenComplete((value, error) -> {
            try {
                if (error == null) {
                    done.accept(value);
                } else {
                    failed.accept(Unwrapping.ofStage(error));
                }
            } catch (final Throwable e) { // also if the memory does not suffice
                LOGGER.error("A part of a form could not be read.", LogText.escape(e));
                fail(e);
            }
        });
    }

    /** The body cannot be read any more. */
    void fail(final Throwable error) {
        if (ended) {
            return;
        }
        stop();
        final PartContent part = current;
        if (part != null) {
            part.fail(error);
        }
        if (!cancelled) {
            observer.fail(error);
        }
    }

    private void stop() {
        ended = true;
        if (upstream != null) {
            upstream.cancel();
        }
    }

    /** The request has ended: drops what is kept and deletes files. On any thread. */
    void release() {
        values.release();
        exchange.executeLater(() -> {
            released = true;
            fail(new ClosedChannelException());
            parts.forEach(part -> part.arriving().release());
            if (next != null) {
                next.arriving().release();
            }
            if (memory != null) {
                memory.release();
            }
        });
    }

    boolean isReleased() {
        return released;
    }

    MultipartLimits limits() {
        return limits;
    }

    FileThreads files() {
        return files;
    }

    Exchange exchange() {
        return exchange;
    }
}

package org.jzenith.rest.multipart;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A part whose content arrives. It is passed to its subscriber as it comes, or kept until there is one: what comes first in a
 * temporary file, what comes then in memory. Its state is used on the event loop of the request; when the part is
 * complete, also by those to whom the request is handed.
 */
final class ReceivedPart implements Part {

    private static final int WRITE_SIZE = 64 * 1024;

    /** How the content is treated. */
    private enum Mode {
        /** Nobody has asked for it, nor for the next part. */
        OFFERED,
        PASSED,
        KEPT,
        SKIPPED
    }

    private final PartHead head;
    private final PartReading reading;
    private final AtomicBoolean taken = new AtomicBoolean();
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

    ReceivedPart(final PartHead head, final PartReading reading) {
        this.head = head;
        this.reading = reading;
    }

    /** A part that is there, in memory. */
    static ReceivedPart complete(final PartHead head, final PartReading reading, final List<Buffer> content) {
        final ReceivedPart part = new ReceivedPart(head, reading);
        part.queue.addAll(content);
        part.complete = true;
        return part;
    }

    @Override
    public String name() {
        return head.name();
    }

    @Override
    public Optional<String> fileName() {
        return Optional.ofNullable(head.fileName());
    }

    @Override
    public MediaType mediaType() {
        return head.mediaType();
    }

    @Override
    public MultivaluedMap<String, String> headers() {
        return head.headers();
    }

    @Override
    public Flowable<Buffer> content() {
        return new Content();
    }

    @Override
    public Single<String> text(final int maxBytes) {
        return content()
                .collect(ByteArrayOutputStream::new, (all, piece) -> {
                    if (all.size() + piece.length() > maxBytes) {
                        throw Refusal.tooLarge(
                                "maxBytes",
                                name(),
                                "The part '" + Refusal.shown(name()) + "' is larger than " + maxBytes + " bytes.");
                    }
                    all.writeBytes(piece.getBytes());
                })
                .map(all -> all.toString(charset()));
    }

    /** Of the content as text. */
    Charset charset() {
        final String name = head.mediaType().getParameters().get(MediaType.CHARSET_PARAMETER);
        try {
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (final IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw Refusal.malformed("The part '" + Refusal.shown(name()) + "' has an unknown charset.");
        }
    }

    @Override
    public Completable writeTo(final Path target) {
        return Single.<Optional<TemporaryFile>>create(
                        emitter -> reading.exchange().execute(() -> emitter.onSuccess(Optional.ofNullable(takeFile()))))
                .flatMapCompletable(whole -> whole.isPresent()
                        ? reading.files().completable(() -> whole.get().moveTo(target))
                        : copyTo(target));
    }

    /** The file if it has the whole content and nobody else takes it. */
    private @Nullable TemporaryFile takeFile() {
        return complete && file != null && queue.isEmpty() && read == 0 && taken.compareAndSet(false, true)
                ? file
                : null;
    }

    private Completable copyTo(final Path target) {
        final FileThreads files = reading.files();
        return files.single(() -> TargetFile.create(target), made -> files.execute(made::deleteUnlessComplete))
                .flatMapCompletable(made -> content()
                        .concatMapCompletable(piece -> files.completable(() -> made.write(piece)), 1)
                        .andThen(files.completable(made::complete))
                        .onErrorResumeNext(error -> files.completable(made::deleteUnlessComplete)
                                .onErrorComplete()
                                .andThen(Completable.error(error)))
                        .doOnDispose(() -> files.execute(made::deleteUnlessComplete)));
    }

    /** Whether a piece of the content, or its end, can be taken. */
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
            final Buffer kept = Buffer.buffer(piece.getBytes());
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
        queue.add(piece);
        counted++;
        queued += piece.length();
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
        reading.reserveDisk(name(), queued);
        TemporaryFile target = file;
        if (target == null) {
            try {
                target = reading.newFile(name());
            } catch (final RuntimeException e) {
                reading.files().folder().free(queued);
                throw e;
            }
            file = target;
        }
        final TemporaryFile open = target;
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
                    reading.fail(Refusal.unavailable(name(), error));
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
        } finally {
            emitting = false;
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
                    passOn(downstream, Buffer.buffer(target).slice(0, count));
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

    /** Nobody reads what is kept any more. */
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

    /** Whether the content, which is complete, is in a file, so that reading it blocks. */
    boolean isInFile() {
        return file != null;
    }

    /** The complete content, which another thread reads. */
    InputStream stream() {
        return new PartInputStream(name(), file, written, memory());
    }

    /**
     * The complete content as text. Does not take it, nor block.
     *
     * @throws RuntimeException if it is in a file, because it would take memory that is not counted
     */
    String textNow() {
        if (file != null) {
            final long most = reading.limits().threshold();
            throw Refusal.tooLarge(
                    "memory-threshold",
                    name(),
                    "The part '" + Refusal.shown(name()) + "' is taken as text, and is larger than " + most
                            + " bytes.");
        }
        return new String(memory(), charset());
    }

    private byte[] memory() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) queued);
        queue.forEach(piece -> bytes.writeBytes(piece.getBytes()));
        return bytes.toByteArray();
    }

    /**
     * Takes the content, once.
     *
     * @throws IllegalStateException if it is taken already
     */
    void take() {
        if (!taken.compareAndSet(false, true)) {
            throw takenTwice();
        }
    }

    private IllegalStateException takenTwice() {
        return new IllegalStateException(
                "The content of the part '" + Refusal.shown(name()) + "' is read once, by one reader.");
    }

    @Override
    public String toString() {
        return "part " + Refusal.shown(name());
    }

    /** The content for one subscriber. */
    private final class Content extends Flowable<Buffer> {

        @Override
        protected void subscribeActual(final Subscriber<? super Buffer> downstream) {
            if (!taken.compareAndSet(false, true)) {
                Flowable.<Buffer>error(takenTwice()).subscribe(downstream);
                return;
            }
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
    }

    /** What the subscriber asks for, on any thread. */
    private final class Demand implements Subscription {

        @Override
        public void request(final long count) {
            reading.exchange().execute(() -> {
                if (count <= 0) {
                    failure = new IllegalArgumentException("A demand is at least 1, but it was " + count + ".");
                    mode = Mode.SKIPPED;
                    emit();
                    reading.drain();
                } else {
                    wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
                    emit();
                    reading.drain();
                }
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

package org.jzenith.rest.internal.multipart;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.reactivestreams.Subscriber;

/**
 * A part as the application sees it: what its head says, and the ways to take its content. One of them is taken, once.
 * {@link PartContent} is the content as it arrives. Safe for use by many threads where {@link Part} says so.
 */
final class ReceivedPart implements Part {

    private final PartHead head;
    private final PartReading reading;
    private final PartContent content;
    private final AtomicBoolean taken = new AtomicBoolean();

    /** The form's charset, for fields that name none. Set before the form is passed on. */
    private Charset charsetOfForm = StandardCharsets.UTF_8;

    ReceivedPart(final PartHead head, final PartReading reading) {
        this.head = head;
        this.reading = reading;
        this.content = new PartContent(head.name(), reading);
    }

    /** A part that is there, in memory. */
    static ReceivedPart complete(final PartHead head, final PartReading reading, final List<Buffer> content) {
        final ReceivedPart part = new ReceivedPart(head, reading);
        part.content.complete(content);
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
                                "The part '" + ContentTypes.shown(name()) + "' is larger than " + maxBytes + " bytes.");
                    }
                    reading.reserveText(piece.length());
                    all.writeBytes(piece.getBytes());
                })
                .map(all -> all.toString(charset()));
    }

    /** Sets the form's charset, for text fields: a file has its own. */
    void setCharsetOfForm(final Charset charset) {
        if (head.fileName() == null && head.mediaType().getType().equalsIgnoreCase("text")) {
            charsetOfForm = charset;
        }
    }

    /** The media type as readers need it, with the charset of the form if that counts. */
    MediaType readableType() {
        final MediaType type = head.mediaType();
        return charsetOfForm.equals(StandardCharsets.UTF_8)
                        || type.getParameters().containsKey(MediaType.CHARSET_PARAMETER)
                ? type
                : type.withCharset(charsetOfForm.name());
    }

    /** Returns the charset of the content as text. */
    private Charset charset() {
        final String name = head.mediaType().getParameters().get(MediaType.CHARSET_PARAMETER);
        if (name == null) {
            return charsetOfForm;
        }
        final Charset charset = charset(name);
        if (charset == null) {
            throw Refusal.malformed("The part '" + ContentTypes.shown(name()) + "' has an unknown charset.");
        }
        return charset;
    }

    /** The charset of a name; null if it is unknown. */
    static @Nullable Charset charset(final String name) {
        try {
            return Charset.forName(name);
        } catch (final IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
    }

    @Override
    public Single<Long> writeTo(final Path target) {
        return Single.<Optional<TemporaryFile>>create(
                        emitter -> reading.exchange().execute(() -> emitter.onSuccess(Optional.ofNullable(takeFile()))))
                .flatMap(whole -> whole.isPresent()
                        ? reading.files().single(() -> whole.get().moveTo(target), moved -> {})
                        : copyTo(target));
    }

    /** The file if it has the whole content and nobody else takes it. */
    private @Nullable TemporaryFile takeFile() {
        final TemporaryFile whole = content.wholeFile();
        return whole != null && taken.compareAndSet(false, true) ? whole : null;
    }

    private Single<Long> copyTo(final Path target) {
        final FileThreads files = reading.files();
        return files.single(() -> TargetFile.create(target), made -> files.execute(made::deleteUnlessComplete))
                .flatMap(made -> content()
                        .concatMapCompletable(piece -> files.completable(() -> made.write(piece)), 1)
                        .andThen(files.single(made::complete, size -> {}))
                        .onErrorResumeNext(error -> files.completable(made::deleteUnlessComplete)
                                .onErrorComplete()
                                .andThen(Single.error(error)))
                        .doOnDispose(() -> files.execute(made::deleteUnlessComplete)));
    }

    /** Returns the arriving content of the part. */
    PartContent arriving() {
        return content;
    }

    /** Returns true if the complete content is in a file, so that reading it blocks. */
    boolean isInFile() {
        return content.isInFile();
    }

    /** The bytes of the complete content. */
    long length() {
        return content.length();
    }

    /** The complete content, which another thread reads. */
    InputStream stream() {
        return content.stream();
    }

    /**
     * The complete content as text. Does not take it, nor block.
     *
     * @throws RuntimeException if it is in a file, because it would take memory that is not counted
     */
    String textNow() {
        if (content.isInFile()) {
            final long most = reading.limits().threshold();
            throw Refusal.tooLarge(
                    "memory-threshold",
                    name(),
                    "The part '" + ContentTypes.shown(name()) + "' is taken as text, but is larger than " + most
                            + " bytes.");
        }
        return new String(content.memory(), charset());
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
                "The content of the part '" + ContentTypes.shown(name()) + "' can be read only once, by one reader.");
    }

    @Override
    public String toString() {
        return "part " + ContentTypes.shown(name());
    }

    /** The content for one subscriber. */
    private final class Content extends Flowable<Buffer> {

        @Override
        protected void subscribeActual(final Subscriber<? super Buffer> downstream) {
            if (taken.compareAndSet(false, true)) {
                content.subscribe(downstream);
            } else {
                Flowable.<Buffer>error(takenTwice()).subscribe(downstream);
            }
        }
    }
}

package org.jzenith.rest.multipart;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.error.ProblemException;

/** The bodies of one server that have parts, their limits, and the folder for their files. Safe for use by many threads. */
public final class MultipartForms {

    private static final String CHARSET_FIELD = "_charset_";

    private final Function<ExchangeBody, ValueAdmission> admissions;
    private final MultipartLimits limits;
    private final FileThreads files;
    private final String folderOrigin;
    private volatile boolean used;

    /**
     * Creates it without opening files.
     *
     * @param vertx its worker threads write files
     * @param settings settings for reading multipart forms
     * @param folderOrigin the origin of the setting for the folder; null if it is not set
     * @param admissions limits the values of the parts of a body
     */
    public MultipartForms(
            final Vertx vertx,
            final MultipartConfiguration settings,
            final @Nullable String folderOrigin,
            final Function<ExchangeBody, ValueAdmission> admissions) {
        this.admissions = admissions;
        this.limits = MultipartLimits.of(settings);
        this.files = new FileThreads(vertx, TemporaryFolder.of(settings));
        this.folderOrigin = folderOrigin == null ? "the system property java.io.tmpdir" : folderOrigin;
    }

    /** Returns the bytes of all files. */
    public long bytesOnDisk() {
        return files.folder().bytes();
    }

    /** Records that a method takes files, so that {@link #open} opens the folder for them. */
    public void use() {
        used = true;
    }

    /**
     * Makes the folder for files if there is a method that takes some, and deletes what killed processes have left. Blocks.
     *
     * @throws StartException if the folder cannot be made
     */
    public void open() {
        if (!used) {
            return;
        }
        try {
            files.folder().open();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("The folder for the temporary files of uploads cannot be made in "
                            + files.folder().base() + ": " + e + ".")
                    .from(folderOrigin)
                    .remedy("Set rest.multipart.folder to a folder that this process may write to.")
                    .causedBy(e));
        }
    }

    /**
     * Deletes all files.
     *
     * @return completes when they are deleted
     */
    public Completable close() {
        return Completable.fromAction(files.folder()::close);
    }

    /**
     * Begins a part of a response.
     *
     * @param name the name of the field
     * @return without content
     * @throws IllegalArgumentException if the name is null
     */
    public static EntityPart.Builder partBuilder(final String name) {
        return new EntityPartBuilder(name);
    }

    /**
     * Reads a whole body. Called on the event loop.
     *
     * @param pieces the pieces of the body
     * @param exchange the request
     * @param boundary a valid one
     * @param providers read the contents of parts
     * @param end is told on the event loop when all parts are there, or why not; not called if the request ends before
     * @return its parts are there when the end is told
     */
    public FormParts receive(
            final Flowable<Buffer> pieces,
            final Exchange exchange,
            final String boundary,
            final Providers providers,
            final Consumer<@Nullable Throwable> end) {
        final FormParts form = new FormParts(providers, admissions.apply(exchange.body()), end);
        final PartReading reading =
                new PartReading(pieces, exchange, boundary, limits, files, form.values, form.observer);
        form.reading = reading;
        return form;
    }

    /**
     * Reads a whole body that is in memory, and keeps its parts there.
     *
     * @param body all bytes
     * @param exchange the request
     * @param boundary a valid one
     * @param providers read the contents of parts
     * @return its parts; the caller releases them
     */
    public FormParts read(
            final byte[] body, final Exchange exchange, final String boundary, final Providers providers) {
        final FormParts form = new FormParts(providers, admissions.apply(exchange.body()), end -> {});
        final PartReading reading =
                new PartReading(Flowable.empty(), exchange, boundary, limits, files, form.values, form.observer);
        final MultipartParser parser = new MultipartParser(boundary, limits);
        parser.offer(Buffer.buffer(body));
        final List<Buffer> content = new ArrayList<>();
        for (MultipartParser.Event found = parser.next(); found != MultipartParser.Event.MORE; found = parser.next()) {
            if (found == MultipartParser.Event.CONTENT) {
                content.add(parser.content());
            } else if (found == MultipartParser.Event.PART_END) {
                form.parts.add(ReceivedPart.complete(parser.head(), reading, content));
                content.clear();
            }
        }
        parser.end();
        form.decode();
        return form;
    }

    /**
     * The parts of a body as they arrive.
     *
     * @param pieces the pieces of the body
     * @param exchange the request
     * @param boundary a valid one
     * @return for one subscriber
     */
    public Parts parts(final Flowable<Buffer> pieces, final Exchange exchange, final String boundary) {
        final ValueAdmission values = admissions.apply(exchange.body());
        final PartsBody body = new PartsBody(
                exchange, observer -> new PartReading(pieces, exchange, boundary, limits, files, values, observer));
        return new Parts(body, body.reading()::release);
    }

    /**
     * Parts that arrive.
     *
     * @param all for one subscriber
     * @param release drops what is kept of them, when the request has ended; on any thread
     */
    public record Parts(Flowable<Part> all, Runnable release) {}

    /** Limits the memory of the values that the parts of one body are read into. Safe for use by many threads. */
    public interface ValueAdmission {

        /**
         * Reserves memory for a value, which is held until {@link #release}. Does not wait.
         *
         * @param type the type of the value
         * @param mediaType the media type of the content
         * @param length the length of the content, in bytes
         * @param content read to its end if its values must be counted
         * @throws IOException if the content cannot be read
         * @throws ProblemException if there is no room
         */
        void reserve(Type type, MediaType mediaType, long length, InputStream content) throws IOException;

        /**
         * Reserves memory for text of a content, which is held until {@link #release}. The texts of one body reserve at most what
         * one body may, because the caller limits each. Does not wait.
         *
         * @param length the length of the content, in bytes
         * @throws ProblemException if there is no room
         */
        void reserveText(int length);

        /** Releases the memory of all values. */
        void release();
    }

    /** A body that has arrived. */
    public static final class FormParts {

        private final List<ReceivedPart> parts = new ArrayList<>();
        private final Providers providers;
        private final ValueAdmission values;
        private final PartReading.PartObserver observer;
        private @Nullable PartReading reading;

        private FormParts(
                final Providers providers, final ValueAdmission values, final Consumer<@Nullable Throwable> end) {
            this.providers = providers;
            this.values = values;
            this.observer = new PartReading.PartObserver() {
                @Override
                public void part(final ReceivedPart part) {
                    parts.add(part);
                }

                @Override
                public void complete() {
                    try {
                        decode();
                    } catch (final ProblemException e) {
                        end.accept(e);
                        return;
                    }
                    end.accept(null);
                }

                @Override
                public void fail(final Throwable error) {
                    end.accept(error);
                }
            };
        }

        /** Begins to read. Called once, on the event loop. */
        public void begin() {
            if (reading != null) {
                reading.request(Long.MAX_VALUE);
            }
        }

        /** Drops what is kept and deletes files, when the request has ended. On any thread. */
        public void release() {
            values.release();
            if (reading != null) {
                reading.release();
            }
        }

        /** The field {@code _charset_} has the charset of the fields that name none (RFC 7578, 4.6). */
        private void decode() {
            for (final ReceivedPart part : named(CHARSET_FIELD)) {
                if (part.fileName().isEmpty()) {
                    final String name = part.isInFile() ? "" : part.textNow().strip();
                    final Charset charset = ReceivedPart.charset(name);
                    if (charset == null) {
                        throw Refusal.malformed("The form says in its field " + CHARSET_FIELD
                                + " that it is in the charset '" + Refusal.shown(name)
                                + "', which is unknown; send UTF-8.");
                    }
                    parts.forEach(each -> each.setCharsetOfForm(charset));
                    return;
                }
            }
        }

        private List<ReceivedPart> named(final @Nullable String name) {
            return parts.stream()
                    .filter(part -> name == null || part.name().equals(name))
                    .toList();
        }

        /**
         * Parts.
         *
         * @param name the name of the field; null for all
         * @return in the order of the body
         */
        public List<Part> parts(final @Nullable String name) {
            return List.copyOf(named(name));
        }

        /**
         * Parts as Jakarta REST has them.
         *
         * @param name the name of the field; null for all
         * @return in the order of the body
         */
        public List<EntityPart> entityParts(final @Nullable String name) {
            return named(name).stream()
                    .<EntityPart>map(part -> new ReceivedEntityPart(part, providers, values))
                    .toList();
        }

        /**
         * The contents of parts as text.
         *
         * @param name the name of the field
         * @return in the order of the body
         * @throws RuntimeException if one is in a file
         */
        public List<String> texts(final String name) {
            final List<String> texts = new ArrayList<>();
            for (final ReceivedPart part : named(name)) {
                texts.add(part.textNow());
            }
            return texts;
        }

        /**
         * The contents of all parts as text, without those that are files of the client or of the server.
         *
         * @return by name
         */
        public MultivaluedMap<String, String> texts() {
            final MultivaluedMap<String, String> all = new MultivaluedHashMap<>();
            for (final ReceivedPart part : parts) {
                if (part.fileName().isEmpty() && !part.isInFile()) {
                    all.add(part.name(), part.textNow());
                }
            }
            return all;
        }

        /**
         * Returns true if a part's content is in a file, so that reading it blocks.
         *
         * @param names names of fields; null for all
         * @return false if all are in memory
         */
        public boolean isInFile(final @Nullable Set<String> names) {
            return parts.stream().anyMatch(part -> part.isInFile() && (names == null || names.contains(part.name())));
        }
    }
}

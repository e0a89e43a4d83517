package org.jzenith.rest.internal.multipart;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.memory.AdmitPartValues;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.RestRequest;

/** The bodies of one server that have parts, their limits, and the folder for their files. Safe for use by many threads. */
public final class MultipartForms {

    private static final String CHARSET_FIELD = "_charset_";

    private final MultipartLimits limits;
    private final FileThreads files;
    private final Gauge disk;
    private final String folderOrigin;
    private volatile boolean used;

    /**
     * Created by Guice, without opening files.
     *
     * @param vertx its worker threads write files
     * @param settings settings for reading multipart forms
     * @param configuration knows where the folder is set
     */
    @Inject
    private MultipartForms(
            final Vertx vertx, final MultipartConfiguration settings, final Configuration configuration) {
        this.limits = MultipartLimits.of(settings);
        this.files = new FileThreads(vertx, TemporaryFolder.of(settings));
        this.disk =
                Gauge.of("rest.multipart-disk", "bytes", files.folder()::bytes).withLimit(settings.maxDisk()::bytes);
        this.folderOrigin = configuration.origin("rest.multipart.folder").orElse("the system property java.io.tmpdir");
    }

    /** Returns the gauge of the bytes of all files, below the limit of {@code rest.multipart.max-disk}. */
    Gauge disk() {
        return disk;
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
            throw new StartException(StartProblem.of("Cannot create the folder for temporary files of uploads in "
                            + files.folder().base() + ": " + e + ".")
                    .from(folderOrigin)
                    .remedy("Set rest.multipart.folder to a folder that this process can write to.")
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
     * Starts a part of a response.
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
        final FormParts form = new FormParts(providers, new AdmitPartValues(exchange.body()), end);
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
        final FormParts form = new FormParts(providers, new AdmitPartValues(exchange.body()), end -> {});
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
     * @return for one subscriber; the caller releases its reading when the request has ended
     */
    PartsBody parts(final Flowable<Buffer> pieces, final Exchange exchange, final String boundary) {
        final AdmitPartValues values = new AdmitPartValues(exchange.body());
        return new PartsBody(
                exchange, observer -> new PartReading(pieces, exchange, boundary, limits, files, values, observer));
    }

    /** A body that has arrived. */
    static final class FormParts implements RestRequest.Parts {

        private final List<ReceivedPart> parts = new ArrayList<>();
        private final Providers providers;
        private final AdmitPartValues values;
        private final PartReading.PartObserver observer;
        private @Nullable PartReading reading;

        private FormParts(
                final Providers providers, final AdmitPartValues values, final Consumer<@Nullable Throwable> end) {
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

        /** Returns the parts that a step has received; null if the body of the request is not a multipart form. */
        static @Nullable FormParts receivedBy(final RestInvocation invocation) {
            return invocation.data().ifMade(FormParts.class);
        }

        /** Starts to read. Called once, on the event loop. */
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
                        throw Refusal.malformed("The field " + CHARSET_FIELD
                                + " of the form names the charset '" + ContentTypes.shown(name)
                                + "', which is unknown. Send UTF-8.");
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

        @Override
        public List<EntityPart> entityParts() {
            return entityParts(null);
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
        @Override
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

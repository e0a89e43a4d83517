package org.jzenith.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.multibindings.Multibinder;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.configuration.JsonConfiguration;

/**
 * Adjusts an application's JSON. The injectable {@code ObjectMapper} reads and writes bodies; bind Jackson modules to change it:
 *
 * <pre>{@code
 * Multibinder.newSetBinder(binder(), com.fasterxml.jackson.databind.Module.class)
 *         .addBinding()
 *         .toInstance(Json.adjust(mapper -> mapper.setSerializationInclusion(NON_NULL)));
 * }</pre>
 *
 * <p>To use none of the framework's settings, bind your own {@code ObjectMapper}. It then reads and writes all bodies, and the bound
 * Jackson modules do not apply to it. {@link #modules} returns the modules that the framework's mapper starts with.
 */
public final class Json {

    static final int MAX_DEPTH = 500;

    private Json() {}

    /**
     * Returns a module that changes any setting of the mapper.
     *
     * @param change is called once, when the mapper is created, after the defaults of the framework are set
     * @return a module to bind
     */
    public static Module adjust(final Consumer<ObjectMapper> change) {
        return new Adjustment(change);
    }

    /**
     * Returns the Jackson modules that the framework's mapper begins with: names of constructor parameters, {@code Optional},
     * {@code java.time}, and Vert.x's {@code JsonObject} and {@code JsonArray}.
     *
     * @return new modules, for an {@code ObjectMapper} of the application's own
     */
    public static List<Module> modules() {
        return List.of(
                new ParameterNamesModule(),
                new Jdk8Module(),
                new JavaTimeModule(),
                new VertxJson(),
                new FiniteNumbers(),
                new ExactTypes());
    }

    /**
     * Returns the bindings that every application has: the set of Jackson modules.
     *
     * @return a Guice module
     */
    public static com.google.inject.Module bindings() {
        return binder -> Multibinder.newSetBinder(binder, Module.class);
    }

    /**
     * Returns the binding that an application may replace: the mapper, built from {@link JsonConfiguration} and all bound Jackson
     * modules.
     *
     * @return a Guice module
     */
    public static com.google.inject.Module defaultBindings() {
        return new JsonBindings();
    }

    /**
     * Returns the application's mapper, for a plugin that also runs without Jakarta REST.
     *
     * @param injector the application's objects
     * @return the framework's mapper with its default settings if the application has none
     */
    public static ObjectMapper mapper(final Injector injector) {
        return injector.getExistingBinding(Key.get(ObjectMapper.class)) == null
                ? DefaultMapper.of(() -> true, Set.of())
                : injector.getInstance(ObjectMapper.class);
    }

    /**
     * Returns true if the application changes the mapper. Its mistakes are then found when the mapper is created.
     *
     * @param injector the application's objects
     * @return true if it binds Jackson modules or its own {@code ObjectMapper}
     */
    public static boolean isAdjusted(final Injector injector) {
        return JsonBindings.isAdjusted(injector);
    }

    /**
     * Reads documents of clients. The parsers do not share the names of fields, so that no client can break the documents
     * of others.
     *
     * @param mapper its settings are kept
     * @param maxTokens the maximum number of tokens of one document: values, names, and the starts and ends of objects
     *     and arrays. A lower limit of the mapper applies as well
     * @return reads documents; safe for use by many threads
     */
    public static Documents documents(final ObjectMapper mapper, final long maxTokens) {
        return UnsharedFactory.documents(mapper.getFactory(), maxTokens);
    }

    /**
     * Returns the nesting of documents that are read: 500 levels, unless the application has set its own limit. Jackson's limit needs
     * more stack than a thread has.
     *
     * @param factory the factory of the application's mapper
     * @return levels of objects and arrays
     */
    public static int maxDepth(final JsonFactory factory) {
        final int limit = factory.streamReadConstraints().getMaxNestingDepth();
        return limit == StreamReadConstraints.DEFAULT_MAX_DEPTH ? MAX_DEPTH : limit;
    }

    /**
     * Reads values of a document that may be nested so deeply that Jackson's calls for it exceed the stack of a thread: types that it
     * buffers, such as those with {@code @JsonTypeInfo(use = DEDUCTION)}, take the most.
     *
     * @param factory the factory of the application's mapper
     * @param reading reads the values
     * @param <T> the type of the values
     * @return the values
     * @throws IOException that of the reading, or a {@link StreamConstraintsException} if the stack does not suffice
     */
    public static <T> @Nullable T withinStack(final JsonFactory factory, final Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (final JsonProcessingException | StackOverflowError e) {
            if (!isOfJackson(overflow(e))) {
                throw e;
            }
            final StreamConstraintsException failure = new StreamConstraintsException(
                    "Document nesting depth needs more stack than a thread has; maximum allowed (" + maxDepth(factory)
                            + ") for other types");
            failure.initCause(e);
            throw failure;
        }
    }

    /** Reads values with Jackson. */
    @FunctionalInterface
    public interface Reading<T> {

        /**
         * Reads.
         *
         * @return the values
         * @throws IOException if they cannot be read
         */
        @Nullable
        T read() throws IOException;
    }

    /** Jackson wraps the error of a constructor or setter; null if there is none. */
    private static @Nullable StackOverflowError overflow(final Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof final StackOverflowError error) {
                return error;
            }
        }
        return null;
    }

    /** False for an endless recursion of the application, such as in a setter. */
    private static boolean isOfJackson(final @Nullable StackOverflowError error) {
        final StackTraceElement[] frames = error == null ? new StackTraceElement[0] : error.getStackTrace();
        return 2
                        * Stream.of(frames)
                                .filter(frame -> frame.getClassName().startsWith("com.fasterxml.jackson."))
                                .count()
                > frames.length;
    }

    /** A document has more tokens than it may. */
    static final class TooManyTokensException extends JsonProcessingException {

        private static final long serialVersionUID = 1L;

        private final long limit;

        TooManyTokensException(final long limit, final IOException cause) {
            super("The document has more than " + limit + " tokens.", cause);
            this.limit = limit;
        }
    }

    /** Reads documents of clients. */
    @FunctionalInterface
    public interface Documents {

        /**
         * Reads one document to its end.
         *
         * @param reader knows the type
         * @param document UTF-8, UTF-16 or UTF-32
         * @return the value; null if the document is {@code null}
         * @throws IOException if it cannot be read, is no such value, or has more tokens than it may
         */
        @Nullable
        Object read(ObjectReader reader, InputStream document) throws IOException;

        /**
         * Returns the limit that a document exceeds.
         *
         * @param failure a failure of {@link #read}
         * @return the most tokens of a document; empty if the failure has another reason
         */
        static OptionalLong exceededTokens(final Throwable failure) {
            return failure instanceof final TooManyTokensException tokens
                    ? OptionalLong.of(tokens.limit)
                    : OptionalLong.empty();
        }

        /**
         * Recognises an object that ends without a field that it needs, which Jackson reports with the same words as one that is
         * {@code null}.
         *
         * @param failure a failure of {@link #read}
         * @return true if a field is missing
         */
        static boolean isFieldMissing(final Throwable failure) {
            return Stream.of(failure.getSuppressed()).anyMatch(MissingFieldException.class::isInstance);
        }
    }

    /** Marks a failure of Jackson that is about a missing field. */
    static final class MissingFieldException extends JsonProcessingException {

        private static final long serialVersionUID = 1L;

        MissingFieldException() {
            super("The object ends without this field.");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Adjustment extends SimpleModule {

        private static final long serialVersionUID = 1L;

        private final transient Consumer<ObjectMapper> change;

        Adjustment(final Consumer<ObjectMapper> change) {
            super("adjustment");
            this.change = change;
        }

        /** Returns a new id for each adjustment, because Jackson skips a module of a type that it already has. */
        @Override
        public Object getTypeId() {
            return this;
        }

        @Override
        public void setupModule(final SetupContext context) {
            change.accept(context.getOwner());
        }
    }
}

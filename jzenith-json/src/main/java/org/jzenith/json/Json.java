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
 * <p>To replace the framework's settings completely, bind your own {@code ObjectMapper}. It then reads and writes all bodies, and
 * bound Jackson modules do not apply to it. {@link #modules} returns the modules of the framework's mapper.
 */
public final class Json {

    static final int MAX_DEPTH = 500;

    private Json() {}

    /**
     * Returns a module that changes any setting of the mapper.
     *
     * @param change is called once, when the mapper is created and has the framework's defaults
     * @return a module to bind
     */
    public static Module adjust(final Consumer<ObjectMapper> change) {
        return new Adjustment(change);
    }

    /**
     * Returns the Jackson modules of the framework's mapper. They support names of constructor parameters, {@code Optional},
     * {@code java.time}, and Vert.x's {@code JsonObject} and {@code JsonArray}.
     *
     * @return new modules, for your own {@code ObjectMapper}
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
     * Returns the binding of the mapper, which an application may replace. The mapper is built from {@link JsonConfiguration} and
     * all bound Jackson modules.
     *
     * @return a Guice module
     */
    public static com.google.inject.Module defaultBindings() {
        return new JsonBindings();
    }

    /**
     * Returns the application's mapper, for plugins that also run without Jakarta REST.
     *
     * @param injector the application's objects
     * @return the application's mapper; if it has none, the framework's mapper with default settings
     */
    public static ObjectMapper mapper(final Injector injector) {
        return injector.getExistingBinding(Key.get(ObjectMapper.class)) == null
                ? DefaultMapper.of(() -> true, Set.of())
                : injector.getInstance(ObjectMapper.class);
    }

    /**
     * Returns true if the application changes the mapper. Creating the mapper can then reveal mistakes of the
     * application.
     *
     * @param injector the application's objects
     * @return true if it binds Jackson modules or its own {@code ObjectMapper}
     */
    public static boolean isAdjusted(final Injector injector) {
        return JsonBindings.isAdjusted(injector);
    }

    /**
     * Returns a reader for documents of clients. Its parsers do not share field names, so no client can break the
     * documents of other clients.
     *
     * @param mapper the mapper, whose settings apply
     * @param maxTokens the maximum number of tokens of one document: values, names, and the starts and ends of objects
     *     and arrays. A lower limit of the mapper applies as well
     * @return a reader of documents; safe for use by many threads
     */
    public static Documents documents(final ObjectMapper mapper, final long maxTokens) {
        return UnsharedFactory.documents(mapper.getFactory(), maxTokens);
    }

    /**
     * Returns the maximum nesting depth of documents: 500 levels, unless the application has set its own limit. Jackson's default
     * limit needs more stack than a thread has.
     *
     * @param factory the factory of the application's mapper
     * @return the number of levels of objects and arrays
     */
    public static int maxDepth(final JsonFactory factory) {
        final int limit = factory.streamReadConstraints().getMaxNestingDepth();
        return limit == StreamReadConstraints.DEFAULT_MAX_DEPTH ? MAX_DEPTH : limit;
    }

    /**
     * Reads values of a document, and reports a stack overflow in Jackson as nesting that is too deep. Types that Jackson buffers,
     * such as those with {@code @JsonTypeInfo(use = DEDUCTION)}, need the most stack.
     *
     * @param factory the factory of the application's mapper
     * @param reading reads the values
     * @param <T> the type of the values
     * @return the values
     * @throws IOException the exception of the reading; a {@link StreamConstraintsException} if the stack is too small
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
         * Reads the values.
         *
         * @return the values
         * @throws IOException if they cannot be read
         */
        @Nullable
        T read() throws IOException;
    }

    /** Finds the stack overflow, which Jackson wraps if a constructor or setter has caused it; null if there is none. */
    private static @Nullable StackOverflowError overflow(final Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof final StackOverflowError error) {
                return error;
            }
        }
        return null;
    }

    /** Returns true if Jackson caused the overflow; false for endless recursion in the application, for example in a setter. */
    private static boolean isOfJackson(final @Nullable StackOverflowError error) {
        final StackTraceElement[] frames = error == null ? new StackTraceElement[0] : error.getStackTrace();
        return 2
                        * Stream.of(frames)
                                .filter(frame -> frame.getClassName().startsWith("com.fasterxml.jackson."))
                                .count()
                > frames.length;
    }

    /** The failure for a document with too many tokens. */
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
         * @param reader a reader for the type
         * @param document the document, in UTF-8, UTF-16 or UTF-32
         * @return the value; null if the document is {@code null}
         * @throws IOException if the document cannot be read, does not match the type, or has too many tokens
         */
        @Nullable
        Object read(ObjectReader reader, InputStream document) throws IOException;

        /**
         * Returns the token limit that a document exceeds.
         *
         * @param failure a failure of {@link #read}
         * @return the maximum number of tokens; empty if the failure has a different reason
         */
        static OptionalLong exceededTokens(final Throwable failure) {
            return failure instanceof final TooManyTokensException tokens
                    ? OptionalLong.of(tokens.limit)
                    : OptionalLong.empty();
        }

        /**
         * Returns true if a required field is missing. Jackson reports a missing field and a {@code null} field with the same
         * words.
         *
         * @param failure a failure of {@link #read}
         * @return true if a field is missing
         */
        static boolean isFieldMissing(final Throwable failure) {
            return Stream.of(failure.getSuppressed()).anyMatch(MissingFieldException.class::isInstance);
        }
    }

    /** Marks a Jackson failure caused by a missing field. */
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

        /** Returns a new id for each adjustment, because Jackson ignores a second module with the same id. */
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

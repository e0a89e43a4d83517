package org.jzenith.rest.json;

import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import com.google.inject.multibindings.Multibinder;
import jakarta.inject.Provider;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How an application adjusts its JSON. The {@code ObjectMapper} that can be injected is the one that reads and writes
 * bodies; bind Jackson modules to change it:
 *
 * <pre>{@code
 * Multibinder.newSetBinder(binder(), com.fasterxml.jackson.databind.Module.class)
 *         .addBinding()
 *         .toInstance(Json.adjust(mapper -> mapper.setSerializationInclusion(NON_NULL)));
 * }</pre>
 *
 * <p>An application that wants nothing of the framework's settings binds an {@code ObjectMapper} of its own. That one
 * then reads and writes all bodies, and the bound Jackson modules do not apply to it; {@link #modules} are those that
 * the framework's mapper begins with.
 */
public final class Json {

    private Json() {}

    /**
     * A Jackson module that changes any setting of the mapper.
     *
     * @param change is called once, when the mapper is made, after the defaults of the framework are set
     * @return a module to bind
     */
    public static Module adjust(final Consumer<ObjectMapper> change) {
        return new Adjustment(change);
    }

    /**
     * The Jackson modules that the framework's mapper begins with: names of constructor parameters, {@code Optional},
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
                new FiniteNumbers());
    }

    /**
     * The bindings that every application has: the set of Jackson modules.
     *
     * @return a Guice module
     */
    public static com.google.inject.Module bindings() {
        return binder -> Multibinder.newSetBinder(binder, Module.class);
    }

    /**
     * The binding that an application may replace: the mapper, made of {@link JsonConfiguration} and all bound Jackson
     * modules.
     *
     * @return a Guice module
     */
    public static com.google.inject.Module defaultBindings() {
        return new JsonBindings();
    }

    /**
     * What reads and writes bodies of {@code application/json} and {@code application/*+json}.
     *
     * @param mapper the application's mapper, asked for when the first type is met
     * @return a reader that is also a writer, to be registered with Jakarta REST
     */
    public static MessageBodyReader<Object> body(final Provider<ObjectMapper> mapper) {
        return new JsonBody(mapper);
    }

    /**
     * Whether a body of JSON is parsed to make such a value; texts, bytes and streams are passed by as they are.
     *
     * @param type what a resource method takes
     * @return true if Jackson makes it
     */
    public static boolean isParsed(final Class<?> type) {
        return !JsonBody.isPlain(type);
    }

    /** Makes JSON of values of one class. */
    @FunctionalInterface
    public interface Encoder {

        /**
         * Encodes a value.
         *
         * @param value of the class that the encoder was made for
         * @return UTF-8
         * @throws IOException if Jackson cannot write it
         */
        byte[] encode(Object value) throws IOException;
    }

    /**
     * What a body writer made by {@link #body} does for values of one class, with everything looked up beforehand.
     *
     * @param writer a body writer
     * @param type the class of the values
     * @param genericType what the resource method declares
     * @param annotations of the resource method
     * @return empty if the writer is another
     */
    public static Optional<Encoder> encoder(
            final MessageBodyWriter<?> writer,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations) {
        return writer instanceof JsonBody body
                ? Optional.of(body.writer(type, genericType, annotations)::writeValueAsBytes)
                : Optional.empty();
    }

    private static final class Adjustment extends SimpleModule {

        private static final long serialVersionUID = 1L;

        private final transient Consumer<ObjectMapper> change;

        Adjustment(final Consumer<ObjectMapper> change) {
            super("adjustment");
            this.change = change;
        }

        /** Jackson leaves out a module of a type that it has met; each adjustment counts. */
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

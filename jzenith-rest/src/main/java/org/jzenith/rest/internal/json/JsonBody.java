package org.jzenith.rest.internal.json;

import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.annotation.SimpleObjectIdResolver;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Provider;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.CharConversionException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.AsyncMessageBodyWriter;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.BodyStream;
import org.jzenith.json.Json;
import org.jzenith.json.internal.stream.ElementScanner;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.entity.Utf8Body;
import org.jzenith.rest.internal.error.Errors;

/**
 * Bodies as JSON. Readers and writers are kept for each type that a resource method declares, so a request does no
 * lookup in Jackson. Strings and bytes are passed by: they are sent as they are.
 */
@Consumes({"application/json", "application/*+json"})
@Produces({"application/json", "application/*+json"})
final class JsonBody implements MessageBodyReader<Object>, AsyncMessageBodyWriter<Object> {

    private static final Charset UTF_32 = Charset.forName("UTF-32");

    private static final String NOT_THE_DOCUMENT = "Reading JSON failed, but not because of the document.";

    private final Provider<ObjectMapper> mapper;
    private final long maxTokens;
    private volatile Json.@Nullable Documents documents;
    private final Map<Shape, ObjectReader> readers = new ConcurrentHashMap<>();
    private final Map<Shape, ObjectWriter> writers = new ConcurrentHashMap<>();
    private final Map<Class<?>, Boolean> flat = new ConcurrentHashMap<>();
    private final ClassValue<Boolean> plain = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            return isPlain(type);
        }
    };

    JsonBody(final Provider<ObjectMapper> mapper, final long maxTokens) {
        this.mapper = mapper;
        this.maxTokens = maxTokens;
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return !plain.get(type) && type != Single.class; // its own reader asks for what is in it
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return !plain.get(type);
    }

    @Override
    public Object readFrom(
            final Class<Object> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        return read(
                reader(new Shape(genericType == null ? type : genericType, view(annotations))), utf8(body, mediaType));
    }

    /**
     * Converts a document to UTF-8 unless Jackson detects its charset: UTF-8, UTF-16 or UTF-32, with or without a byte
     * order mark.
     */
    static InputStream utf8(final InputStream body, final @Nullable MediaType type) {
        final Charset charset = Utf8Body.declared(type);
        return charset == null || charset.equals(StandardCharsets.UTF_16) || charset.equals(UTF_32)
                ? body
                : Utf8Body.stream(body, type);
    }

    /** Jackson is asked at the first document. */
    JsonEntities.Decoder decoder(final Type type, final Annotation[] annotations) {
        final Shape shape = new Shape(type, view(annotations));
        return body -> read(reader(shape), body);
    }

    JsonNode tree(final InputStream body, final DeserializationFeature... features) throws IOException {
        return (JsonNode) read(mapper.get().readerFor(JsonNode.class).withFeatures(features), body);
    }

    /** Reads elements of a body, each of which is a document. */
    ObjectReader elementReader(final Type type, final Annotation[] annotations) {
        return reader(new Shape(type, view(annotations))).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Reads one element; what fails says where that is in the body. */
    @Nullable
    Object element(final ObjectReader reader, final ElementScanner scanner, final long index) throws IOException {
        try {
            return document(reader, scanner::element);
        } catch (final JsonMappingException e) {
            if (!scanner.isUtf8()) {
                throw notUtf8(scanner, index);
            }
            throw scanner.line() > 0
                    ? failure(e, JsonElements.place(scanner, "") + ": ")
                    : failure(
                            JsonMappingException.wrapWithPath(e, List.of(), (int) Math.min(index, Integer.MAX_VALUE)));
        } catch (final JsonProcessingException e) {
            if (!scanner.isUtf8()) {
                throw notUtf8(scanner, index);
            }
            throw failure(
                    e instanceof StreamConstraintsException || e.getLocation() == null
                            ? e
                            : new JsonParseException(null, e.getOriginalMessage(), scanner.inBody(e.getLocation())));
        } catch (final CharConversionException e) {
            throw scanner.isUtf8() ? Errors.unreadable(e) : notUtf8(scanner, index);
        } catch (final WebApplicationException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw new InternalServerErrorException(NOT_THE_DOCUMENT, e);
        }
    }

    private static WebApplicationException notUtf8(final ElementScanner scanner, final long index) {
        return Errors.exception(
                400,
                JsonElements.place(scanner, "The element [" + index + "] of the body") + " is not UTF-8. Send "
                        + (scanner.line() > 0 ? "NDJSON" : "JSON")
                        + " in UTF-8, or name its charset in the Content-Type.");
    }

    /**
     * Reads a document. If a field is missing, reads it once more to find an unknown field that may be a misspelling: Jackson
     * reports unknown fields only after it has made the object.
     */
    private @Nullable Object document(final ObjectReader reader, final Supplier<InputStream> body) throws IOException {
        try {
            return documents().read(reader, body.get());
        } catch (final MismatchedInputException e) {
            if (Json.Documents.isFieldMissing(e)) {
                try {
                    documents()
                            .read(
                                    reader.with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                                            .without(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES),
                                    body.get());
                } catch (final IOException | RuntimeException second) {
                    e.addSuppressed(second);
                }
            }
            throw e;
        }
    }

    /** The rest of the body, each time from where it stands now. */
    private static Supplier<InputStream> twice(final BodyStream received) {
        received.mark(Integer.MAX_VALUE);
        return () -> {
            received.reset();
            return received;
        };
    }

    private Object read(final ObjectReader reader, final InputStream body) throws IOException {
        final Object value;
        try {
            value = body instanceof final BodyStream received
                    ? document(reader, twice(received))
                    : documents().read(reader, body);
        } catch (final JsonProcessingException e) {
            throw failure(e);
        } catch (final CharConversionException e) {
            throw Errors.unreadable(e);
        } catch (final WebApplicationException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw new InternalServerErrorException(NOT_THE_DOCUMENT, e);
        }
        if (value == null) {
            throw Errors.exception(400, "The body must not be null.");
        }
        return value;
    }

    @Override
    public void writeTo(
            final Object value,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream body)
            throws IOException {
        // Whole first: a value that fails half-way must not leave half of its JSON before the problem.
        body.write(writer(value.getClass(), genericType, annotations).writeValueAsBytes(value));
    }

    @Override
    public CompletionStage<Void> asyncWriteTo(
            final Object value,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final AsyncOutputStream body) {
        final byte[] bytes;
        try {
            bytes = writer(value.getClass(), genericType, annotations).writeValueAsBytes(value);
        } catch (final JsonProcessingException e) {
            return CompletableFuture.failedFuture(e);
        }
        return body.asyncWrite(bytes);
    }

    private ObjectReader reader(final Shape shape) {
        return readers.computeIfAbsent(shape, this::newReader);
    }

    private ObjectReader newReader(final Shape shape) {
        final ObjectMapper jackson = mapper.get();
        final ObjectReader reader = jackson.readerFor(jackson.constructType(shape.type()));
        return shape.view() == null ? reader : reader.withView(shape.view());
    }

    private Json.Documents documents() {
        if (documents == null) {
            documents = Json.documents(mapper.get(), maxTokens); // twice does no harm
        }
        return documents;
    }

    ObjectWriter writer(final Class<?> valueType, final @Nullable Type genericType, final Annotation[] annotations) {
        final Type type = genericType instanceof ParameterizedType parameterized
                        && parameterized.getRawType() instanceof Class<?> raw
                        && raw.isAssignableFrom(valueType)
                ? parameterized
                : valueType;
        return writers.computeIfAbsent(new Shape(type, view(annotations)), this::newWriter);
    }

    /** Returns true if documents of a class need no memory of their own, see {@link JacksonTypes#isFlat}. */
    boolean isFlat(final Class<?> type) {
        return flat.computeIfAbsent(type, asked -> JacksonTypes.isFlat(mapper.get(), asked));
    }

    /**
     * Jackson takes a type that it is given literally: subclasses lose what they add. So it is given one only where it
     * needs to know that elements must carry the name of their type, which erasure hides from it.
     */
    private ObjectWriter newWriter(final Shape shape) {
        final ObjectMapper jackson = mapper.get();
        final JavaType type = jackson.constructType(shape.type());
        final boolean literally = shape.type() instanceof Class || elementsCarryTypes(jackson, type);
        final ObjectWriter writer = (literally ? jackson.writerFor(type) : jackson.writer())
                .without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
                .withRootValueSeparator(""); // both for JsonEntities.Sequence
        return shape.view() == null ? writer : writer.withView(shape.view());
    }

    private static boolean elementsCarryTypes(final ObjectMapper jackson, final JavaType type) {
        for (int i = 0; i < type.containedTypeCount(); i++) {
            final JavaType element = type.containedType(i);
            try {
                if (jackson.getSerializerProviderInstance().findTypeSerializer(element) != null
                        || elementsCarryTypes(jackson, element)) {
                    return true;
                }
            } catch (final JsonMappingException e) {
                throw new UncheckedIOException("Jackson cannot write " + type + ".", e);
            }
        }
        return false;
    }

    private static @Nullable Class<?> view(final Annotation @Nullable [] annotations) {
        if (annotations != null) {
            for (final Annotation annotation : annotations) {
                if (annotation instanceof JsonView view && view.value().length > 0) {
                    return view.value()[0];
                }
            }
        }
        return null;
    }

    /** A body that is too large breaks off inside of Jackson, which wraps the failure. */
    static WebApplicationException failure(final JsonProcessingException error) {
        return failure(error, "");
    }

    /** @param place starts the sentence for the client */
    static WebApplicationException failure(final JsonProcessingException error, final String place) {
        final OptionalLong tokens = Json.Documents.exceededTokens(error);
        if (tokens.isPresent()) {
            return TokenCount.refusal(tokens.getAsLong());
        }
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof WebApplicationException limit) {
                return limit;
            }
        }
        return isAboutTheDocument(error)
                ? Errors.unreadable(error, place)
                : new InternalServerErrorException(NOT_THE_DOCUMENT, error);
    }

    /** Returns true if two objects of the document have the same id of {@code @JsonIdentityInfo}. */
    private static boolean isSameIdTwice(final JsonProcessingException error) {
        return error.getCause() instanceof final IllegalStateException cause
                && cause.getStackTrace().length > 0
                && cause.getStackTrace()[0].getClassName().equals(SimpleObjectIdResolver.class.getName());
    }

    /**
     * Jackson wraps what fails in a parser or a setter. Constructors and setters say by these exceptions that a value is
     * not valid; all others are mistakes of a program.
     */
    private static boolean isAboutTheDocument(final JsonProcessingException error) {
        Throwable cause = error.getCause();
        while (cause instanceof JsonProcessingException) {
            cause = cause.getCause();
        }
        if (error instanceof StreamConstraintsException || isSameIdTwice(error)) {
            return true;
        }
        return !(cause instanceof Error)
                && (error instanceof ValueInstantiationException
                        || !(cause instanceof RuntimeException)
                        || cause instanceof IllegalArgumentException
                        || cause instanceof DateTimeException);
    }

    static boolean isPlain(final Class<?> type) {
        return CharSequence.class.isAssignableFrom(type)
                || type == byte[].class
                || type == char[].class
                || type == Form.class
                || ContentTypes.ownType(type) != null
                || InputStream.class.isAssignableFrom(type)
                || Reader.class.isAssignableFrom(type)
                || OutputStream.class.isAssignableFrom(type)
                || File.class.isAssignableFrom(type)
                || StreamingOutput.class.isAssignableFrom(type)
                || Response.class.isAssignableFrom(type)
                || MultivaluedMap.class.isAssignableFrom(type)
                || Buffer.class.isAssignableFrom(type);
    }

    private record Shape(Type type, @Nullable Class<?> view) {}
}

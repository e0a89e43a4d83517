package org.jzenith.rest.internal.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import jakarta.inject.Provider;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.ElementScanner;
import org.jzenith.rest.internal.entity.ContentTypes;

/** Readers and writers of JSON bodies, and checks of types before the first body. */
public final class JsonEntities {

    private JsonEntities() {}

    /**
     * Returns the reader and writer of {@code application/json} and {@code application/*+json}.
     *
     * @param mapper the application's mapper, requested with the first type
     * @param maxTokens the limit for one document
     * @return a reader that is also a writer, to be registered with Jakarta REST
     */
    public static MessageBodyReader<Object> body(final Provider<ObjectMapper> mapper, final long maxTokens) {
        return new JsonBody(mapper, maxTokens);
    }

    /**
     * Counts the tokens of a document, without reading its values: about one for each value and name, and each start and end of
     * an object or array.
     *
     * @param document JSON, read to its end
     * @param mediaType the media type of the document
     * @return about as many as Jackson finds
     * @throws IOException if it cannot be received
     */
    public static long countTokens(final InputStream document, final MediaType mediaType) throws IOException {
        return TokenCount.of(JsonBody.utf8(document, mediaType));
    }

    /** Reads documents as trees. */
    @FunctionalInterface
    public interface TreeReader {

        /**
         * Reads a document to its end.
         *
         * @param document JSON
         * @param mediaType the media type of the document
         * @return never null
         * @throws IOException if it cannot be received
         */
        JsonNode read(InputStream document, MediaType mediaType) throws IOException;
    }

    /**
     * Returns a reader of documents as trees.
     *
     * @param mapper the application's mapper, requested with the first document
     * @param maxTokens the limit for one document
     * @param features are enabled beside those of the mapper
     * @return safe for use by many threads
     */
    public static TreeReader trees(
            final Provider<ObjectMapper> mapper, final long maxTokens, final DeserializationFeature... features) {
        final JsonBody json = new JsonBody(mapper, maxTokens);
        return (document, mediaType) -> json.tree(JsonBody.utf8(document, mediaType), features);
    }

    /**
     * Returns true if Jackson parses JSON bodies to make values of a type; texts, bytes and streams are passed through.
     *
     * @param type the body type of a resource method
     * @return true if Jackson makes it
     */
    public static boolean isParsed(final Class<?> type) {
        return !JsonBody.isPlain(type);
    }

    /**
     * Returns true if values of a type are created from a document: by Jackson, or by the reader of a type that names its own media type.
     *
     * @param type the body type of a resource method
     * @return false for texts, bytes and streams
     */
    public static boolean isDocument(final Class<?> type) {
        return isParsed(type) || ContentTypes.ownType(type) != null;
    }

    /**
     * Returns the reason why Jackson cannot read a class, whatever the document.
     *
     * @param mapper the application's mapper
     * @param type the body type of a resource method
     * @return a reason, for example that it is an interface; null if there is none
     */
    public static @Nullable String unreadable(final ObjectMapper mapper, final Class<?> type) {
        return JacksonTypes.unreadable(mapper, type);
    }

    /**
     * Returns true if Jackson finds no property in a class and therefore fails to write it.
     *
     * @param mapper the application's mapper
     * @param type the result type of a resource method
     * @return true if it fails for each object of exactly this class
     */
    public static boolean isUnwritable(final ObjectMapper mapper, final Class<?> type) {
        return JacksonTypes.isUnwritable(mapper, type);
    }

    /**
     * Returns true if Jackson mistakes a type, such as a function, for a bean.
     *
     * @param mapper the application's mapper
     * @param owner a class with a property of the type; one with a mixin is not checked
     * @param type the type of the property
     * @param reading true if the property is read, false if it is written
     * @return false if a module or Jackson itself supports the type
     */
    public static boolean isUnknown(
            final ObjectMapper mapper, final Class<?> owner, final Class<?> type, final boolean reading) {
        return mapper.findMixInClassFor(owner) == null && JacksonTypes.isUnknown(mapper, type, reading);
    }

    /**
     * Returns the response error for a body value that cannot be created, with the details that the client may know.
     *
     * @param error Jackson's error
     * @param place the start of the sentence for the client
     * @return 400, or 500 if the body is not the reason
     */
    public static WebApplicationException failure(final JsonProcessingException error, final String place) {
        return JsonBody.failure(error, place);
    }

    /**
     * A document has more tokens than it may.
     *
     * @param limit the limit of tokens
     * @return 413
     */
    public static WebApplicationException tooManyTokens(final long limit) {
        return TokenCount.refusal(limit);
    }

    /** Makes values of one type of JSON. */
    @FunctionalInterface
    public interface Decoder {

        /**
         * Reads a document to its end.
         *
         * @param document UTF-8, UTF-16 or UTF-32
         * @return the value
         * @throws IOException if it cannot be received
         */
        Object decode(InputStream document) throws IOException;
    }

    /**
     * Returns a decoder for values of one type, for a body reader made by {@link #body}. Jackson's reader is looked up
     * once.
     *
     * @param reader a body reader; null if there is none
     * @param type the body type of a resource method
     * @param annotations the annotations of the parameter
     * @return null for any other reader
     */
    public static @Nullable Decoder decoder(
            final @Nullable MessageBodyReader<?> reader, final Type type, final Annotation[] annotations) {
        return reader instanceof JsonBody body ? body.decoder(type, annotations) : null;
    }

    /** Elements whose lines in the body are known. */
    @FunctionalInterface
    public interface LineNumbers {

        /**
         * Returns the line on which an element starts.
         *
         * @param index the index of the element, from 0
         * @return the line of the body, from 1; 0 if the body is not split into lines
         */
        long line(long index);
    }

    /** The elements of one body, an array or lines, which arrives in pieces. For one thread at a time. */
    public interface Elements {

        /**
         * Takes the next piece, after the one before has been looked through and its rest kept.
         *
         * @param piece UTF-8; not changed any more
         */
        void offer(byte[] piece);

        /**
         * Looks for the next element.
         *
         * @return true if it is whole; false if the next piece is needed
         * @throws jakarta.ws.rs.WebApplicationException if the body is malformed, or the element too large
         */
        boolean next();

        /**
         * Ends the body.
         *
         * @return true if there is a last element
         * @throws jakarta.ws.rs.WebApplicationException if the body is incomplete
         */
        boolean end();

        /**
         * Returns the additional room that {@link #keep} needs.
         *
         * @return bytes; 0 if there is nothing to keep
         */
        int missingRoom();

        /** Keeps the start of an element, before the next piece is offered. */
        void keep();

        /**
         * The length of the element that was found last.
         *
         * @return bytes
         */
        int length();

        /**
         * The tokens of the elements found so far, counted as those of a document.
         *
         * @return at least one for each element
         */
        long tokens();

        /**
         * The line of the body in which the element starts that was found last.
         *
         * @return from 1; 0 if the elements are those of an array
         */
        long line();

        /**
         * Reads the element that was found last; once, and before the next one is looked for.
         *
         * @return its value
         * @throws IOException never for reasons of the element
         */
        Object read() throws IOException;
    }

    /**
     * Reads the elements of bodies of one type.
     *
     * @param reader a body reader for the type
     * @param type the type of an element
     * @param annotations the annotations of the parameter
     * @return makes what reads one body
     */
    public static ElementsFactory elements(
            final MessageBodyReader<?> reader, final Type type, final Annotation[] annotations) {
        if (reader instanceof JsonBody body) {
            final JsonElements.ElementReader jackson = JsonElements.byJackson(body, type, annotations);
            return (lines, maxElement, headers) -> new JsonElements(new ElementScanner(lines, maxElement), jackson);
        }
        return (lines, maxElement, headers) -> new JsonElements(
                new ElementScanner(lines, maxElement), JsonElements.byReader(reader, type, annotations, headers));
    }

    /** Makes what reads one body. */
    @FunctionalInterface
    public interface ElementsFactory {

        /**
         * Starts a body.
         *
         * @param lines true for NDJSON, false for an array
         * @param maxElement the largest element, in bytes
         * @param headers the headers of the request
         * @return its elements
         */
        Elements of(boolean lines, int maxElement, MultivaluedMap<String, String> headers);
    }

    /** Makes JSON of values of one class. */
    @FunctionalInterface
    public interface JsonEncoder {

        /**
         * Encodes a value.
         *
         * @param value a value of the class for which the encoder was made
         * @return UTF-8
         * @throws IOException if Jackson cannot write it
         */
        byte[] encode(Object value) throws IOException;
    }

    /**
     * Returns an encoder for values of one class, for a body writer made by {@link #body}. Jackson's writer is looked
     * up once.
     *
     * @param writer a body writer
     * @param type the class of the values
     * @param genericType the declared type of the resource method's result
     * @param annotations the annotations of the resource method
     * @return empty for any other writer
     */
    public static Optional<JsonEncoder> encoder(
            final MessageBodyWriter<?> writer,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations) {
        return writer instanceof JsonBody body
                ? Optional.of(body.writer(type, genericType, annotations)::writeValueAsBytes)
                : Optional.empty();
    }

    /**
     * Starts a JSON array, or NDJSON, that is written value by value.
     *
     * @param array true for an array, false for NDJSON
     * @param target receives UTF-8; closing it has no effect
     * @return a sequence that has written nothing yet
     */
    public static Sequence sequence(final boolean array, final OutputStream target) {
        return new Sequence(array, target);
    }

    /**
     * Writes many values by one generator, which costs more than a small value. It keeps bytes until it is flushed.
     * Values of other writers may stand between its own. After a failure, a part of a value may have been written, and nothing
     * more can be. Not safe for use by many threads.
     */
    public static final class Sequence {

        /** The bytes that Jackson keeps until it is flushed. */
        public static final int MOST_PENDING = 8_000;

        private final boolean array;
        private final SequenceOutput target;

        /** Null before the first value of its own. */
        private @Nullable JsonGenerator generator;

        private @Nullable ObjectWriter writer;

        /** Null if each value is a document that may refer to objects in itself. */
        private @Nullable SequenceWriter document;

        private boolean begun;

        private Sequence(final boolean array, final OutputStream target) {
            this.array = array;
            this.target = new SequenceOutput(target);
        }

        /**
         * Sets the class of the following values. They belong to one document, except on lines whose values may refer
         * to objects in themselves.
         *
         * @param provider a body writer; null if there is none
         * @param type the class of the values
         * @param genericType the declared type of the resource method's result
         * @param annotations the annotations of the resource method
         * @return false if the body writer is not made by {@link #body}; then it writes the values itself
         * @throws IOException never, as the target accepts everything
         */
        public boolean expect(
                final @Nullable MessageBodyWriter<?> provider,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations)
                throws IOException {
            if (!(provider instanceof JsonBody body)) {
                return false;
            }
            final ObjectWriter known = body.writer(type, genericType, annotations);
            final ObjectWriter chosen = array ? known : known.without(SerializationFeature.INDENT_OUTPUT);
            final JsonGenerator opened = generator == null ? open(chosen) : generator;
            generator = opened;
            writer = chosen;
            document = array || body.isFlat(type) ? chosen.writeValues(opened) : null;
            begun = true;
            return true;
        }

        private JsonGenerator open(final ObjectWriter first) throws IOException {
            final JsonGenerator opened = first.createGenerator(target);
            if (array) {
                opened.writeStartArray();
                if (begun) { // by another writer
                    target.discards = true;
                    opened.writeRawValue("");
                    opened.flush();
                    target.discards = false;
                }
            }
            return opened;
        }

        /**
         * Writes a value.
         *
         * @param value a value of the expected class
         * @throws IOException if Jackson cannot write it
         */
        public void write(final Object value) throws IOException {
            if (document != null) {
                document.write(value);
            } else {
                Objects.requireNonNull(writer).writeValue(generator, value);
            }
            if (!array) {
                Objects.requireNonNull(generator).writeRaw('\n');
            }
        }

        /**
         * Lets another writer write a value to the target.
         *
         * @throws IOException never, as the target takes everything
         */
        public void beginOther() throws IOException {
            if (generator != null) {
                if (array) {
                    generator.writeRawValue(""); // what separates it from the value before
                }
                generator.flush();
            } else if (array) {
                target.write(begun ? ',' : '[');
            }
            begun = true;
        }

        /**
         * Continues after another writer has written a value to the target.
         *
         * @throws IOException never, as the target takes everything
         */
        public void endOther() throws IOException {
            if (!array) {
                target.write('\n');
            }
        }

        /**
         * Returns the number of bytes written but not yet in the target.
         *
         * @return a number of bytes
         */
        public int pending() {
            return generator == null ? 0 : generator.getOutputBuffered();
        }

        /**
         * Moves everything to the target.
         *
         * @throws IOException never, as the target takes everything
         */
        public void flush() throws IOException {
            if (generator != null) {
                generator.flush();
            }
        }

        /** Forgets what is not in the target yet. Then nothing more can be written. */
        public void discard() {
            generator = null;
        }

        /**
         * Writes what stands behind the last value, moves everything to the target, and releases what the writing needs.
         *
         * @throws IOException never, as the target takes everything
         */
        public void end() throws IOException {
            if (generator != null) {
                if (array) {
                    generator.writeEndArray();
                }
                generator.close();
            } else if (array) {
                if (!begun) {
                    target.write('[');
                }
                target.write(']');
            }
        }
    }

    private static final class SequenceOutput extends OutputStream {

        private final OutputStream bytes;

        /** True while output is discarded, because the target already has it. */
        private boolean discards;

        SequenceOutput(final OutputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public void write(final int value) throws IOException {
            bytes.write(value);
        }

        @Override
        public void write(final byte[] source, final int offset, final int count) throws IOException {
            if (!discards) {
                bytes.write(source, offset, count);
            }
        }
    }
}

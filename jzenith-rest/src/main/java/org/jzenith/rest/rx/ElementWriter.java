package org.jzenith.rest.rx;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.json.JsonEntities;

/** Writes one element after another with the writer of its type, which is looked up once for each class in a row. */
final class ElementWriter {

    private final Providers bodies;
    private final Type elementType;
    private final Annotation[] annotations;
    private final MediaType mediaType;
    private final Framing framing;
    private final ElementBuffer target = new ElementBuffer();
    private final MultivaluedMap<String, Object> headers = new MultivaluedHashMap<>();
    private char next;
    private @Nullable Class<?> current;
    private @Nullable MessageBodyWriter<Object> writer;
    private JsonEntities.@Nullable Sequence sequence;

    ElementWriter(
            final Providers bodies, final Type elementType, final Annotation[] annotations, final MediaType mediaType) {
        this.bodies = bodies;
        this.elementType = elementType;
        this.annotations = annotations;
        this.framing = Framing.of(mediaType);
        this.mediaType = framing.isJson() ? MediaType.APPLICATION_JSON_TYPE : mediaType;
        this.next = framing.begin;
    }

    void write(final Object element) throws IOException {
        final Class<?> type = element.getClass();
        if (current != type) {
            choose(type);
        }
        frame(next);
        next = framing.between;
        if (sequence != null) {
            sequence.write(element);
        } else if (writer != null) {
            writer.writeTo(element, type, elementType, annotations, mediaType, headers, target);
        } else {
            target.write((Buffer) element);
        }
        frame(framing.after);
    }

    private void frame(final char text) throws IOException {
        if (text == Framing.NOTHING) {
            return;
        }
        if (sequence == null) {
            target.write(text);
        } else {
            sequence.write(text);
        }
    }

    /** The number of bytes that have been written and not been taken. */
    int pending() {
        return target.length() + (sequence == null ? 0 : sequence.pending());
    }

    /** Everything that has been written, for {@link ElementBuffer#moveTo}. */
    ElementBuffer flushed() throws IOException {
        if (sequence != null) {
            sequence.flush();
        }
        return target;
    }

    /** The rest, after the last element. */
    ElementBuffer end() throws IOException {
        if (next == framing.begin) {
            frame(next);
        }
        frame(framing.end);
        closeSequence();
        return target;
    }

    private void choose(final Class<?> type) throws IOException {
        closeSequence();
        writer = Buffer.class.isAssignableFrom(type) ? null : writerOf(type);
        sequence = writer == null
                ? null
                : JsonEntities.sequence(writer, type, elementType, annotations, framing == Framing.JSON_ARRAY, target);
        current = type;
    }

    private void closeSequence() throws IOException {
        if (sequence != null) {
            sequence.close();
            sequence = null;
        }
    }

    @SuppressWarnings("unchecked")
    private MessageBodyWriter<Object> writerOf(final Class<?> type) {
        // As an entity a String of type JSON is JSON already; as an element it is a value.
        final boolean value =
                framing.isJson() && (type == String.class || type == Character.class || type == Boolean.class);
        final MessageBodyWriter<?> found = value
                ? bodies.getMessageBodyWriter(Object.class, Object.class, annotations, mediaType)
                : bodies.getMessageBodyWriter(type, elementType, annotations, mediaType);
        if (found == null) {
            throw new IllegalStateException("There is no writer for elements of " + type.getName() + " as " + mediaType
                    + ". Register one with withProviders(..), or produce another type.");
        }
        return (MessageBodyWriter<Object>) found;
    }
}

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
    private final ElementBuffer target;
    private final MultivaluedMap<String, Object> headers = new MultivaluedHashMap<>();
    private @Nullable Class<?> current;
    private @Nullable MessageBodyWriter<Object> writer;
    private JsonEntities.@Nullable Sequence sequence;

    ElementWriter(
            final Providers bodies,
            final Type elementType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final Framing framing,
            final ElementBuffer target) {
        this.bodies = bodies;
        this.elementType = elementType;
        this.annotations = annotations;
        this.target = target;
        this.framing = framing;
        this.mediaType = framing.isJson() ? MediaType.APPLICATION_JSON_TYPE : mediaType;
    }

    void write(final Object element) throws IOException {
        if (element instanceof Buffer buffer) {
            target.write(buffer);
            return;
        }
        final Class<?> type = element.getClass();
        MessageBodyWriter<Object> chosen = writer;
        if (chosen == null || current != type) {
            close();
            chosen = writerOf(type);
            sequence = JsonEntities.sequence(
                            chosen, type, elementType, annotations, framing == Framing.JSON_ARRAY, target)
                    .orElse(null);
            writer = chosen;
            current = type;
        }
        if (sequence == null) {
            chosen.writeTo(element, type, elementType, annotations, mediaType, headers, target);
        } else {
            sequence.write(element);
        }
    }

    /** Releases what the writing needs; called after the last element. */
    void close() throws IOException {
        if (sequence != null) {
            sequence.close();
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

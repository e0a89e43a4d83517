package org.jzenith.rest.rx;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Writes one element after another with the writer of its type, which is looked up once for each class in a row. */
final class ElementWriter {

    private final Providers bodies;
    private final Type elementType;
    private final Annotation[] annotations;
    private final MediaType mediaType;
    private final boolean json;
    private final MultivaluedMap<String, Object> headers = new MultivaluedHashMap<>();
    private @Nullable Class<?> current;
    private @Nullable MessageBodyWriter<Object> writer;

    ElementWriter(
            final Providers bodies, final Type elementType, final Annotation[] annotations, final MediaType mediaType) {
        this.bodies = bodies;
        this.elementType = elementType;
        this.annotations = annotations;
        this.json = Framing.of(mediaType).isJson();
        this.mediaType = json ? MediaType.APPLICATION_JSON_TYPE : mediaType;
    }

    void write(final Object element, final Buffer target) throws IOException {
        if (element instanceof Buffer buffer) {
            target.appendBuffer(buffer);
            return;
        }
        final Class<?> type = element.getClass();
        MessageBodyWriter<Object> chosen = writer;
        if (chosen == null || current != type) {
            chosen = writerOf(type);
            writer = chosen;
            current = type;
        }
        chosen.writeTo(element, type, elementType, annotations, mediaType, headers, new Appender(target));
    }

    @SuppressWarnings("unchecked")
    private MessageBodyWriter<Object> writerOf(final Class<?> type) {
        // As an entity a String of type JSON is JSON already; as an element it is a value.
        final boolean value = json && (type == String.class || type == Character.class || type == Boolean.class);
        final MessageBodyWriter<?> found = value
                ? bodies.getMessageBodyWriter(Object.class, Object.class, annotations, mediaType)
                : bodies.getMessageBodyWriter(type, elementType, annotations, mediaType);
        if (found == null) {
            throw new IllegalStateException("There is no writer for elements of " + type.getName() + " as " + mediaType
                    + ". Register one with withProviders(..), or produce another type.");
        }
        return (MessageBodyWriter<Object>) found;
    }

    private static final class Appender extends OutputStream {

        private final Buffer target;

        Appender(final Buffer target) {
            this.target = target;
        }

        @Override
        public void write(final int value) {
            target.appendByte((byte) value);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            target.appendBytes(bytes, offset, length);
        }
    }
}

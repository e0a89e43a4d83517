package org.jzenith.rest.internal.rx;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.RowWriter;
import org.jzenith.rest.internal.entity.Rows;
import org.jzenith.rest.internal.json.JsonEntities;

/** Elements in a frame, each by the writer of its type, which is looked up once for each class in a row. */
final class FramedElements implements ElementWriter {

    private final ElementBuffer target = new ElementBuffer();
    private final Providers bodies;
    private final Type elementType;
    private final Annotation[] annotations;
    private final MediaType mediaType;
    private final Framing framing;
    private final MultivaluedMap<String, Object> headers = new MultivaluedHashMap<>();
    private @Nullable Class<?> current;
    private @Nullable MessageBodyWriter<Object> writer;

    /** Null unless the elements are JSON. */
    private final JsonEntities.@Nullable Sequence json;

    /** The sequence writer if it writes the elements of the current class, otherwise null. */
    private JsonEntities.@Nullable Sequence sequence;

    /** Null unless the elements are lines below a head. */
    private @Nullable Rows rows;

    /** The bytes that were there before the last element. */
    private int whole;

    FramedElements(
            final Providers bodies, final Type elementType, final Annotation[] annotations, final MediaType mediaType) {
        this.bodies = bodies;
        this.elementType = elementType;
        this.annotations = annotations;
        this.framing = Framing.of(mediaType);
        this.mediaType = framing.isJson() ? MediaType.APPLICATION_JSON_TYPE : mediaType;
        this.json = framing.isJson() ? JsonEntities.sequence(framing == Framing.JSON_ARRAY, target) : null;
    }

    @Override
    public ElementBuffer target() {
        return target;
    }

    @Override
    public void write(final Object element) throws IOException {
        if (framing == Framing.JSON_LINES) {
            whole = pending();
        }
        final Class<?> type = element.getClass();
        if (current != type) {
            choose(type);
        }
        if (sequence != null) {
            sequence.write(element);
        } else if (json == null) {
            writeAlone(element, type);
        } else {
            json.beginOther();
            writeAlone(element, type);
            json.endOther();
        }
    }

    private void writeAlone(final Object element, final Class<?> type) throws IOException {
        if (rows != null) {
            rows.write(element);
        } else if (writer != null) {
            writer.writeTo(element, type, elementType, annotations, mediaType, headers, target);
        } else {
            target.write((Buffer) element);
        }
    }

    @Override
    public int pending() {
        return json == null ? target.size() : target.size() + json.pending();
    }

    @Override
    public ElementBuffer flushed() throws IOException {
        if (json != null) {
            json.flush();
        }
        return target;
    }

    @Override
    public boolean writeFailure(final Supplier<byte[]> problem, final boolean isHalfWritten) throws IOException {
        if (framing != Framing.JSON_LINES || json == null) {
            return false;
        }
        if (isHalfWritten) {
            json.flush();
            json.discard();
            target.truncate(whole);
        }
        flushed().write(problem.get());
        target.write('\n');
        return true;
    }

    @Override
    public ElementBuffer end() throws IOException {
        if (json != null) {
            json.end();
        }
        if (current == null && framing == Framing.RAW && elementType instanceof final Class<?> declared) {
            rows = RowWriter.rows(
                    bodies.getMessageBodyWriter(declared, elementType, annotations, mediaType), elementType, target);
        }
        if (rows != null) {
            rows.end();
        }
        return target;
    }

    private void choose(final Class<?> type) throws IOException {
        writer = Buffer.class.isAssignableFrom(type) ? null : writerOf(type);
        sequence = json != null && writer != null && json.expect(writer, type, elementType, annotations) ? json : null;
        if (rows == null && framing == Framing.RAW) {
            rows = RowWriter.rows(writer, elementType, target);
        }
        current = type;
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
            throw new InternalServerErrorException("There is no writer for elements of " + type.getName() + " as "
                    + mediaType + ". Register one with withProviders(..), or produce another type.");
        }
        return (MessageBodyWriter<Object>) found;
    }
}

package org.jzenith.rest.internal.sse;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes events as the HTML standard says in 9.2.6. Safe for use by many threads. */
final class EventText {

    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
    private static final Annotation[] NONE = {};

    private final Providers writers;

    EventText(final Providers writers) {
        this.writers = writers;
    }

    byte[] encode(final OutboundSseEvent event) throws IOException {
        final ByteArrayOutputStream target = new ByteArrayOutputStream(64);
        write(event, target);
        return target.toByteArray();
    }

    void write(final OutboundSseEvent event, final OutputStream target) throws IOException {
        if (event.getComment() != null) {
            for (final String line : LINE_END.split(event.getComment(), -1)) {
                text(": " + line + "\n", target);
            }
        }
        field("event", event.getName(), target);
        field("id", event.getId(), target);
        if (event.isReconnectDelaySet()) {
            field("retry", Long.toString(event.getReconnectDelay()), target);
        }
        if (event.getData() != null) {
            writeData(event, target);
        }
        target.write('\n');
    }

    private static void field(final String name, final @Nullable String value, final OutputStream target)
            throws IOException {
        if (value != null) {
            text(name + ": " + BuiltEvent.oneLine(name, value) + "\n", target);
        }
    }

    private static void text(final String text, final OutputStream target) throws IOException {
        target.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private void writeData(final OutboundSseEvent event, final OutputStream target) throws IOException {
        final Class<?> type = event.getType() == null ? event.getData().getClass() : event.getType();
        final Type generic = event.getGenericType() == null ? type : event.getGenericType();
        final MediaType mediaType = event instanceof final BuiltEvent own && !own.hasMediaType()
                ? usualType(type, generic)
                : event.getMediaType();
        final DataLines lines = new DataLines(target);
        lines.begin();
        write(event.getData(), type, generic, NONE, mediaType, lines);
        lines.end();
    }

    private MediaType usualType(final Class<?> type, final Type generic) {
        return writers.getMessageBodyWriter(type, generic, NONE, MediaType.TEXT_PLAIN_TYPE) == null
                ? MediaType.APPLICATION_JSON_TYPE
                : MediaType.TEXT_PLAIN_TYPE;
    }

    void write(final Object value, final Type declared, final Annotation[] annotations, final OutputStream target)
            throws IOException {
        final DataLines lines = new DataLines(target);
        lines.begin();
        if (value instanceof CharSequence || value instanceof Character) {
            text(value.toString(), lines);
        } else if (value instanceof final Buffer bytes) {
            lines.write(bytes.getBytes());
        } else if (value instanceof final byte[] bytes) {
            lines.write(bytes);
        } else {
            write(value, value.getClass(), declared, annotations, MediaType.APPLICATION_JSON_TYPE, lines);
        }
        lines.end();
        target.write('\n');
    }

    @SuppressWarnings("unchecked")
    private void write(
            final Object value,
            final Class<?> type,
            final Type generic,
            final Annotation[] annotations,
            final MediaType mediaType,
            final OutputStream target)
            throws IOException {
        final MessageBodyWriter<?> writer = writers.getMessageBodyWriter(type, generic, annotations, mediaType);
        if (writer == null) {
            throw new IllegalStateException(
                    "No MessageBodyWriter writes the data of an event, a " + type.getName() + ", as " + mediaType
                            + ". Call mediaType(MediaType.APPLICATION_JSON_TYPE) on the builder, or "
                            + "pass a MessageBodyWriter to withProviders(..).");
        }
        ((MessageBodyWriter<Object>) writer)
                .writeTo(value, type, generic, annotations, mediaType, new MultivaluedHashMap<>(), target);
    }

    /** Starts each line of data with the name of the field. A client joins the lines with LF. */
    private static final class DataLines extends OutputStream {

        private final byte[] name = "data: ".getBytes(StandardCharsets.US_ASCII);
        private final OutputStream target;
        private boolean afterReturn;

        DataLines(final OutputStream target) {
            this.target = target;
        }

        void begin() throws IOException {
            afterReturn = false;
            target.write(name, 0, name.length);
        }

        @Override
        public void write(final int value) throws IOException {
            if (value == '\n' && afterReturn) {
                afterReturn = false;
                return;
            }
            afterReturn = value == '\r';
            if (afterReturn || value == '\n') {
                target.write('\n');
                target.write(name, 0, name.length);
            } else {
                target.write(value);
            }
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int count) throws IOException {
            int begin = offset;
            for (int i = offset; i < offset + count; i++) {
                if (bytes[i] == '\n' || bytes[i] == '\r') {
                    unbroken(bytes, begin, i);
                    write(bytes[i]);
                    begin = i + 1;
                }
            }
            unbroken(bytes, begin, offset + count);
        }

        private void unbroken(final byte[] bytes, final int begin, final int end) throws IOException {
            if (end > begin) {
                afterReturn = false;
                target.write(bytes, begin, end - begin);
            }
        }

        void end() throws IOException {
            target.write('\n');
        }
    }
}

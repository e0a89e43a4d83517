package org.jzenith.rest.internal.entity;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Reads and writes Vert.x buffers as they are, whatever the media type. */
public final class BufferBody implements MessageBodyReader<Buffer>, MessageBodyWriter<Buffer> {

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return type == Buffer.class;
    }

    @Override
    public Buffer readFrom(
            final Class<Buffer> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        return Buffer.buffer(body.readAllBytes());
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return Buffer.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
            final Buffer buffer,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream output)
            throws IOException {
        output.write(buffer.getBytes());
    }
}

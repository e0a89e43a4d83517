package org.jzenith.restclient.internal.standard;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Reads and writes JSON by the application's mapper. Safe for use by many threads. */
final class JsonEntityProvider implements MessageBodyReader<Object>, MessageBodyWriter<Object> {

    private final ObjectMapper mapper;

    JsonEntityProvider(final ObjectMapper mapper) {
        this.mapper = mapper;
    }

    private static boolean isJson(final MediaType type) {
        return type.getSubtype().equals("json") || type.getSubtype().endsWith("+json");
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
        return isJson(mediaType) && type != String.class && type != byte[].class;
    }

    @Override
    public Object readFrom(
            final Class<Object> type,
            final Type generic,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream input)
            throws IOException {
        return mapper.readerFor(mapper.constructType(generic))
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(input);
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
        return isReadable(type, generic, annotations, mediaType);
    }

    @Override
    public void writeTo(
            final Object value,
            final Class<?> type,
            final Type generic,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream output)
            throws IOException {
        output.write(mapper.writeValueAsBytes(value));
    }
}

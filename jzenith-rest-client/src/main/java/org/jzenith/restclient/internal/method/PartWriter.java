package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;

/**
 * Writes the contents of parts as the bodies of clients are written: text, bytes, or JSON by the application's mapper. A part asks the
 * current request for its writers, and there may be none.
 */
@SuppressWarnings("NullAway") // Providers says that what is not there is null
final class PartWriter implements Providers, MessageBodyWriter<Object> {

    private final ObjectMapper mapper;

    private PartWriter(final ObjectMapper mapper) {
        this.mapper = mapper;
    }

    static InputStream content(final EntityPart part, final ObjectMapper mapper) {
        final @Nullable Providers current = ResteasyContext.getContextData(Providers.class);
        ResteasyContext.pushContext(Providers.class, new PartWriter(mapper));
        try {
            return part.getContent();
        } finally {
            if (current == null) {
                ResteasyContext.popContextData(Providers.class);
            } else {
                ResteasyContext.pushContext(Providers.class, current);
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable MessageBodyWriter<T> getMessageBodyWriter(
            final Class<T> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
        return isWriteable(type, generic, annotations, mediaType) ? (MessageBodyWriter<T>) this : null;
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
        return CharSequence.class.isAssignableFrom(type)
                || type == byte[].class
                || mediaType.getSubtype().equals("json")
                || mediaType.getSubtype().endsWith("+json");
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
        if (value instanceof final byte[] bytes) {
            output.write(bytes);
        } else if (value instanceof CharSequence) {
            final String charset = mediaType.getParameters().get(MediaType.CHARSET_PARAMETER);
            output.write(
                    value.toString().getBytes(charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset)));
        } else {
            output.write(mapper.writerFor(mapper.constructType(generic)).writeValueAsBytes(value));
        }
    }

    @Override
    public <T> @Nullable MessageBodyReader<T> getMessageBodyReader(
            final Class<T> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
        return null;
    }

    @Override
    public <T extends Throwable> @Nullable ExceptionMapper<T> getExceptionMapper(final Class<T> type) {
        return null;
    }

    @Override
    public <T> @Nullable ContextResolver<T> getContextResolver(final Class<T> type, final MediaType mediaType) {
        return null;
    }
}

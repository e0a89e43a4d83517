package org.jzenith.rest.internal.rx;

import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Providers;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.error.Errors;

/** Reads a body into a Single; what cannot be read is the error of the Single. */
@Consumes("*/*")
final class SingleBody implements MessageBodyReader<Single<Object>> {

    private final Providers bodies;

    SingleBody(final Providers bodies) {
        this.bodies = bodies;
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return type == Single.class && reader(genericType, annotations, mediaType) != null;
    }

    @Override
    public Single<Object> readFrom(
            final Class<Single<Object>> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body) {
        final MessageBodyReader<Object> reader = reader(genericType, annotations, mediaType);
        if (reader == null) {
            throw new IllegalStateException("There is no MessageBodyReader for " + genericType + ".");
        }
        final Type element = element(genericType);
        try {
            @SuppressWarnings("unchecked")
            final Class<Object> raw = (Class<Object>) Types.getRawType(element);
            return Single.just(reader.readFrom(raw, element, annotations, mediaType, headers, body));
        } catch (final WebApplicationException e) {
            return Single.error(e);
        } catch (final Exception e) {
            return Single.error(Errors.unreadable(e));
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable MessageBodyReader<Object> reader(
            final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        final Type element = element(genericType);
        return (MessageBodyReader<Object>)
                bodies.getMessageBodyReader(Types.getRawType(element), element, annotations, mediaType);
    }

    private static Type element(final Type genericType) {
        return genericType instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : Object.class;
    }
}

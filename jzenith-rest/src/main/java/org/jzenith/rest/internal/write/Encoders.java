package org.jzenith.rest.internal.write;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.plugins.providers.ByteArrayProvider;
import org.jboss.resteasy.plugins.providers.DefaultTextPlain;
import org.jboss.resteasy.plugins.providers.StringTextStar;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.BufferBody;
import org.jzenith.rest.internal.json.JsonEntities;

/** Encodes values like the built-in body writers, in one step. The application's own writers are never replaced. */
public final class Encoders {

    private Encoders() {}

    /** The encoder in place of a writer; null if only the writer knows how to write. */
    public static Representation.@Nullable Encoder of(
            final MessageBodyWriter<?> writer,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType) {
        if (type == String.class && (writer instanceof StringTextStar || writer instanceof DefaultTextPlain)) {
            final String charset = mediaType.getParameters().get(MediaType.CHARSET_PARAMETER);
            return charset == null || charset.equalsIgnoreCase("UTF-8") ? text -> Buffer.buffer((String) text) : null;
        }
        if (writer instanceof BufferBody) {
            return buffer -> (Buffer) buffer;
        }
        if (type == byte[].class && writer instanceof ByteArrayProvider) {
            return bytes -> wrap((byte[]) bytes);
        }
        return JsonEntities.encoder(writer, type, genericType, annotations)
                .<Representation.Encoder>map(json -> value -> wrap(json.encode(value)))
                .orElse(null);
    }

    @SuppressWarnings("deprecation") // Vert.x means to hide Netty; it has no other way without a copy
    public static Buffer wrap(final byte[] bytes) {
        return Buffer.buffer(Unpooled.wrappedBuffer(bytes));
    }
}

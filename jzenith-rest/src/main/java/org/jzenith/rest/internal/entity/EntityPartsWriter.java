package org.jzenith.rest.internal.entity;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.spi.util.Types;
import org.jzenith.http.internal.response.FormPartHead;

/** Writes parts as {@code multipart/form-data} (RFC 7578), on a worker thread: their contents are streams, which may block. */
@Blocking
@Produces(MediaType.MULTIPART_FORM_DATA)
public final class EntityPartsWriter implements MessageBodyWriter<List<EntityPart>> {

    private static final String BOUNDARY = "boundary";
    private static final String LINE_END = "\r\n";

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return List.class.isAssignableFrom(type) && Types.isGenericTypeInstanceOf(EntityPart.class, genericType);
    }

    @Override
    public void writeTo(
            final List<EntityPart> parts,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream output)
            throws IOException {
        String boundary = mediaType.getParameters().get(BOUNDARY);
        if (boundary == null) {
            boundary = UUID.randomUUID().toString();
            headers.putSingle(HttpHeaders.CONTENT_TYPE, mediaType + "; " + BOUNDARY + "=" + boundary);
        }
        final List<InputStream> contents = new ArrayList<>();
        try {
            // A content that cannot be made fails the response before it begins.
            for (final EntityPart part : parts) {
                contents.add(part.getContent());
            }
            for (int i = 0; i < parts.size(); i++) {
                write("--" + boundary + LINE_END + head(parts.get(i)) + LINE_END, output);
                contents.get(i).transferTo(output);
                write(LINE_END, output);
            }
            write("--" + boundary + "--", output);
        } finally {
            for (final InputStream content : contents) {
                content.close();
            }
        }
    }

    private static String head(final EntityPart part) {
        return FormPartHead.of(
                part.getName(),
                part.getFileName(),
                part.getHeaders(),
                part.getMediaType().toString());
    }

    private static void write(final String text, final OutputStream output) throws IOException {
        output.write(text.getBytes(StandardCharsets.UTF_8));
    }
}

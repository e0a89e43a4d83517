package org.jzenith.rest.entity;

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

/** Writes parts as {@code multipart/form-data} (RFC 7578), on a worker thread: their contents are streams, which may block. */
@Blocking
@Produces(MediaType.MULTIPART_FORM_DATA)
public final class EntityPartsWriter implements MessageBodyWriter<List<EntityPart>> {

    private static final String BOUNDARY = "boundary";
    private static final String DISPOSITION = "Content-Disposition";
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

    /**
     * Returns the headers of a part. A Content-Disposition of the part's own replaces that of its name.
     *
     * @param part to be written
     * @return lines, without the empty one at the end
     */
    public static String head(final EntityPart part) {
        final StringBuilder others = new StringBuilder();
        boolean hasDisposition = false;
        for (final var header : part.getHeaders().entrySet()) {
            hasDisposition |= header.getKey().equalsIgnoreCase(DISPOSITION);
            if (!header.getKey().equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)) {
                header.getValue().forEach(value -> append(header.getKey(), value, others));
            }
        }
        final StringBuilder head = new StringBuilder();
        if (!hasDisposition) {
            append(
                    DISPOSITION,
                    "form-data" + parameter("name", part.getName())
                            + part.getFileName()
                                    .map(name -> parameter("filename", name))
                                    .orElse(""),
                    head);
        }
        head.append(others);
        append(HttpHeaders.CONTENT_TYPE, part.getMediaType().toString(), head);
        return head.toString();
    }

    /** Escapes as browsers do (WHATWG HTML, 4.10.21.8). */
    private static String parameter(final String name, final String value) {
        return "; " + name + "=\""
                + value.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A") + "\"";
    }

    private static void append(final String name, final String value, final StringBuilder head) {
        head.append(name).append(": ").append(value).append(LINE_END);
    }

    private static void write(final String text, final OutputStream output) throws IOException {
        output.write(text.getBytes(StandardCharsets.UTF_8));
    }
}

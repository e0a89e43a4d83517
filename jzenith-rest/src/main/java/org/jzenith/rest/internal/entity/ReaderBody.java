package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jboss.resteasy.plugins.providers.ReaderProvider;

/** Text in the charset of its media type, which is UTF-8 by default; RESTEasy's own writes a byte for each character. */
@Consumes("*/*")
@Produces("*/*")
public final class ReaderBody extends ReaderProvider {

    @Override
    public Reader readFrom(
            final Class<Reader> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        return new InputStreamReader(body, charset(mediaType));
    }

    @Override
    public void writeTo(
            final Reader text,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream body)
            throws IOException {
        try (text) {
            final OutputStreamWriter writer = new OutputStreamWriter(new Unflushed(body), charset(mediaType));
            text.transferTo(writer);
            writer.flush();
        }
    }

    private static String charset(final MediaType mediaType) {
        return mediaType.getParameters().getOrDefault(MediaType.CHARSET_PARAMETER, StandardCharsets.UTF_8.name());
    }

    /** The writer gives away its last bytes; the response is sent when it is whole. */
    private static final class Unflushed extends OutputStream {

        private final OutputStream target;

        Unflushed(final OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(final int value) throws IOException {
            target.write(value);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) throws IOException {
            target.write(bytes, offset, length);
        }
    }
}

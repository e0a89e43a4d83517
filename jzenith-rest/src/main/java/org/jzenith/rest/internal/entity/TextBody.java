package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jboss.resteasy.plugins.providers.StringTextStar;

/** Text as RESTEasy writes it, read with one exact copy of its bytes; RESTEasy's own reader doubles its buffer. */
@Consumes("*/*")
@Produces("*/*")
public final class TextBody extends StringTextStar {

    @Override
    public String readFrom(
            final Class<String> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        final String charset = mediaType.getParameters().get(MediaType.CHARSET_PARAMETER);
        final byte[] bytes = body.readAllBytes();
        return charset == null ? new String(bytes, StandardCharsets.UTF_8) : new String(bytes, charset);
    }
}

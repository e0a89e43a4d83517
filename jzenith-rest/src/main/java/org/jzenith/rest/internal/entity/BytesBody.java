package org.jzenith.rest.internal.entity;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.plugins.providers.ByteArrayProvider;

/** Bytes as RESTEasy writes them, read with one exact copy; RESTEasy's own reader doubles its buffer. */
@Consumes("*/*")
@Produces("*/*")
public final class BytesBody extends ByteArrayProvider {

    @Override
    public byte[] readFrom(
            final Class<byte[]> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        return body.readAllBytes();
    }
}

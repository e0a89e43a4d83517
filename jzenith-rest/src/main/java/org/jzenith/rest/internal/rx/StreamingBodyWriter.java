package org.jzenith.rest.internal.rx;

import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Providers;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.AsyncMessageBodyWriter;
import org.jboss.resteasy.spi.AsyncOutputStream;

/** Writes elements when they are emitted, as fast as the connection takes them. */
@Produces({"application/json", "application/x-ndjson", "*/*"})
final class StreamingBodyWriter implements AsyncMessageBodyWriter<StreamingBody> {

    private final Providers bodies;

    StreamingBodyWriter(final Providers bodies) {
        this.bodies = bodies;
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return type == StreamingBody.class;
    }

    @Override
    public CompletionStage<Void> asyncWriteTo(
            final StreamingBody body,
            final Class<?> type,
            final Type elementType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final AsyncOutputStream output) {
        return body.write(Subscriptions.current(), bodies, elementType, annotations, mediaType, output);
    }

    @Override
    public void writeTo(
            final StreamingBody body,
            final Class<?> type,
            final Type elementType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream output) {
        throw new IllegalStateException("A WriterInterceptor of this method writes synchronously, so its result cannot"
                + " be streamed. Implement org.jboss.resteasy.spi.AsyncWriterInterceptor, or return a Single.");
    }
}

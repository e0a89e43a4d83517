package org.jzenith.rest.form;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.plugins.providers.multipart.MultipartEntityPartWriter;
import org.jboss.resteasy.spi.AsyncOutputStream;

/** Writes parts as RESTEasy does, but on a worker thread: their contents are streams, which may block. */
@Blocking
public final class EntityPartsWriter extends MultipartEntityPartWriter {

    @Override
    public CompletionStage<Void> asyncWriteTo(
            final List<EntityPart> parts,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final AsyncOutputStream output) {
        try {
            writeTo(parts, type, genericType, annotations, mediaType, headers, output);
            return CompletableFuture.completedFuture(null);
        } catch (final IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}

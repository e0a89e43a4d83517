package org.jzenith.rest.internal.patch;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.internal.json.JsonEntities;

/** Reads bodies of JSON Patch. */
@Consumes(JsonPatch.MEDIA_TYPE)
final class JsonPatchBody implements MessageBodyReader<JsonPatch> {

    private final JsonEntities.TreeReader json;
    private final PatchTarget target;
    private final PatchConfiguration limits;

    JsonPatchBody(final JsonEntities.TreeReader json, final PatchTarget target, final PatchConfiguration limits) {
        this.json = json;
        this.target = target;
        this.limits = limits;
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return type == JsonPatch.class;
    }

    @Override
    public JsonPatch readFrom(
            final Class<JsonPatch> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        return new Patch(PatchOperation.all(json.read(body, mediaType), limits.maxOperations()));
    }

    private final class Patch implements JsonPatch {

        private final List<PatchOperation> operations;

        Patch(final List<PatchOperation> operations) {
            this.operations = operations;
        }

        @Override
        public <T> T applyTo(final T present, final Class<T> type) {
            return target.change(present, type, before -> {
                final PatchedDocument document =
                        new PatchedDocument(before, limits.maxSize().bytes(), target.maxDepth());
                operations.forEach(document::apply);
                return document.root();
            });
        }
    }
}

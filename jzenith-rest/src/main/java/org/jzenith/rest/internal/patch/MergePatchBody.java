package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Map;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.internal.json.JsonEntities;

/** Reads bodies of JSON Merge Patch. */
@Consumes(MergePatch.MEDIA_TYPE)
final class MergePatchBody implements MessageBodyReader<MergePatch> {

    private final JsonEntities.TreeReader json;
    private final PatchTarget target;

    MergePatchBody(final JsonEntities.TreeReader json, final PatchTarget target) {
        this.json = json;
        this.target = target;
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return type == MergePatch.class;
    }

    @Override
    public MergePatch readFrom(
            final Class<MergePatch> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        return new Patch(json.read(body, mediaType));
    }

    private final class Patch implements MergePatch {

        private final JsonNode patch;

        Patch(final JsonNode patch) {
            this.patch = patch;
        }

        @Override
        public <T> T applyTo(final T present, final Class<T> type) {
            return target.change(present, type, before -> merged(before, patch));
        }

        /** RFC 7396, section 2. The nesting is limited by the parser. */
        private static JsonNode merged(final JsonNode target, final JsonNode patch) {
            if (!(patch instanceof final ObjectNode changes)) {
                return patch;
            }
            final ObjectNode result =
                    target instanceof final ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
            for (final Map.Entry<String, JsonNode> change : changes.properties()) {
                if (change.getValue().isNull()) {
                    result.remove(change.getKey());
                } else {
                    final JsonNode before = result.path(change.getKey());
                    result.set(change.getKey(), merged(before, change.getValue()));
                }
            }
            return result;
        }
    }
}

package org.jzenith.rest.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Provider;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.error.Errors;

/** Reads bodies of JSON Merge Patch. */
@Consumes(MergePatch.MEDIA_TYPE)
final class MergePatchBody implements MessageBodyReader<MergePatch> {

    private final JsonBody json;
    private final Provider<ObjectMapper> mapper;
    private final Provider<Validator> validator;

    MergePatchBody(final JsonBody json, final Provider<ObjectMapper> mapper, final Provider<Validator> validator) {
        this.json = json;
        this.mapper = mapper;
        this.validator = validator;
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
        return new Patch(json.tree(body));
    }

    private final class Patch implements MergePatch {

        private final JsonNode patch;

        Patch(final JsonNode patch) {
            this.patch = patch;
        }

        @Override
        public <T> T applyTo(final T present, final Class<T> type) {
            final JsonNode before = mapper.get().valueToTree(present);
            final T after;
            try {
                after = mapper.get().treeToValue(merged(before, patch), type);
            } catch (final JsonProcessingException e) {
                throw JsonBody.failure(e);
            }
            if (after == null) {
                throw Errors.exception(400, "The body must not be null.");
            }
            final Set<ConstraintViolation<T>> violations = validator.get().validate(after);
            if (!violations.isEmpty()) {
                throw new ConstraintViolationException(violations);
            }
            return after;
        }
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

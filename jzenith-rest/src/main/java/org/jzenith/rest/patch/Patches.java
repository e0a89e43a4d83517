package org.jzenith.rest.patch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Provider;
import jakarta.validation.Validator;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.util.List;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.json.JsonEntities;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepProvider;

/** Methods that take a {@link JsonPatch} or a {@link MergePatch}. */
public final class Patches implements StepProvider {

    private final PatchTarget target;
    private final List<MessageBodyReader<?>> readers;

    /**
     * Creates it.
     *
     * @param mapper the application's mapper
     * @param validator validates patched objects
     * @param limits the limits of one JSON Patch
     * @param maxTokens the limit of tokens of one document
     */
    public Patches(
            final Provider<ObjectMapper> mapper,
            final Provider<Validator> validator,
            final PatchConfiguration limits,
            final long maxTokens) {
        target = new PatchTarget(mapper, validator);
        readers = List.of(
                new MergePatchBody(
                        JsonEntities.trees(mapper, maxTokens, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS),
                        target),
                new JsonPatchBody(
                        JsonEntities.trees(
                                mapper,
                                maxTokens,
                                DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                                DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY),
                        target,
                        limits));
    }

    /** Returns the readers of the bodies, to be registered with Jakarta REST. */
    public List<MessageBodyReader<?>> readers() {
        return readers;
    }

    /** Makes what patches need of the application, so that no request waits for it. */
    @Override
    public void addTo(final MethodSteps steps) {
        if (steps.method().parameters().stream()
                .map(parameter -> MethodModel.bodyType(parameter.type()))
                .anyMatch(type -> type == JsonPatch.class || type == MergePatch.class)) {
            target.prepare();
        }
    }

    @Override
    public void addToLocator(final MethodSteps steps) {
        addTo(steps);
    }
}

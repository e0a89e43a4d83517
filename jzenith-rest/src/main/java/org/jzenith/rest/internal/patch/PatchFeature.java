package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import com.google.inject.Provider;
import jakarta.validation.Validator;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepProvider;

/** Methods that take a {@link JsonPatch} or a {@link MergePatch}. */
public final class PatchFeature implements RestFeature {

    @Override
    public void addTo(final RestFeatureContext context) {
        final Injector injector = context.injector();
        final Provider<ObjectMapper> mapper = injector.getProvider(ObjectMapper.class);
        final PatchTarget target = new PatchTarget(mapper, injector.getProvider(Validator.class));
        context.addProvider(new MergePatchBody(
                JsonEntities.trees(mapper, context.maxTokens(), DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS),
                target));
        context.addProvider(new JsonPatchBody(
                JsonEntities.trees(
                        mapper,
                        context.maxTokens(),
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY),
                target,
                injector.getInstance(PatchConfiguration.class)));
        context.addSteps(new Preparation(target));
    }

    /** Makes what patches need of the application, so that no request waits for it. */
    private record Preparation(PatchTarget target) implements StepProvider {

        @Override
        public void addTo(final MethodSteps steps) {
            if (steps.method().parameters().stream()
                    .map(parameter -> ContentTypes.bodyType(parameter.type()))
                    .anyMatch(type -> type == JsonPatch.class || type == MergePatch.class)) {
                target.prepare();
            }
        }

        @Override
        public void addToLocator(final MethodSteps steps) {
            addTo(steps);
        }
    }
}

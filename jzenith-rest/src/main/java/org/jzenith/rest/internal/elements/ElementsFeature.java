package org.jzenith.rest.internal.elements;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.body.MaxElements;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.internal.json.JsonBodyConfiguration;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.step.BodyFlowables;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.StepPhase;

/** Bodies that methods take as a {@code Flowable} of bytes or of values. */
public final class ElementsFeature implements RestFeature {

    @Override
    public void addTo(final RestFeatureContext context) {
        final JsonBodyConfiguration settings = context.injector().getInstance(JsonBodyConfiguration.class);
        context.addSteps(ElementsFeature::addTo);
        context.addArguments((method, parameter) -> readerOf(method, parameter, context, settings));
    }

    private static void addTo(final MethodSteps steps) {
        final int count = RestMethod.of(steps.method()).declared().getParams().length;
        final ParameterModel body = IntStream.range(0, count)
                .mapToObj(steps.method()::parameter)
                .filter(parameter -> parameter != null && BodyPieces.isTakenBy(parameter))
                .findFirst()
                .orElse(null);
        if (steps.method().annotated().isAnnotationPresent(MaxElements.class)
                && (body == null || !BodyPieces.areElementsTakenBy(body))) {
            throw new StartException(StartProblem.of("@MaxElements on " + steps.method()
                            + " has no effect: the method has no Flowable<T> body of elements.")
                    .from(steps.method().getResourceClass().getName())
                    .remedy("Remove @MaxElements, or take the body as a Flowable of elements."));
        }
        if (body != null) {
            steps.add(StepPhase.BODY, new BodyPieces(body));
        }
    }

    private static @Nullable RestArgumentReader readerOf(
            final MethodModel method,
            final ParameterModel parameter,
            final RestFeatureContext context,
            final JsonBodyConfiguration settings) {
        if (BodyPieces.areElementsTakenBy(parameter)) {
            return BodyElements.of(method, parameter, context.providers(), context.maxTokens(), settings);
        }
        return BodyPieces.isTakenBy(parameter) ? BodyFlowables::of : null;
    }
}

package org.jzenith.rest.step;

import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.ResultConversions;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.resteasy.OwnProviders;
import org.jzenith.rest.rx.Subscriptions;

/** Waits for results that methods promise. */
public final class ResultSteps implements StepProvider {

    private final ResultConversions results;
    private final ValidationSteps validation;
    private final OwnProviders writersOfSources;

    /**
     * Creates it.
     *
     * @param providers the providers of the application
     * @param results knows those of other libraries
     * @param validation knows which results have constraints
     */
    public ResultSteps(
            final ResteasyProviderFactory providers,
            final ResultConversions results,
            final ValidationSteps validation) {
        this.results = results;
        this.validation = validation;
        this.writersOfSources = OwnProviders.writers(providers).ofSources(results::awaited);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        if (steps.has(StepPhase.RESULT)) {
            return;
        }
        final ResourceMethod method = steps.method().declared();
        if (method.isAsynchronous()) {
            steps.add(StepPhase.RESULT, new AwaitResult.Suspended());
            return;
        }
        final Subscriptions.ResultType type = results.resultType(method.getReturnType());
        if (type != null) {
            steps.add(
                    StepPhase.RESULT,
                    new AwaitResult(
                            type,
                            validation.checksResultOf(method.getMethod()),
                            writersOfSources.mayConcern(method.getReturnType(), MediaType.WILDCARD_TYPE)));
        }
    }
}

package org.jzenith.rest.internal.write;

import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.rest.internal.check.DeclaredStatus;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.ResultConversions;
import org.jzenith.rest.internal.resteasy.MethodMetadata;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Writes the responses of methods. */
public final class ResponseSteps implements StepProvider {

    private final ResteasyProviderFactory providers;
    private final ResultConversions results;

    /**
     * Creates it.
     *
     * @param providers the providers of the application
     * @param results knows the results of other libraries
     */
    public ResponseSteps(final ResteasyProviderFactory providers, final ResultConversions results) {
        this.providers = providers;
        this.results = results;
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final MethodMetadata metadata = RestMethod.of(steps.method()).metadata();
        steps.add(
                StepPhase.RESPONSE,
                new WriteResponse(
                        metadata.getWriterInterceptors().length == 0 ? new Representations(metadata, providers) : null,
                        metadata.getResponseFilters().length > 0,
                        DeclaredResponse.of(steps.method(), results)));
    }

    @Override
    public void addToLocator(final MethodSteps steps) {
        DeclaredStatus.checkLocator(steps.method());
    }

    /** Returns the step that writes a response for which no method was found or chosen yet. */
    public static Step withoutMethod() {
        return WriteResponse.WITHOUT_METHOD;
    }
}

package org.jzenith.rest.internal.step;

import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.ResultConversions;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Waits for results that methods promise. */
public final class ResultSteps implements StepProvider {

    private final ResultConversions results;

    /**
     * Creates it.
     *
     * @param results knows those of other libraries
     */
    public ResultSteps(final ResultConversions results) {
        this.results = results;
    }

    @Override
    public void addTo(final MethodSteps steps) {
        if (steps.has(StepPhase.RESULT)) {
            return;
        }
        final ResourceMethod method = RestMethod.of(steps.method()).declared();
        if (method.isAsynchronous()) {
            steps.add(StepPhase.RESULT, new AwaitResult.Suspended());
            return;
        }
        final Subscriptions.ResultType type = results.resultType(method.getReturnType());
        if (type != null) {
            steps.add(
                    StepPhase.RESULT,
                    new AwaitResult(type, steps.has(StepPhase.RETURNED), results.mayBeWritten(method.getReturnType())));
        }
    }
}

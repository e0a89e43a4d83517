package org.jzenith.rest.internal.limit;

import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;

/** The limits that methods declare: {@link Deadline}, {@link RateLimit} and {@code @MaxBodySize}. */
public final class LimitFeature implements RestFeature {

    @Override
    public void addTo(final RestFeatureContext context) {
        final int maxKeys =
                context.injector().getInstance(RateLimitConfiguration.class).maxKeys();
        final LimitRate.Limits rates = new LimitRate.Limits(context.injector(), maxKeys);
        context.addSteps(steps -> addTo(steps, rates));
    }

    private static void addTo(final MethodSteps steps, final LimitRate.Limits rates) {
        final List<StartProblem> problems = new ArrayList<>();
        final LowerDeadline deadline = StartException.collect(problems, () -> LowerDeadline.of(steps.method()));
        final LimitRate rate = StartException.collect(problems, () -> rates.of(steps.method()));
        final LimitBody body = StartException.collect(problems, () -> LimitBody.of(steps.method()));
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        if (deadline != null) {
            steps.addFirst(StepPhase.LIMIT, deadline); // it holds for the steps of plugins too
        }
        if (rate != null) {
            steps.add(rate.needsPrincipal() ? StepPhase.AUTHORIZE : StepPhase.LIMIT, rate);
        }
        if (body != null) {
            steps.add(StepPhase.LIMIT, body);
        }
    }
}

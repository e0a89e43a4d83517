package org.jzenith.rest.limit;

import com.google.inject.Injector;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** The limits that methods declare: {@link Deadline}, {@link RateLimit} and {@code @MaxBodySize}. */
public final class LimitSteps implements StepProvider {

    private final LimitRate.Limits rates;

    /**
     * Creates it.
     *
     * @param injector may have a {@link RateLimitKey} and a {@link RateLimitStore}
     * @param maxKeys the clients that one {@code @RateLimit} remembers
     */
    public LimitSteps(final Injector injector, final int maxKeys) {
        this.rates = new LimitRate.Limits(injector, maxKeys);
    }

    @Override
    public void addTo(final MethodSteps steps) {
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

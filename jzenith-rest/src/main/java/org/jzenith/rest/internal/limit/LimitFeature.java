package org.jzenith.rest.internal.limit;

import com.google.inject.Binder;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.limit.RateLimitKey;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;

/** The limits that methods declare: {@link Deadline}, {@link RateLimit} and {@code @MaxBodySize}. */
public final class LimitFeature implements RestFeature {

    @Override
    public void configure(final Binder binder) {
        binder.bind(RateLimitStores.class).in(Singleton.class);
        final Provider<RateLimitStores> stores = binder.getProvider(RateLimitStores.class);
        Gauge.binder(binder).addBinding().toProvider(() -> stores.get().fallbacks());
    }

    @Override
    public void addTo(final RestFeatureContext context) {
        final Injector injector = context.injector();
        final LimitRate.Limits rates = new LimitRate.Limits(
                injector.getInstance(RateLimitStores.class).selected(injector),
                RateLimitStores.bound(injector, RateLimitKey.class));
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

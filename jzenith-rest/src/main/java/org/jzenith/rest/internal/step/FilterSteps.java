package org.jzenith.rest.internal.step;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Configuration;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * The request filters of methods, and those that run before the method is known. All filters are called before a long body is
 * received, so that they can respond without it. Those whose priorities say that they look at credentials or headers cannot read the
 * body; for the others a short body is received first, and a long one if they read it.
 */
public final class FilterSteps implements StepProvider {

    private final FilterBodyReads bodies;

    /**
     * Creates it.
     *
     * @param threads for blocking work
     */
    public FilterSteps(final int threads) {
        this.bodies = new FilterBodyReads(threads);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final ContainerRequestFilter[] filters =
                RestMethod.of(steps.method()).metadata().getRequestFilters();
        if (filters.length == 0) {
            return;
        }
        final Configuration providers = RestMethod.of(steps.method()).metadata().providers();
        final int early = countEarly(filters, providers);
        if (early > 0) {
            steps.add(StepPhase.AUTHENTICATE, early(filters, early));
        }
        late(filters, early).forEach(step -> steps.add(StepPhase.FILTER, step));
        steps.add(StepPhase.AFTER_CALL, new RunPostInvokers());
    }

    /** Adds the steps of the filters that run before the method is known. */
    public void addPreMatching(final ResteasyProviderFactory providers, final List<Step> steps) {
        final ContainerRequestFilter[] filters =
                providers.getContainerRequestFilterRegistry().preMatch();
        final int early = countEarly(filters, providers);
        if (early > 0) {
            steps.add(early(filters, early));
        }
        steps.addAll(late(filters, early));
    }

    private static Step early(final ContainerRequestFilter[] filters, final int count) {
        return new FilterRequest(List.of(filters).subList(0, count));
    }

    private List<Step> late(final ContainerRequestFilter[] filters, final int early) {
        if (early == filters.length) {
            return List.of();
        }
        final Step late = new FilterRequest(List.of(filters).subList(early, filters.length));
        return List.of(
                new ReceiveShortBody(bodies),
                new FilterBeforeBody(late, new OnWorker(invocation -> bodies.end(), late), bodies));
    }

    private static int countEarly(final ContainerRequestFilter[] filters, final Configuration providers) {
        int count = 0;
        while (count < filters.length && isEarly(priority(filters[count], providers))) {
            count++;
        }
        return count;
    }

    private static boolean isEarly(final int priority) {
        return priority >= Priorities.AUTHENTICATION && priority < Priorities.ENTITY_CODER;
    }

    private static int priority(final ContainerRequestFilter filter, final Configuration providers) {
        final Map<Class<?>, Integer> contracts = providers.getContracts(filter.getClass());
        final Integer registered = contracts == null ? null : contracts.get(ContainerRequestFilter.class);
        if (registered != null) {
            return registered;
        }
        final Priority declared = filter.getClass().getAnnotation(Priority.class);
        return declared == null ? Priorities.USER : declared.value();
    }
}

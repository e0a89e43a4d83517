package org.jzenith.rest.step;

import org.jzenith.rest.pipeline.CompiledMethod;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.resteasy.RestRequest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Configuration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jboss.resteasy.core.interception.jaxrs.PostMatchContainerRequestContext;
import org.jboss.resteasy.core.interception.jaxrs.PreMatchContainerRequestContext;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jspecify.annotations.Nullable;

/**
 * Calls request filters. One of them may answer, or suspend the request and resume it on any thread. On a worker thread they can
 * read a body that has not arrived: {@link RestRequest#getInputStream} waits for it there.
 */
public final class FilterRequest implements Step {

    private final ContainerRequestFilter[] filters;

    FilterRequest(final List<ContainerRequestFilter> filters) {
        this.filters = filters.toArray(ContainerRequestFilter[]::new);
    }

    /**
     * Adds the steps for request filters and for the body. All filters are called before a long body is received, so that they
     * can answer without it. Those whose priorities say that they look at credentials or headers cannot read the body; for the
     * others a short body is received first, and a long one if they read it.
     *
     * @param filters in their order
     * @param providers know their priorities
     * @param isMethodKnown whether the body is received even if no filter reads it
     * @param steps to add to
     * @param afterEarly a step between the early filters and the body; null for none
     */
    public static void addWithBody(
            final ContainerRequestFilter[] filters,
            final Configuration providers,
            final boolean isMethodKnown,
            final List<Step> steps,
            final @Nullable Step afterEarly) {
        int count = 0;
        while (count < filters.length && isEarly(priority(filters[count], providers))) {
            count++;
        }
        final List<ContainerRequestFilter> early = Arrays.asList(filters).subList(0, count);
        final List<ContainerRequestFilter> late = Arrays.asList(filters).subList(count, filters.length);
        if (!early.isEmpty()) {
            steps.add(new FilterRequest(early));
        }
        if (afterEarly != null) {
            steps.add(afterEarly);
        }
        if (!late.isEmpty()) {
            steps.add(new ReceiveShortBody());
            steps.add(new FilterBeforeBody(new FilterRequest(late)));
        }
        if (isMethodKnown) {
            steps.add(new ReceiveBody());
        }
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

    @Override
    public boolean run(final Invocation invocation) {
        final Passage passage = new Passage(invocation.waitForResume());
        final BuiltResponse aborted = context(invocation, passage).filter();
        if (aborted != null) {
            invocation.execute(() -> {
                if (!invocation.exchange().isFinished()) {
                    invocation.answer(aborted);
                }
            });
            return false;
        }
        final boolean passed = passage.endCall();
        if (passed && invocation.exchange().isOnEventLoop()) {
            invocation.resumed();
        }
        return passed;
    }

    private PreMatchContainerRequestContext context(final Invocation invocation, final Passage passage) {
        final RestRequest request = invocation.request();
        final CompiledMethod method = invocation.method();
        return method == null
                ? new PreMatchContainerRequestContext(request, filters, passage)
                : new PostMatchContainerRequestContext(request, method.invoker(), filters, passage);
    }

    /** Called by RESTEasy when all filters have let the request pass: in the call of the filters, or later. */
    private static final class Passage implements Supplier<@Nullable BuiltResponse> {

        private final Runnable resume;
        private boolean passed;
        private boolean called = true;

        Passage(final Runnable resume) {
            this.resume = resume;
        }

        @Override
        public synchronized @Nullable BuiltResponse get() {
            passed = true;
            if (!called) {
                resume.run();
            }
            return null;
        }

        /** Returns true if the filters have let the request pass already. */
        synchronized boolean endCall() {
            called = false;
            return passed;
        }
    }
}

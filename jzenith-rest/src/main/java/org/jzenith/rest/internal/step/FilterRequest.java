package org.jzenith.rest.internal.step;

import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.resteasy.core.interception.jaxrs.PostMatchContainerRequestContext;
import org.jboss.resteasy.core.interception.jaxrs.PreMatchContainerRequestContext;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.resteasy.RestRequest;

/**
 * Calls request filters. One of them may respond, or suspend the request and resume it on any thread. On a worker thread they can
 * read a body that has not arrived: {@link RestRequest#getInputStream} waits for it there.
 */
public final class FilterRequest implements RestStep {

    private final ContainerRequestFilter[] filters;

    FilterRequest(final List<ContainerRequestFilter> filters) {
        this.filters = filters.toArray(ContainerRequestFilter[]::new);
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final Passage passage = new Passage(invocation.suspension().begin());
        final BuiltResponse aborted = context(invocation, passage).filter();
        if (aborted != null) {
            invocation.exchange().execute(() -> {
                if (!invocation.exchange().isFinished()) {
                    invocation.respond(aborted);
                }
            });
            return false;
        }
        final boolean passed = passage.endCall();
        if (passed && invocation.exchange().isOnEventLoop()) {
            invocation.suspension().end();
        }
        return passed;
    }

    private PreMatchContainerRequestContext context(final RestInvocation invocation, final Passage passage) {
        final RestRequest request = invocation.request();
        final RestMethod method = invocation.method();
        return method == null
                ? new PreMatchContainerRequestContext(request, filters, passage)
                : new PostMatchContainerRequestContext(request, method.metadata(), filters, passage);
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

    @Override
    public String description() {
        return "request filters "
                + Arrays.stream(filters)
                        .map(each -> each.getClass().getSimpleName())
                        .collect(Collectors.joining(", "));
    }
}

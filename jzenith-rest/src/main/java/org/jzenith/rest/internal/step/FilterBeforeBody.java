package org.jzenith.rest.internal.step;

import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.Step;

/** Calls request filters that may read the body. If it has not arrived, they run on a worker thread, which can wait for it. */
final class FilterBeforeBody implements RestStep {

    private final Step filters;
    private final FilterBodyReads bodies;
    private final Step onWorker;

    /** @param onWorker calls the same filters on a worker thread */
    FilterBeforeBody(final Step filters, final Step onWorker, final FilterBodyReads bodies) {
        this.filters = filters;
        this.onWorker = onWorker;
        this.bodies = bodies;
    }

    @Override
    public boolean run(final RestInvocation invocation) throws Throwable {
        if (!invocation.exchange().isBodyOutstanding()) {
            return filters.run(invocation);
        }
        invocation.request().letFiltersRead(() -> bodies.await(invocation));
        return onWorker.run(invocation);
    }

    @Override
    public String description() {
        return filters.description();
    }
}

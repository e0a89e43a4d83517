package org.jzenith.rest.step;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

/** Calls request filters that may read the body. If it has not arrived, they run on a worker thread, which can wait for it. */
final class FilterBeforeBody implements Step {

    private final FilterRequest filters;
    private final FilterBodies bodies;
    private final OnWorker onWorker;

    FilterBeforeBody(final FilterRequest filters, final FilterBodies bodies) {
        this.filters = filters;
        this.bodies = bodies;
        this.onWorker = new OnWorker(invocation -> bodies.end(), filters);
    }

    @Override
    public boolean run(final Invocation invocation) {
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

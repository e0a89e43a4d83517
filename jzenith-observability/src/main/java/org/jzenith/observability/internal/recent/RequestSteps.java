package org.jzenith.observability.internal.recent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/** The waits, statements and calls of one request. Made for the first of them. Safe for use by many threads. */
final class RequestSteps {

    /** Further steps are only counted. */
    private static final int MOST = 60;

    /**
     * A part of the work for a request.
     *
     * @param kind what it was, such as {@code statement}
     * @param plugin whose it was
     * @param text the statement or path
     * @param endNanos by {@link System#nanoTime}
     */
    record Step(String kind, String plugin, String text, long endNanos, long durationNanos, boolean failed) {}

    private final List<Step> steps = new ArrayList<>();
    private int dropped;

    /** Adds a step that has just ended to its request. */
    static void add(
            final @Nullable RequestContext request,
            final String kind,
            final String plugin,
            final String text,
            final long durationNanos,
            final boolean failed) {
        if (request != null && !request.isEnded()) {
            request.scoped(RequestSteps.class, RequestSteps::new)
                    .add(new Step(kind, plugin, text, System.nanoTime(), durationNanos, failed));
        }
    }

    /** Returns the steps of a request; null if it had none. */
    static @Nullable RequestSteps of(final RequestContext request) {
        return (RequestSteps) request.scopedIfPresent(RequestSteps.class);
    }

    private synchronized void add(final Step step) {
        if (steps.size() < MOST) {
            steps.add(step);
        } else {
            dropped++;
        }
    }

    /** Returns a copy. */
    synchronized List<Step> all() {
        return List.copyOf(steps);
    }

    /** Returns the number of steps that were not kept. */
    synchronized int dropped() {
        return dropped;
    }
}

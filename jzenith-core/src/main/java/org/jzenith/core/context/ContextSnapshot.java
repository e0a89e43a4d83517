package org.jzenith.core.context;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: the context that was current on a thread when the snapshot was captured, with the logging context (MDC) and the values
 * of the {@link ContextElement}s of that time. A task that runs later or on another thread runs inside it. Immutable and safe for use
 * by many threads.
 */
public final class ContextSnapshot {

    private final RequestContext context;
    private final @Nullable Map<String, String> mdc;
    private final @Nullable Object @Nullable [] elements;
    private final @Nullable Identity actor;

    private ContextSnapshot(
            final RequestContext context,
            final @Nullable Map<String, String> mdc,
            final @Nullable Object @Nullable [] elements,
            final @Nullable Identity actor) {
        this.context = context;
        this.mdc = mdc;
        this.elements = elements;
        this.actor = actor;
    }

    /**
     * Captures the current context of this thread.
     *
     * @return the snapshot, or null outside a request
     */
    public static @Nullable ContextSnapshot capture() {
        final RequestContext.ThreadContext thread = RequestContext.thread();
        final RequestContext context = thread.context;
        return context == null
                ? null
                : new ContextSnapshot(
                        context,
                        context.elements().captureMdc(),
                        context.elements().capture(context),
                        thread.actor);
    }

    /**
     * Returns a snapshot of this thread's values for work that runs as another identity. Outside a request, the snapshot has a new context.
     */
    static ContextSnapshot captureAs(final Identity identity) {
        final ContextSnapshot outer = capture();
        if (outer != null) {
            return new ContextSnapshot(outer.context, outer.mdc, outer.elements, identity);
        }
        final RequestContext made = RequestContext.create(identity.getName());
        made.setIdentity(identity);
        return new ContextSnapshot(made, null, null, null);
    }

    /**
     * Runs work with the captured context current, and restores the previous one afterwards.
     *
     * @param work the work to run; its exceptions pass through
     */
    public void run(final Runnable work) {
        context.run(work, mdc, elements, actor);
    }

    /**
     * Runs work with the captured context current, if there is one.
     *
     * @param snapshot the result of {@link #capture}; if it is null, the work just runs
     * @param work the work to run; its exceptions pass through
     */
    public static void runIn(final @Nullable ContextSnapshot snapshot, final Runnable work) {
        if (snapshot == null) {
            work.run();
        } else {
            snapshot.run(work);
        }
    }

    /**
     * Runs work with the {@link ContextElement}s of a snapshot, even while this thread works for the same request. Changes that the work
     * makes to these elements end with the work. Use this method for a part of a request with its own elements, such as a transaction with
     * a span. The part captures a snapshot before it starts. It uses this method for its start, and later for the code that continues
     * after it.
     *
     * @param snapshot the result of {@link #capture}; if it is null, the work just runs
     * @param work the work to run; its exceptions pass through
     */
    public static void runApart(final @Nullable ContextSnapshot snapshot, final Runnable work) {
        if (snapshot == null) {
            work.run();
        } else if (RequestContext.current() == snapshot.context) {
            snapshot.context.runApart(() -> snapshot.run(work), snapshot.elements);
        } else {
            snapshot.run(work);
        }
    }
}

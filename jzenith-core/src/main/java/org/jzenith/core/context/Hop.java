package org.jzenith.core.context;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What a task takes along when it hops to another thread or a later time: the context that was current when it was
 * made, with the logging context of that moment. Immutable and safe for use by many threads.
 */
public final class Hop {

    private final RequestContext context;
    private final @Nullable Map<String, String> mdc;

    private Hop(final RequestContext context, final @Nullable Map<String, String> mdc) {
        this.context = context;
        this.mdc = mdc;
    }

    /**
     * Takes along what is current on this thread.
     *
     * @return the hop, or null outside a request, where nothing needs to follow
     */
    public static @Nullable Hop capture() {
        final RequestContext context = RequestContext.current();
        return context == null ? null : new Hop(context, logging(context.id()));
    }

    /**
     * Null if there is nothing but the id of the request, which is put in place anyway. The id steps aside for the copy:
     * to copy nothing, which is usual, costs little.
     */
    private static @Nullable Map<String, String> logging(final String id) {
        final String shown = MDC.get(RequestContext.MDC_KEY);
        if (shown != null) {
            MDC.remove(RequestContext.MDC_KEY);
        }
        final Map<String, String> others = MDC.getCopyOfContextMap();
        if (shown != null) {
            MDC.put(RequestContext.MDC_KEY, shown);
        }
        if (others == null || others.isEmpty()) {
            return null;
        }
        final Map<String, String> completed = new HashMap<>(others);
        completed.put(RequestContext.MDC_KEY, id);
        return completed;
    }

    /**
     * Runs work with what was captured in place, and restores what was there before.
     *
     * @param work what to run; its exceptions pass through
     */
    public void run(final Runnable work) {
        context.run(work, mdc);
    }
}

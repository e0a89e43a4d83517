package org.jzenith.core.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/** For plugins: an event of an event loop. Called on the thread that watches the event loops. */
public sealed interface EventLoopEvent extends Event {

    /**
     * Returns the event loop.
     *
     * @return the name of its thread
     */
    String thread();

    /**
     * An event loop has been blocked for longer than {@code jzenith.blocked-threshold}; repeated each time that this duration passes again.
     *
     * @param thread the name of its thread
     * @param duration the time for which it has been blocked so far
     * @param request the request that blocks it, or null for other work
     * @param stack the current stack of the thread
     */
    record Blocked(
            String thread, Duration duration, @Nullable RequestContext request, Throwable stack)
            implements EventLoopEvent {}
}

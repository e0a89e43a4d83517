package org.jzenith.core.context;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a value that follows every request of the application, such as a security context or a trace. It is for values that a
 * library keeps in a thread-local, which must be set again when work moves to another thread.
 *
 * <pre>{@code
 * ContextElements.binder(binder()).addBinding().to(TraceElement.class);
 * }</pre>
 *
 * <p>Each method is called on the thread whose value it reads or sets, concurrently for many requests. It must not block or
 * throw. A value that stays the same for the whole request is best kept in {@link RequestContext#scoped}; then {@link
 * #capture} returns null and {@link #enter} reads it there.
 *
 * @param <V> the type of the value captured when work moves
 */
public interface ContextElement<V> {

    /**
     * Returns true if requests have the element. Called once, when the application is wired.
     *
     * @return false if a setting turns the element off; it then costs nothing
     */
    default boolean isUsed() {
        return true;
    }

    /**
     * Returns the MDC keys that {@link #enter} sets. Called once, when the application is wired.
     *
     * @return the keys; jZenith does not capture their values with the rest of the MDC
     */
    default List<String> mdcKeys() {
        return List.of();
    }

    /**
     * Captures the value of this thread, because work of the request is about to continue elsewhere or later. Called between {@link #enter}
     * and {@link #leave}.
     *
     * @param request the request of the thread's current work
     * @return the value to pass to {@link #enter}, or null
     */
    @Nullable
    V capture(RequestContext request);

    /**
     * Sets the value on this thread, which starts to work for the request.
     *
     * @param request the request of the thread's work
     * @param captured the result of {@link #capture}; null if that was null, or if nothing was captured, for example because a request
     *     starts or a piece of its body arrives
     */
    void enter(RequestContext request, @Nullable V captured);

    /**
     * Removes the value from this thread, even if the work has changed it.
     *
     * @param request the request of the thread's work
     */
    void leave(RequestContext request);
}

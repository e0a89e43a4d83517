package org.jzenith.core.context;

import org.jspecify.annotations.Nullable;

/**
 * Something that a library keeps in a thread and that must follow a request: a security context, a trace.
 *
 * <p>{@code enter} and {@code leave} are called on the thread that works for the request, in pairs, many times a request.
 */
public interface ThreadBound {

    /** Puts the thing in place on the current thread. Must not block or throw. */
    void enter();

    /** Removes it from the current thread. Must not block or throw. */
    void leave();

    /**
     * A fatal error, such as an {@code OutOfMemoryError}, leaves work of the request, so nobody else may answer it. The
     * error goes on to whoever runs the thread.
     *
     * @param error what RxJava and others do not deliver to subscribers
     */
    default void broken(final VirtualMachineError error) {}

    /**
     * Names the work for reports, for example {@code GET /users/17}. May be called on any thread, also while the request
     * is worked on, so it must neither block nor change anything.
     *
     * @return a name without line breaks, or null if this thing knows none
     */
    default @Nullable String description() {
        return null;
    }
}

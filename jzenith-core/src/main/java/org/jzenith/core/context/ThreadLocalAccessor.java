package org.jzenith.core.context;

import org.jspecify.annotations.Nullable;

/**
 * For plugins: sets and removes a library's thread-local that must follow a request, such as a security context or a
 * trace.
 *
 * <p>{@code enter} and {@code leave} are called on the thread that works for the request, in pairs, several times for each request.
 */
public interface ThreadLocalAccessor {

    /** Sets the value on the current thread. Must not block or throw. */
    void enter();

    /** Removes the value from the current thread. Must not block or throw. */
    void leave();

    /**
     * Reports that work of the request ended with a fatal error, such as an {@code OutOfMemoryError}. The accessor must send the response
     * here, because the error does not reach the subscribers of the work. The error is then rethrown to the caller.
     *
     * @param error the error
     */
    default void fatalError(final VirtualMachineError error) {}

    /**
     * Names the work for reports, for example {@code GET /users/17}. May be called on any thread, even while other threads work on the
     * request, so it must not block or change anything.
     *
     * @return a name without line breaks, or null if the accessor has no name
     */
    default @Nullable String description() {
        return null;
    }
}

package org.jzenith.core.context;

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
}

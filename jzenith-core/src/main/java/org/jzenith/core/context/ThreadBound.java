package org.jzenith.core.context;

/**
 * Something that a library keeps in a thread and that must follow a request: a security context, a trace.
 *
 * <p>Both methods are called on the thread that works for the request, in pairs, many times a request.
 */
public interface ThreadBound {

    /** Puts the thing in place on the current thread. Must not block or throw. */
    void enter();

    /** Removes it from the current thread. Must not block or throw. */
    void leave();
}

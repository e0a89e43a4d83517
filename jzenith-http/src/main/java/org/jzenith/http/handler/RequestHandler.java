package org.jzenith.http.handler;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;

/**
 * Handles requests. The shortest handler responds immediately:
 *
 * <!-- snippet: jzenith-http/src/test/java/org/jzenith/http/handler/HttpMountTest.java#shortest -->
 * <pre>{@code
 * final RequestHandler hello = exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("Hello"));
 * }</pre>
 *
 * <p>Called on the event loop of the request; must not block. {@link HttpMount} adds a handler to a listener.
 */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Prepares the task for one request. This method must not send a response. Only the HTTP method and the headers of the
     * request are known: the request may turn out to be malformed, or may be refused. If the server is overloaded, the request
     * gets a 503 without a task. If this method throws, the client gets a 500.
     *
     * @param exchange the request and its response
     * @return the task, which starts when it is run
     */
    Task task(Exchange exchange);

    /**
     * The work for one request. {@link #run} starts it, in the context of the request. If it throws, the client gets a 500. A
     * task that responds in {@link #run}, or in work passed to {@link Exchange#execute}, needs no other method.
     */
    @FunctionalInterface
    interface Task extends Runnable {

        /**
         * Returns the thread-locals for each thread that works for the request.
         *
         * @return entered and left together with the request's context; null if the task has none. After the request is passed to
         *     another handler, {@code leave} may be called on a thread that has not called {@code enter}
         */
        default @Nullable ThreadLocalAccessor threadLocals() {
            return null;
        }

        /**
         * Returns the name of the code that handles the request, for reports. May be called on any thread.
         *
         * @return null if it is not known
         */
        default @Nullable String description() {
            return null;
        }

        /**
         * Returns the name of the user who sent the request, for the access log.
         *
         * @return null if the user is unknown, or known only to a {@link ListenerGuard}
         */
        default @Nullable String user() {
            return null;
        }

        /**
         * Returns the failure that caused the response, for observers.
         *
         * @return null if there was no failure
         */
        default @Nullable Throwable failure() {
            return null;
        }

        /** Ends the task, because the client has disconnected or reset the stream. Called in the context of the request. */
        default void disconnected() {}

        /**
         * Ends all work for the request, because its deadline has passed. The exchange then responds with 503. The work can name
         * its stage by {@link RequestContext#disposedIn}. Called in the context of the request, before {@link #finished}.
         */
        default void deadlinePassed() {}

        /**
         * Tells the task that the exchange has responded with 503 instead, because of a time-out or shutdown. Called in the context
         * of the request.
         *
         * @param detail a sentence that says why
         */
        default void unavailable(final String detail) {}

        /**
         * Tells the task that the exchange has responded with 500, or has broken off the response, because work has failed. Called in
         * the context of the request.
         *
         * @param failure the cause
         */
        default void failed(final Throwable failure) {}

        /**
         * Ends an endless response, such as an event stream, because the application is stopping. Called in the context of the
         * request.
         */
        default void stopping() {}

        /**
         * Stops all work for the request. Called exactly once, when the request has finished in any way or is passed to another
         * handler.
         *
         * @param context the context of the request; it is not the current context
         */
        default void finished(final RequestContext context) {}
    }
}

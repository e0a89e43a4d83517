package org.jzenith.http.handler;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;

/**
 * Handles requests. The shortest one responds at once:
 *
 * <!-- snippet: jzenith-http/src/test/java/org/jzenith/http/handler/HttpMountTest.java#shortest -->
 * <pre>{@code
 * final RequestHandler hello = exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("Hello"));
 * }</pre>
 *
 * <p>Called on the event loop of the request; must not block. {@link HttpMount} adds one to a listener.
 */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Prepares the task for one request. No response may be sent yet, and of the request only its HTTP method and headers
     * are known: it may be one that cannot be decoded, or that is refused. A request for which the server has no room gets a 503
     * without a task. If this throws, the client gets a 500.
     *
     * @param exchange the request and its response
     * @return starts when it is run
     */
    Task task(Exchange exchange);

    /**
     * The work for one request. {@link #run} starts it, in the context of the request; what is thrown becomes a
     * 500. A task that responds in {@link #run}, or in work that it gives to {@link Exchange#execute}, needs no other method.
     */
    @FunctionalInterface
    interface Task extends Runnable {

        /**
         * Returns the thread-locals for each thread that works for the request.
         *
         * @return entered and left together with the request's context; null if there are none. If the request is passed to another
         *     handler, {@code leave} may be called on a thread that has not entered
         */
        default @Nullable ThreadLocalAccessor threadLocals() {
            return null;
        }

        /**
         * Names what handles the request, for reports; may be called on any thread.
         *
         * @return null if that is not known
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
         * Returns the failure that the response was created from, for observers.
         *
         * @return null if there was none
         */
        default @Nullable Throwable failure() {
            return null;
        }

        /** Ends the task, because the client has disconnected or reset the stream. In the context of the request. */
        default void disconnected() {}

        /**
         * Ends all work for the request, because its deadline has passed and the exchange responds with 503 next. The work may name
         * its stage by {@link RequestContext#disposedIn}. In the context of the request; {@link #finished} follows.
         */
        default void deadlinePassed() {}

        /**
         * Tells the task that the exchange has responded with 503 in its place: at the time-out or at the stop. In the context of the
         * request.
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
         * Ends a response that would otherwise go on until the client leaves, such as an event stream, because the application is
         * stopping. Called in the context of the request.
         */
        default void stopping() {}

        /**
         * Stops all work for the request. Called once when the request has finished in any way or has been passed to another handler.
         *
         * @param context the context of the request, which is not current
         */
        default void finished(final RequestContext context) {}
    }
}

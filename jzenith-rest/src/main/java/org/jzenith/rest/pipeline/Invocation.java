package org.jzenith.rest.pipeline;

import io.reactivex.Completable;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;

/**
 * A request as its steps see it. A step may respond to it, suspend it until work has completed, or let it fail. Used on the event loop
 * of the request and, while a blocking method runs, by its worker thread.
 */
public interface Invocation {

    /** Returns the request and response on the connection. */
    Exchange exchange();

    /** Returns the matched resource method; null before it is known. */
    @Nullable
    MethodModel method();

    /** Returns the value of the response: the one that the method has returned, or that has arrived later. */
    @Nullable
    Object result();

    /** Returns the name of the user who sent the request; null if the user is unknown. */
    @Nullable
    String user();

    /** Returns the headers of the request, created on first use. */
    HttpHeaders headers();

    /** Returns the URI of the request, created on first use. */
    UriInfo uri();

    /**
     * Suspends the invocation until work has completed; the step returns false then. An error of the work fails the request. The
     * work is disposed when the request ends first, because the client leaves or the deadline passes. Called on the event loop.
     *
     * @param work is subscribed to once, and may complete on any thread
     * @throws IllegalStateException on the worker thread of a blocking method, which may wait for the work instead; or if the step
     *     has suspended the invocation before
     */
    void suspendUntil(Completable work);

    /**
     * Leaves out the next steps, because this one does them.
     *
     * @param count the number of steps
     */
    void skip(int count);

    /**
     * Responds with a {@code Response} or an entity and leaves out all steps but the last. Called in a step, which then returns false, on
     * the event loop.
     *
     * @param value a {@code Response}, or what a method could have returned
     */
    void respond(Object value);

    /**
     * Responds to a failure as the application's mappers say, or else by the table of errors. On the event loop.
     *
     * @param error the cause of the failure
     */
    void fail(Throwable error);
}

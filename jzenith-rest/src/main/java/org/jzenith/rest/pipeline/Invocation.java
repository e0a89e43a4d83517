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

    /** Returns the value of the response: the method's return value, or the value that an asynchronous result has emitted. */
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
     * Suspends the invocation until work has completed; the step then returns false. An error of the work fails the request. The work is
     * disposed if the request ends first, because the client disconnects or the deadline passes. Must be called on the event loop.
     *
     * @param work is subscribed to once, and may complete on any thread
     * @throws IllegalStateException on the worker thread of a blocking method, where the step can block instead; or if the invocation is
     *     already suspended
     */
    void suspendUntil(Completable work);

    /**
     * Skips the next steps, because this step runs them itself.
     *
     * @param count the number of steps
     */
    void skip(int count);

    /**
     * Responds with a {@code Response} or an entity, and skips all steps except the last. A step calls this on the event loop, and then
     * returns false.
     *
     * @param value a {@code Response}, or a value that a resource method can return
     */
    void respond(Object value);

    /**
     * Responds to a failure with the application's mappers, or else with jZenith's default response. Must be called on the event loop.
     *
     * @param error the cause of the failure
     */
    void fail(Throwable error);
}

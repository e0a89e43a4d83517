package org.jzenith.http.body;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.internal.request.RequestExecutor;
import org.jzenith.http.request.MalformedRequestException;

/** The exchange as the body of its request sees it. Used on the event loop of the request. */
public interface BodyOwner extends RequestExecutor {

    /**
     * The context of the request.
     *
     * @return the same for the whole request
     */
    RequestContext context();

    /**
     * Returns true if the head of the response is sent, or the request has finished.
     *
     * @return false while the body may still be refused
     */
    boolean hasBegunResponse();

    /** Records that the last byte of the body has been received. */
    void bodyReceived();

    /**
     * Refuses the request because it or its body cannot be received: responds as a {@link MalformedRequestException} says, with
     * 400 for other failures, with 500 if the server has no memory, and not at all if the client is gone. Closes the connection.
     *
     * @param broken the cause; null if unknown
     */
    void refuse(@Nullable Throwable broken);
}

package org.jzenith.http.body;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.internal.request.RequestExecutor;
import org.jzenith.http.request.MalformedRequestException;

/** The part of an exchange that the body of its request uses. Used on the event loop of the request. */
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
     * @return false while the body can still be refused
     */
    boolean hasBegunResponse();

    /** Records that the last byte of the body has been received. */
    void bodyReceived();

    /**
     * Refuses the request because it or its body cannot be received, and closes the connection. The response has the status of a
     * {@link MalformedRequestException}, 500 if the server is out of memory, and 400 otherwise. If the client is gone, there is no
     * response.
     *
     * @param broken the cause; null if it is unknown
     */
    void refuse(@Nullable Throwable broken);
}

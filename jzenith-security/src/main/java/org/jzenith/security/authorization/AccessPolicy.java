package org.jzenith.security.authorization;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;

/**
 * Decides who may call methods with {@link Allowed}:
 *
 * <pre>{@code
 * final class OwnOrders implements AccessPolicy {
 *     public Single<Boolean> isAllowed(AccessRequest request) {
 *         return orders.customer(request.pathParameter("id"))
 *                 .map(customer -> request.identity().filter(who -> who.getName().equals(customer)).isPresent());
 *     }
 * }
 * }</pre>
 *
 * <p>There is one object for the application. Safe for use by many threads.
 */
@CheckReturnValue
@FunctionalInterface
public interface AccessPolicy {

    /**
     * Decides about a request. Called on the event loop, in the context of the request, before the body is received and before the resource
     * is created; must not block.
     *
     * @param request the request
     * @return true if the client may call the method; false for 403, or for 401 if the client is anonymous; an error fails the request.
     *     jZenith disposes the result when the client disconnects and at the request's deadline
     */
    Single<Boolean> isAllowed(AccessRequest request);
}

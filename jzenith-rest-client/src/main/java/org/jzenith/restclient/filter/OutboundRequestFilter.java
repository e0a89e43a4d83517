package org.jzenith.restclient.filter;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;

/**
 * Changes the headers of a client's calls:
 *
 * <pre>{@code
 * RestClientPlugin.of(StockApi.class, "stock")
 *         .withRequestFilter(request -> shops.current().map(shop -> request.withHeader("X-Shop", shop)))
 * }</pre>
 *
 * <p>It runs for each attempt, the first and each retry, with the request context of the caller, before the attempt waits for a
 * connection. A call that is disposed disposes the result. Called by many threads at once.
 */
@FunctionalInterface
@CheckReturnValue
public interface OutboundRequestFilter {

    /**
     * Filters the request of an attempt. It must not block.
     *
     * @param request the request, as earlier filters have changed it
     * @return the request to send; an error is the result of the call, which is not sent
     */
    Single<OutboundRequest> filter(OutboundRequest request);
}

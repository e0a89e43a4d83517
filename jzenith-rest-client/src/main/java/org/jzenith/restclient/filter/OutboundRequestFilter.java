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
 * <p>A filter runs for the first attempt and for each retry, before the attempt waits for a connection. It has the caller's request
 * context. If the call is disposed, jZenith disposes the filter's result. Many threads call a filter at once.
 */
@FunctionalInterface
@CheckReturnValue
public interface OutboundRequestFilter {

    /**
     * Filters the request of an attempt. It must not block.
     *
     * @param request the request, as earlier filters have changed it
     * @return the request to send; if it emits an error, the call fails with this error and is not sent
     */
    Single<OutboundRequest> filter(OutboundRequest request);
}

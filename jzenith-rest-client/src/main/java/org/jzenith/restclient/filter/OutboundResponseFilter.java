package org.jzenith.restclient.filter;

import org.jzenith.restclient.response.RemoteResponse;

/**
 * Sees the heads of the responses to a client's calls, also those with an error status, before they are read:
 *
 * <pre>{@code
 * RestClientPlugin.of(StockApi.class, "stock")
 *         .withResponseFilter((request, response) -> response.header("RateLimit-Remaining").ifPresent(quota::set))
 * }</pre>
 *
 * <p>It runs once for each attempt with a response. Called by many threads at once.
 */
@FunctionalInterface
public interface OutboundResponseFilter {

    /**
     * Filters the response of an attempt. It must not block. An exception is the result of the call.
     *
     * @param request the request that was sent
     * @param response the status and the headers, without the body
     */
    void filter(OutboundRequest request, RemoteResponse<?> response);
}

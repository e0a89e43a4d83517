package org.jzenith.restclient.filter;

import org.jzenith.restclient.response.RemoteResponse;

/**
 * Sees the status and headers of each response to a client's calls, including error responses, before the body is read:
 *
 * <pre>{@code
 * RestClientPlugin.of(StockApi.class, "stock")
 *         .withResponseFilter((request, response) -> response.header("RateLimit-Remaining").ifPresent(quota::set))
 * }</pre>
 *
 * <p>A filter runs once for each attempt with a response. Many threads call it at once.
 */
@FunctionalInterface
public interface OutboundResponseFilter {

    /**
     * Filters the response of an attempt. It must not block. If it throws an exception, the call fails with that exception.
     *
     * @param request the request that was sent
     * @param response the status and the headers, without the body
     */
    void filter(OutboundRequest request, RemoteResponse<?> response);
}

package org.jzenith.benchmark.service;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MultivaluedMap;

/** Adds three headers. */
@KeyRequired
public final class SecurityHeadersFilter implements ContainerResponseFilter {

    SecurityHeadersFilter() {}

    @Override
    public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
        final MultivaluedMap<String, Object> headers = response.getHeaders();
        headers.putSingle("Cache-Control", "no-store");
        headers.putSingle("X-Content-Type-Options", "nosniff");
        headers.putSingle("X-Frame-Options", "DENY");
    }
}

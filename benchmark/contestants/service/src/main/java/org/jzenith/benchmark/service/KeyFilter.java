package org.jzenith.benchmark.service;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;

/** Lets nobody pass without the key. */
@KeyRequired
@Priority(Priorities.AUTHENTICATION)
public final class KeyFilter implements ContainerRequestFilter {

    KeyFilter() {}

    @Override
    public void filter(final ContainerRequestContext request) {
        if (!"2f0c9d1e".equals(request.getHeaderString("X-Api-Key"))) {
            request.abortWith(Response.status(Response.Status.UNAUTHORIZED).build());
        }
    }
}

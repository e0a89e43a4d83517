package org.jzenith.benchmark.service;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;

/** Lets requests with the configured token pass. */
@Priority(Priorities.AUTHENTICATION)
public final class TokenFilter implements ContainerRequestFilter {

    private final String token;

    @Inject
    TokenFilter(final SumSettings settings) {
        token = settings.token();
    }

    @Override
    public void filter(final ContainerRequestContext request) {
        if (!token.equals(request.getHeaderString("X-Api-Token"))) {
            request.abortWith(Response.status(Response.Status.UNAUTHORIZED).build());
        }
    }
}

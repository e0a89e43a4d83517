package org.jzenith.benchmark.quarkus;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;

/** Lets requests with the configured token pass; all, if there is none. */
@Provider
@Priority(Priorities.AUTHENTICATION)
public final class TokenFilter implements ContainerRequestFilter {

    static final String TOKEN = QuarkusApplication.text("SUM_TOKEN", "");

    @Override
    public void filter(final ContainerRequestContext request) {
        if (!TOKEN.isEmpty() && !TOKEN.equals(request.getHeaderString("X-Api-Token"))) {
            request.abortWith(Response.status(Response.Status.UNAUTHORIZED).build());
        }
    }
}

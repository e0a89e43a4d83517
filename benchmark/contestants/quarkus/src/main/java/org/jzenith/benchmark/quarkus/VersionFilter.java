package org.jzenith.benchmark.quarkus;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Adds the version of the service to each response, if requests need a token. */
@Provider
public final class VersionFilter implements ContainerResponseFilter {

    @Override
    public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
        if (!TokenFilter.TOKEN.isEmpty()) {
            response.getHeaders().putSingle("X-Service-Version", "1.4.2");
        }
    }
}

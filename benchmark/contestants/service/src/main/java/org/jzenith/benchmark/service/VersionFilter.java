package org.jzenith.benchmark.service;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Adds the version of the service to each answer. */
public final class VersionFilter implements ContainerResponseFilter {

    private final String version;

    @Inject
    VersionFilter(final SumSettings settings) {
        version = settings.version();
    }

    @Override
    public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
        response.getHeaders().putSingle("X-Service-Version", version);
    }
}

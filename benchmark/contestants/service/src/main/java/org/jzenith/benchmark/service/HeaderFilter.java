package org.jzenith.benchmark.service;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;

/** Looks at headers, as most request filters do, and has no priority. */
public final class HeaderFilter implements ContainerRequestFilter {

    @Override
    public void filter(final ContainerRequestContext request) {
        request.setProperty("agent", request.getHeaderString("User-Agent"));
    }
}

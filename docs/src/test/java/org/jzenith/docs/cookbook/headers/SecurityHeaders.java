package org.jzenith.docs.cookbook.headers;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MultivaluedMap;

/** Headers of every answer, also of errors. */
public final class SecurityHeaders implements ContainerResponseFilter {

    @Override
    public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
        final MultivaluedMap<String, Object> headers = response.getHeaders();
        headers.putSingle("X-Content-Type-Options", "nosniff");
        headers.putSingle("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        headers.putSingle("Strict-Transport-Security", "max-age=31536000");
        if (!headers.containsKey("Cache-Control")) {
            headers.putSingle("Cache-Control", "no-store");
        }
    }
}

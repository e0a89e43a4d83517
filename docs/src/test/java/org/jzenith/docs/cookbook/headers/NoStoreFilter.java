package org.jzenith.docs.cookbook.headers;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MultivaluedMap;

/** Keeps answers out of caches unless a resource says otherwise. */
public final class NoStoreFilter implements ContainerResponseFilter {

    // region filter
    @Override
    public void filter(
            final ContainerRequestContext request,
            final ContainerResponseContext response) {
        final MultivaluedMap<String, Object> headers = response.getHeaders();
        if (!headers.containsKey("Cache-Control")) {
            headers.putSingle("Cache-Control", "no-store");
        }
    }
    // endregion
}

package org.jzenith.docs.cookbook.cors;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets pages of the allowed origins read the answers (Fetch Standard, CORS protocol). */
@PreMatching
public final class CorsFilter implements ContainerRequestFilter, ContainerResponseFilter {

    private final Set<String> origins;

    @Inject
    CorsFilter(final CorsSettings settings) {
        this.origins = settings.origins();
    }

    /** Answers the browser's question before the request, which has no credentials and no resource method. */
    @Override
    public void filter(final ContainerRequestContext request) {
        if (request.getMethod().equals("OPTIONS")
                && request.getHeaderString("Access-Control-Request-Method") != null
                && isAllowed(request.getHeaderString("Origin"))) {
            request.abortWith(Response.noContent()
                    .header("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
                    .header("Access-Control-Allow-Headers", "Authorization, Content-Type")
                    .header("Access-Control-Max-Age", 600)
                    .build());
        }
    }

    @Override
    public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
        final MultivaluedMap<String, Object> headers = response.getHeaders();
        headers.add("Vary", "Origin");
        final String origin = request.getHeaderString("Origin");
        if (isAllowed(origin)) {
            headers.putSingle("Access-Control-Allow-Origin", origin);
            headers.putSingle("Access-Control-Expose-Headers", "Location, X-Request-Id");
        }
    }

    private boolean isAllowed(final @Nullable String origin) {
        return origin != null && origins.contains(origin);
    }
}

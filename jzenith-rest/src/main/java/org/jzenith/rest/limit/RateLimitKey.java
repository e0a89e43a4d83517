package org.jzenith.rest.limit;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Says whose requests a {@link RateLimit} with {@link RateLimit.By#KEY} counts together, for instance those of one tenant. An
 * application binds one. Called on the event loop for each request, for many at once; must not block.
 *
 * <pre>{@code
 * binder.bind(RateLimitKey.class).toInstance(request -> request.getHeaderString("X-Tenant"));
 * }</pre>
 */
@FunctionalInterface
public interface RateLimitKey {

    /**
     * Returns the key of a request.
     *
     * @param request its headers, URI and security context; the body is not there
     * @return requests with equal keys are counted together; null if this one is not limited
     */
    @Nullable
    String key(ContainerRequestContext request);
}

package org.jzenith.rest.limit;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Returns the key by which a {@link RateLimit} with {@link RateLimit.By#KEY} counts requests, such as the tenant. An
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

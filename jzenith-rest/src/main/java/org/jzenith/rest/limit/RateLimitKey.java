package org.jzenith.rest.limit;

import jakarta.ws.rs.container.ContainerRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Returns the key by which a {@link RateLimit} with {@link RateLimit.By#KEY} counts requests, such as the tenant. The application binds an
 * implementation. It is called on the event loop for each request, by many threads at once, and must not block.
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
     * @param request the headers, URI and security context of the request; the body is not available
     * @return the key; requests with equal keys are counted together; null if the request is not limited
     */
    @Nullable
    String key(ContainerRequestContext request);
}

package org.jzenith.security.internal.enforcement;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;

/** The identity of the request that the current thread works for, for injection. */
final class CurrentIdentity {

    private CurrentIdentity() {}

    /** Returns it, or explains why there is none. */
    static Identity required() {
        final RequestContext context = RequestContext.current();
        final Identity identity = context == null ? null : context.identity();
        if (identity != null) {
            return identity;
        }
        throw new IllegalStateException(
                context == null
                        ? "An Identity is injected outside a request, on thread "
                                + Thread.currentThread().getName()
                                + ". Inject Provider<Identity> into singletons, and call get() during a request."
                        : "An Identity is injected, but the client is anonymous. Annotate the method with @Authenticated"
                                + " or @RolesAllowed, or inject Optional<Identity>.");
    }

    /** Returns it; empty for an anonymous client and outside a request. */
    static Optional<Identity> optional() {
        final RequestContext context = RequestContext.current();
        final @Nullable Identity identity = context == null ? null : context.identity();
        return Optional.ofNullable(identity);
    }
}

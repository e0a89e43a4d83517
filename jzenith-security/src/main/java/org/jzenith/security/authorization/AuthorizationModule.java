package org.jzenith.security.authorization;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.rest.RestContribution;

/** Binds what decides about requests, and the {@link Identity} of the current one. */
public final class AuthorizationModule extends AbstractModule {

    private final PathRules paths;

    /**
     * Creates it.
     *
     * @param paths the rules of paths
     */
    public AuthorizationModule(final PathRules paths) {
        this.paths = paths;
    }

    @Override
    protected void configure() {
        bind(PathRules.class).toInstance(paths);
        bind(Authorization.class);
        ListenerGuard.binder(binder()).addBinding().to(Authorization.class);
        RestContribution.create()
                .onAllListeners()
                .withSteps(new AccessSteps(
                        getProvider(Authorization.class), paths, getProvider(AuthorizationConfiguration.class)))
                .bind(binder());
    }

    /** Inject a {@code Provider<Identity>} into singletons, because each request has another one. */
    @Provides
    Identity identity() {
        final RequestContext context = RequestContext.current();
        final Identity identity = context == null ? null : context.identity();
        if (identity == null) {
            throw new IllegalStateException(
                    "There is no identity, because no authenticated request is being handled on thread "
                            + Thread.currentThread().getName()
                            + ". Annotate the method with @Authenticated or @RolesAllowed.");
        }
        return identity;
    }
}

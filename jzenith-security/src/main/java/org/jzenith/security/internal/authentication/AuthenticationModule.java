package org.jzenith.security.internal.authentication;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import java.util.List;
import java.util.Set;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.rest.access.AuthenticationSchemes;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.IdentityAugmentor;

/** Binds the guard that authenticates requests, and the objects that mechanisms share. */
public final class AuthenticationModule extends AbstractModule {

    /** Creates it. */
    public AuthenticationModule() {
        // has no parameters
    }

    @Override
    protected void configure() {
        AuthenticationMechanism.binder(binder());
        IdentityAugmentor.binder(binder());
        bind(Augmentation.class);
        bind(Challenges.class);
        bind(FailedAttempts.class);
        bind(KnownClients.class);
        ListenerGuard.binder(binder()).addBinding().to(AuthenticationGuard.class);
    }

    /** Describes the mechanisms to plugins that describe the API. */
    @Provides
    AuthenticationSchemes schemes(final Set<AuthenticationMechanism> mechanisms) {
        final List<AuthenticationSchemes.Scheme> all = mechanisms.stream()
                .map(each -> new AuthenticationSchemes.Scheme(each.name(), each.challenge(), each.cookie()))
                .toList();
        return () -> all;
    }
}

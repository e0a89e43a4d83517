package org.jzenith.security.authentication;

import com.google.inject.AbstractModule;
import org.jzenith.http.handler.ListenerGuard;

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
        ListenerGuard.binder(binder()).addBinding().to(AuthenticationGuard.class);
    }
}

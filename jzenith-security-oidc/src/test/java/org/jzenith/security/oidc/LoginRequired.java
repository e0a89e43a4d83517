package org.jzenith.security.oidc;

import io.reactivex.Single;
import jakarta.inject.Inject;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;

/** Asks for a login at {@code /page}, as an annotation does. */
final class LoginRequired implements ListenerGuard {

    private final OidcAuthentication authentication;

    @Inject
    LoginRequired(final OidcAuthentication authentication) {
        this.authentication = authentication;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        if (request.principal() != null || !request.path().equals("/page")) {
            return Single.just(GuardDecision.pass());
        }
        return Single.just(authentication
                .loginPage(request)
                .map(GuardDecision::redirect)
                .orElseGet(() -> GuardDecision.refuse(401, "Log in.")));
    }
}

package org.jzenith.security.authentication;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.AuthenticationMechanism;
import org.jzenith.security.WrongCredentialsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names the identity of each request. The first mechanism for which a request has credentials decides. */
@Singleton
public final class AuthenticationGuard implements ListenerGuard {

    private static final Logger LOGGER = LoggerFactory.getLogger(AuthenticationGuard.class);
    private static final Single<GuardDecision> PASS = Single.just(GuardDecision.pass());
    private static final int UNAUTHORIZED = 401;

    private final List<AuthenticationMechanism> mechanisms;
    private final Challenges challenges;

    /**
     * Created by Guice.
     *
     * @param mechanisms in the order in which they are asked
     * @param challenges of all mechanisms
     */
    @Inject
    AuthenticationGuard(final Set<AuthenticationMechanism> mechanisms, final Challenges challenges) {
        this.mechanisms = List.copyOf(mechanisms);
        this.challenges = challenges;
    }

    @Override
    public String listener() {
        return ALL_LISTENERS;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        return ask(request, 0);
    }

    private Single<GuardDecision> ask(final ServerRequest request, final int first) {
        for (int i = first; i < mechanisms.size(); i++) {
            final AuthenticationMechanism mechanism = mechanisms.get(i);
            final Maybe<Identity> found = mechanism.authenticate(request);
            if (found != Maybe.<Identity>empty()) {
                final int next = i + 1;
                return found.map(GuardDecision::passAs)
                        .switchIfEmpty(Single.defer(() -> ask(request, next)))
                        .onErrorResumeNext(error -> error instanceof final WrongCredentialsException wrong
                                ? Single.just(refuse(mechanism, wrong))
                                : Single.error(error));
            }
        }
        return PASS;
    }

    private GuardDecision refuse(final AuthenticationMechanism mechanism, final WrongCredentialsException wrong) {
        LOGGER.info("The mechanism '{}' refused a request: {}", mechanism.name(), wrong.reason());
        return challenges.addTo(GuardDecision.refuse(UNAUTHORIZED, "The credentials are wrong."));
    }
}

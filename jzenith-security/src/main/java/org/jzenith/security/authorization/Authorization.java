package org.jzenith.security.authorization;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.SecurityEvent;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.Challenges;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies decisions to requests, and decides about mounts by the rules of their paths. Safe for use by many threads. */
@Singleton
public final class Authorization implements ListenerGuard {

    private static final Logger LOGGER = LoggerFactory.getLogger(Authorization.class);
    private static final Single<GuardDecision> PASS = Single.just(GuardDecision.pass());
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final Set<AuthenticationMechanism> mechanisms;
    private final Challenges challenges;
    private final PathRules paths;
    private final boolean deniesByDefault;
    private final @Nullable EventEmitter<SecurityEvent> events;

    /**
     * Created by Guice.
     *
     * @param mechanisms may send browsers to a login page
     * @param challenges for anonymous clients
     * @param paths the rules for mounts
     * @param settings say what happens without a decision
     * @param observers see who is denied
     */
    @Inject
    Authorization(
            final Set<AuthenticationMechanism> mechanisms,
            final Challenges challenges,
            final PathRules paths,
            final AuthorizationConfiguration settings,
            final Observers observers) {
        this.mechanisms = mechanisms;
        this.challenges = challenges;
        this.paths = paths;
        this.deniesByDefault = settings.denyByDefault();
        this.events = observers.of(SecurityEvent.class);
    }

    @Override
    public String listener() {
        return ALL_LISTENERS;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        return PASS;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request, final String mount) {
        final Decision found = paths.of(request);
        final Decision decision = found != null || !deniesByDefault ? found : nobodyDecided("the mount " + mount + "/");
        final GuardDecision refusal = decision == null ? null : refusal(request, decision);
        return refusal == null ? PASS : Single.just(refusal);
    }

    static Decision nobodyDecided(final String what) {
        return new Decision(Access.nobody(), "security.deny-by-default, since nobody decided about " + what);
    }

    /** Returns null if the request may pass. */
    @Nullable
    GuardDecision refusal(final ServerRequest request, final Decision decision) {
        final RequestContext context = RequestContext.current();
        final Identity identity = context == null ? null : context.identity();
        if (decision.access().allows(identity)) {
            return null;
        }
        LOGGER.debug("{} may not pass: {}.", identity == null ? "An anonymous client" : identity.getName(), decision);
        if (events != null && context != null) {
            events.emit(new SecurityEvent.Denied(context, identity, decision.toString()));
        }
        if (identity != null) {
            return GuardDecision.refuse(FORBIDDEN, "You are not allowed to do this.");
        }
        return mechanisms.stream()
                .map(each -> each.loginPage(request))
                .flatMap(Optional::stream)
                .findFirst()
                .map((URI page) -> GuardDecision.redirect(page))
                .orElseGet(() -> challenges.addTo(GuardDecision.refuse(UNAUTHORIZED, "Authentication is required.")));
    }
}

package org.jzenith.security.internal.enforcement;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.internal.authentication.Challenges;
import org.jzenith.security.internal.authentication.RefusalReports;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Makes the responses to requests without permission: 401 with the challenges of all mechanisms, or a redirect to a login page, for
 * anonymous clients, and 403 for others. Reports the reason to the log and to observers, and never to the client.
 */
@Singleton
final class Denials {

    private static final int UNAUTHORIZED = 401;
    private static final int MOST_ROLES = 10;
    private static final int MAX_LINES = 20;
    private static final GuardDecision FORBIDDEN = GuardDecision.refuse(403, "You are not allowed to do this.");

    private final List<AuthenticationMechanism> mechanisms;
    private final Challenges challenges;
    private final GuardDecision unauthorized;
    private final RefusalReports refusals;
    private final CountedWarning log =
            new CountedWarning(LoggerFactory.getLogger(Denials.class), Level.INFO, MAX_LINES, "");

    @Inject
    Denials(final Set<AuthenticationMechanism> mechanisms, final Challenges challenges, final Observers observers) {
        this.mechanisms = List.copyOf(mechanisms);
        this.challenges = challenges;
        this.unauthorized = challenges.addTo(GuardDecision.refuse(UNAUTHORIZED, "Authentication is required."));
        this.refusals = new RefusalReports(observers);
    }

    /** Refuses a request, in its context. */
    GuardDecision refuse(final ServerRequest request, final Decision decision) {
        return refuse(request, decision.description(), decision.access().roles().isEmpty());
    }

    /**
     * Refuses a request, in its context.
     *
     * @param rule the rule that denies it
     */
    GuardDecision refuse(final ServerRequest request, final String rule) {
        return refuse(request, rule, true);
    }

    private GuardDecision refuse(final ServerRequest request, final String rule, final boolean isWithoutRoles) {
        final RequestContext context = Objects.requireNonNull(RequestContext.current(), "the context of a request");
        final Identity identity = context.identity();
        log.add(LogText.escape("Denied to "
                + (identity == null ? "an anonymous client" : "'" + identity.getName() + "'") + ": "
                + context.description() + ". The rule: " + rule + "."
                + (identity == null || isWithoutRoles ? "" : rolesOf(identity))));
        refusals.denied(context, identity, rule);
        if (identity != null) {
            return FORBIDDEN;
        }
        for (final AuthenticationMechanism mechanism : mechanisms) {
            final Optional<URI> page = mechanism.loginPage(request);
            if (page.isPresent()) {
                return GuardDecision.redirect(page.get());
            }
        }
        return unauthorized;
    }

    /** Explains why the user lacks a role. */
    private String rolesOf(final Identity identity) {
        final String source = mechanisms.stream()
                .filter(each -> each.name().equals(identity.mechanism()))
                .map(each -> each.roleSource().description())
                .findFirst()
                .orElse("");
        final String roles = identity.roles().stream().limit(MOST_ROLES).collect(Collectors.joining(", "));
        final int others = identity.roles().size() - MOST_ROLES;
        return " The user has "
                + (roles.isEmpty()
                        ? "no roles"
                        : "the roles " + roles + (others > 0 ? " and " + others + " others" : ""))
                + "." + (source.isEmpty() ? "" : " " + source);
    }

    /** Adds the challenges to a 401 of a handler that has none of its own. */
    GuardDecision withChallenges(final GuardDecision refusal) {
        return refusal.headers().keySet().stream().anyMatch("WWW-Authenticate"::equalsIgnoreCase)
                ? refusal
                : challenges.addTo(refusal);
    }
}

package org.jzenith.security.internal.authentication;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.security.authentication.AuthenticationMechanism;

/** The challenges of all mechanisms, for responses with the status 401 (RFC 9110, 11.6.1). */
@Singleton
public final class Challenges {

    private final String all;

    /**
     * Created by Guice.
     *
     * @param mechanisms the mechanisms in the order in which they are asked
     */
    @Inject
    Challenges(final Set<AuthenticationMechanism> mechanisms) {
        this.all = mechanisms.stream()
                .map(AuthenticationMechanism::challenge)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    /**
     * Adds the challenges to a refusal.
     *
     * @param refusal the refusal, with the status 401
     * @return the same if no mechanism has a challenge
     */
    public GuardDecision addTo(final GuardDecision refusal) {
        return all.isEmpty() ? refusal : refusal.withHeader("WWW-Authenticate", all);
    }
}

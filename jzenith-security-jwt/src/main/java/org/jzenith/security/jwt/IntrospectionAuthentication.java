package org.jzenith.security.jwt;

import com.google.inject.Injector;
import com.google.inject.Key;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.authentication.FailedProofs;
import org.jzenith.security.internal.authentication.KnownClients;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.jwt.internal.bearer.BearerHeader;
import org.jzenith.security.jwt.internal.bearer.RefusedTokens;
import org.jzenith.security.jwt.internal.bearer.TokenDigest;
import org.jzenith.security.jwt.internal.bearer.TokenDigester;
import org.jzenith.security.jwt.internal.configuration.IntrospectionConfiguration;
import org.jzenith.security.jwt.internal.verification.IntrospectionClient;
import org.jzenith.security.jwt.internal.verification.VerifiedToken;
import org.jzenith.security.jwt.internal.verification.VerifiedTokens;

/** Authenticates requests by opaque tokens, which the provider checks. */
final class IntrospectionAuthentication implements AuthenticationMechanism {

    static final String NAME = "introspection";

    /** The limit on calls for one network's unknown tokens, per second. */
    private static final int MAX_FAILED_PROOFS = 200;

    private final TokenDigester digester = new TokenDigester();
    private final VerifiedTokens active;
    private final RefusedTokens refused;
    private final IntrospectionClient client;
    private final FailedProofs failures = new FailedProofs(MAX_FAILED_PROOFS);
    private final KnownClients known;
    /** True if another mechanism handles JWTs. */
    private final boolean leavesJwts;

    private final RoleSource roles;
    private final Optional<String> challenge;

    @Inject
    IntrospectionAuthentication(
            final IntrospectionConfiguration settings,
            final IntrospectionClient client,
            final KnownClients known,
            final Injector injector) {
        this.active = new VerifiedTokens(settings.maxCachedTokens());
        this.refused = new RefusedTokens(settings.maxCachedRefusals());
        this.client = client;
        this.known = known;
        this.leavesJwts = injector.getExistingBinding(Key.get(JwtAuthentication.class)) != null;
        this.roles = RoleSource.ofClaims(
                "introspection.role-claims", settings.roleClaims().orElse(List.of()));
        // the other mechanism has the same challenge
        this.challenge = leavesJwts ? Optional.empty() : Optional.of("Bearer realm=\"" + settings.realm() + '"');
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RoleSource roleSource() {
        return roles;
    }

    @Override
    public Optional<String> challenge() {
        return challenge;
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        try {
            final String field = BearerHeader.field(request.headers());
            if (field == null) {
                return Maybe.empty();
            }
            final int begin = BearerHeader.begin(field);
            final TokenDigest digest = digester.digest(field, begin);
            if (digest.isJwt() && leavesJwts) {
                return Maybe.empty();
            }
            final VerifiedToken cached = active.get(digest);
            if (cached != null) {
                return cached.result();
            }
            final Maybe<Identity> refusal = refused.get(digest);
            if (refusal != null) {
                return refusal;
            }
            return ask(request.clientNetwork(), digest, field.substring(begin));
        } catch (final WrongCredentialsException e) {
            return Maybe.error(e);
        }
    }

    private Maybe<Identity> ask(final String network, final TokenDigest digest, final String token) {
        final Priority ofToken = known.priority(digest, network);
        final Priority priority =
                ofToken != Priority.KNOWN_CREDENTIALS && failures.isExceeded(network) ? Priority.UNKNOWN : ofToken;
        return RxFuture.single(() -> client.ask(digest, token, priority))
                .flatMapMaybe(answer -> {
                    known.add(digest, network);
                    active.put(digest, answer);
                    return answer.result();
                })
                .onErrorResumeNext((Throwable error) -> error instanceof final WrongCredentialsException wrong
                        ? refuse(network, digest, wrong)
                        : Maybe.error(error));
    }

    private Maybe<Identity> refuse(
            final String network, final TokenDigest digest, final WrongCredentialsException reason) {
        if (refused.get(digest) == null) { // of the requests that have shared a call, one counts
            failures.add(network);
        }
        known.remove(digest);
        return refused.add(digest, reason);
    }
}

package org.jzenith.security.jwt;

import io.reactivex.Maybe;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.FailedProofs;
import org.jzenith.security.authentication.KnownClients;
import org.jzenith.security.authentication.Priority;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.jwt.bearer.BearerHeader;
import org.jzenith.security.jwt.bearer.RefusedTokens;
import org.jzenith.security.jwt.bearer.TokenDigest;
import org.jzenith.security.jwt.bearer.TokenDigester;
import org.jzenith.security.jwt.verification.IntrospectionClient;
import org.jzenith.security.jwt.verification.VerifiedToken;
import org.jzenith.security.jwt.verification.VerifiedTokens;

/** Authenticates requests by opaque tokens, about which it asks the provider. */
final class IntrospectionAuthentication implements AuthenticationMechanism {

    static final String NAME = "introspection";

    private final TokenDigester digester = new TokenDigester();
    private final VerifiedTokens active;
    private final RefusedTokens refused;
    private final IntrospectionClient client;
    private final FailedProofs failures;
    private final KnownClients known;
    private final boolean leavesJwts;
    private final RoleSource roles;
    private final Optional<String> challenge;

    /** @param leavesJwts true if another mechanism takes JWTs */
    IntrospectionAuthentication(
            final VerifiedTokens active,
            final RefusedTokens refused,
            final IntrospectionClient client,
            final FailedProofs failures,
            final KnownClients known,
            final boolean leavesJwts,
            final RoleSource roles,
            final String realm) {
        this.active = active;
        this.refused = refused;
        this.client = client;
        this.failures = failures;
        this.known = known;
        this.leavesJwts = leavesJwts;
        this.roles = roles;
        // the other mechanism has the same challenge
        this.challenge = leavesJwts ? Optional.empty() : Optional.of("Bearer realm=\"" + realm + '"');
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

package org.jzenith.security.jwt;

import com.google.inject.Injector;
import com.google.inject.Key;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.authentication.FailedProofs;
import org.jzenith.security.internal.authentication.FailedProofs.TooManyFailedProofsException;
import org.jzenith.security.internal.authentication.KnownClients;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.jwt.internal.bearer.BearerHeader;
import org.jzenith.security.jwt.internal.bearer.RefusedTokens;
import org.jzenith.security.jwt.internal.bearer.TokenDigest;
import org.jzenith.security.jwt.internal.bearer.TokenDigester;
import org.jzenith.security.jwt.internal.claims.ClaimsIdentity;
import org.jzenith.security.jwt.internal.configuration.JwtConfiguration;
import org.jzenith.security.jwt.internal.key.KeySet;
import org.jzenith.security.jwt.internal.key.KeySource;
import org.jzenith.security.jwt.internal.key.VerificationKey;
import org.jzenith.security.jwt.internal.verification.ParsedToken;
import org.jzenith.security.jwt.internal.verification.TokenVerifier;
import org.jzenith.security.jwt.internal.verification.VerificationThreads;
import org.jzenith.security.jwt.internal.verification.VerifiedToken;
import org.jzenith.security.jwt.internal.verification.VerifiedTokens;

/** Authenticates requests by JWTs. For a token that was verified before, only its digest is computed and looked up. */
final class JwtAuthentication implements AuthenticationMechanism {

    static final String NAME = "jwt";

    private final TokenDigester digester = new TokenDigester();
    private final VerifiedTokens verified;
    private final RefusedTokens refused;
    private final TokenVerifier verifier;
    private final KeySource keys;
    private final VerificationThreads threads;
    private final FailedProofs failures;
    private final KnownClients known;
    private final @Nullable TokenRevocation revocation;
    /** True if another mechanism handles bearer tokens that are not JWTs. */
    private final boolean leavesOpaqueTokens;

    private final RoleSource roles;
    private final Optional<String> challenge;

    @Inject
    JwtAuthentication(
            final JwtConfiguration settings,
            final RefusedTokens refused,
            final KeySource keys,
            final VerificationThreads threads,
            final KnownClients known,
            final Optional<TokenRevocation> revocation,
            final Injector injector) {
        final ClaimsIdentity identities = new ClaimsIdentity(
                NAME, settings.nameClaim(), settings.roleClaims().orElse(List.of()));
        this.verified = new VerifiedTokens(settings.maxCachedTokens());
        this.refused = refused;
        this.verifier = new TokenVerifier(settings, JwtProblems.algorithms(settings), identities);
        this.keys = keys;
        this.threads = threads;
        this.failures = new FailedProofs(
                settings.maxFailedProofs(),
                "Too many tokens with wrong signatures from this network. Check its clients, or raise jwt.max-failed-proofs.");
        this.known = known;
        this.revocation = revocation.orElse(null);
        this.leavesOpaqueTokens = injector.getExistingBinding(Key.get(IntrospectionAuthentication.class)) != null;
        this.roles = RoleSource.ofClaims("jwt.role-claims", identities.roleClaims());
        this.challenge = Optional.of("Bearer realm=\"" + settings.realm() + '"');
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
            final VerifiedToken cached = verified.get(digest);
            if (cached != null) {
                return unlessRevoked(cached);
            }
            if (!digest.isJwt() && leavesOpaqueTokens) {
                return Maybe.empty();
            }
            final Maybe<Identity> refusal = refused.get(digest);
            return refusal == null ? verify(request, digest, field.substring(begin)) : refusal;
        } catch (final WrongCredentialsException | TooManyFailedProofsException e) {
            return Maybe.error(e);
        }
    }

    private Maybe<Identity> verify(final ServerRequest request, final TokenDigest digest, final String token) {
        try {
            if (!digest.isJwt()) {
                throw new WrongCredentialsException("The token is not a signed JWT.");
            }
            final String network = request.clientNetwork();
            failures.check(network);
            final Attempt attempt = new Attempt(digest, verifier.parse(token), network);
            final KeySet current = keys.current();
            return current.knows(attempt.parsed.keyId())
                            || !attempt.candidates(current).isEmpty()
                    ? verify(attempt, current)
                    : RxFuture.single(() ->
                                    keys.refresh(attempt.parsed.keyId(), known.priority(network) != Priority.UNKNOWN))
                            .flatMapMaybe(newest -> verify(attempt, newest));
        } catch (final WrongCredentialsException e) {
            return refused.add(digest, e);
        }
    }

    /** A token whose signature is not verified yet. */
    private record Attempt(TokenDigest digest, ParsedToken parsed, String network) {

        /** Returns the keys to try. A key without an identifier can have signed a token that names a key. */
        List<VerificationKey> candidates(final KeySet keys) {
            return keys.candidates(parsed.keyId(), parsed.algorithm());
        }
    }

    private Maybe<Identity> verify(final Attempt attempt, final KeySet newest) {
        final List<VerificationKey> candidates = attempt.candidates(newest);
        if (candidates.isEmpty()) {
            return refused.add(attempt.digest, new WrongCredentialsException("The token's key is unknown."));
        }
        if (candidates.stream().anyMatch(VerificationKey::isSlow)) {
            return threads.verify(known.priority(attempt.network), () -> verifier.verify(attempt.parsed, candidates))
                    .flatMapMaybe(token -> accept(attempt, token))
                    .onErrorResumeNext((Throwable error) -> error instanceof final WrongCredentialsException wrong
                            ? refuse(attempt, wrong)
                            : Maybe.error(error));
        }
        try {
            return accept(attempt, verifier.verify(attempt.parsed, candidates));
        } catch (final WrongCredentialsException e) {
            return refuse(attempt, e);
        }
    }

    private Maybe<Identity> refuse(final Attempt attempt, final WrongCredentialsException reason) {
        failures.add(attempt.network);
        return refused.add(attempt.digest, reason);
    }

    private Maybe<Identity> accept(final Attempt attempt, final VerifiedToken token) {
        known.add(attempt.network);
        verified.put(attempt.digest, token);
        return unlessRevoked(token);
    }

    private Maybe<Identity> unlessRevoked(final VerifiedToken token) {
        if (revocation == null) {
            return token.result();
        }
        final String id = token.id();
        if (id == null) {
            return Maybe.error(new WrongCredentialsException("The token has no jti, so it cannot be revoked."));
        }
        final Single<Boolean> answer = revocation.isRevoked(id);
        return answer.flatMapMaybe(revoked ->
                revoked ? Maybe.error(new WrongCredentialsException("The token was revoked.")) : token.result());
    }

    /** Returns the number of verified tokens that are kept. */
    int cachedTokens() {
        return verified.size();
    }

    /** Returns the number of refused tokens that are kept. */
    int cachedRefusals() {
        return refused.size();
    }
}

package org.jzenith.security.jwt;

import com.nimbusds.jwt.SignedJWT;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;

/** Authenticates requests by JWTs in {@code Authorization: Bearer} (RFC 6750, 2.1). */
final class JwtMechanism implements AuthenticationMechanism, AutoCloseable {

    static final String NAME = "jwt";

    private static final String SCHEME = "Bearer ";
    private static final int WAITING = 256;

    private final KeySource keys;
    private final TokenVerifier verifier;
    private final TokenCache cache;
    private final @Nullable TokenRevocation revocation;
    private final String challenge;

    /** Threads for slow signatures, separate so that tokens cannot use up those of other work. */
    private final Blocking threads =
            new Blocking(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), WAITING);

    JwtMechanism(
            final JwtConfiguration settings,
            final KeySource keys,
            final TokenCache cache,
            final @Nullable TokenRevocation revocation) {
        this.keys = keys;
        this.verifier = new TokenVerifier(settings);
        this.cache = cache;
        this.revocation = revocation;
        this.challenge = "Bearer realm=\"" + settings.realm().replaceAll("[\"\\\\]", "") + "\"";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> challenge() {
        return Optional.of(challenge);
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final String field = request.headers().get("Authorization");
        if (field == null || !field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Maybe.empty();
        }
        final String token = field.substring(SCHEME.length()).strip();
        final TokenCache.Key key = TokenCache.Key.of(token);
        final Maybe<Identity> known = cache.find(key);
        final Maybe<Identity> found = known == null ? verify(token, key) : known;
        return revocation == null ? found : found.flatMap(identity -> notRevoked(identity, revocation));
    }

    private Maybe<Identity> verify(final String token, final TokenCache.Key key) {
        final SignedJWT read;
        try {
            read = verifier.read(token);
        } catch (final WrongCredentialsException e) {
            return cache.refused(key, e);
        }
        return keys.find(read.getHeader()).flatMapMaybe(fitting -> verify(read, fitting, key));
    }

    private Maybe<Identity> verify(
            final SignedJWT token, final List<VerificationKey> fitting, final TokenCache.Key key) {
        if (fitting.isEmpty()) {
            // not remembered, because its key may come with the next fetch
            return Maybe.error(new WrongCredentialsException("No key of the issuer fits the token."));
        }
        final Single<VerifiedToken> verified = fitting.stream().anyMatch(VerificationKey::isSlow)
                ? threads.single(() -> verifier.verify(token, fitting))
                : Single.fromCallable(() -> verifier.verify(token, fitting));
        return verified.flatMapMaybe(good -> cache.verified(key, good))
                .onErrorResumeNext((Throwable error) -> error instanceof final WrongCredentialsException wrong
                        ? cache.refused(key, wrong)
                        : Maybe.error(error));
    }

    private static Maybe<Identity> notRevoked(final Identity identity, final TokenRevocation revocation) {
        final String id = identity.attribute("jti").map(Object::toString).orElse("");
        return revocation
                .isRevoked(id, identity)
                .flatMapMaybe(revoked -> revoked
                        ? Maybe.error(new WrongCredentialsException("The token is revoked."))
                        : Maybe.just(identity));
    }

    @Override
    public void close() {
        threads.close();
    }
}

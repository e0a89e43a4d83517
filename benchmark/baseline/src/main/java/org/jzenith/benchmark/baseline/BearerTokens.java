package org.jzenith.benchmark.baseline;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Verifies tokens by Nimbus, and keeps the verified ones in two generations of 2500. Shared by all event loops. */
final class BearerTokens {

    private static final int GENERATION = 2500;

    private final String issuer;
    private final JWSAlgorithm algorithm;
    private final JWSVerifier verifier;
    private volatile Generations generations = new Generations(new ConcurrentHashMap<>());

    private static final class Generations {

        private final ConcurrentMap<TokenDigest, VerifiedUser> young = new ConcurrentHashMap<>();
        private final ConcurrentMap<TokenDigest, VerifiedUser> old;

        Generations(final ConcurrentMap<TokenDigest, VerifiedUser> old) {
            this.old = old;
        }
    }

    private BearerTokens(final String issuer, final JWSAlgorithm algorithm, final JWSVerifier verifier) {
        this.issuer = issuer;
        this.algorithm = algorithm;
        this.verifier = verifier;
    }

    /** Returns null if requests need no tokens. */
    static @Nullable BearerTokens of(final Settings settings) {
        if (!settings.tokenSecret().isEmpty()) {
            return ofSecret(settings);
        }
        return settings.isSecured() ? ofPublicKey(settings) : null;
    }

    private static BearerTokens ofSecret(final Settings settings) {
        try {
            return new BearerTokens(
                    settings.tokenIssuer(), JWSAlgorithm.HS256, new MACVerifier(settings.tokenSecret()));
        } catch (final JOSEException e) {
            throw new IllegalStateException("The secret of the tokens is too short.", e);
        }
    }

    private static BearerTokens ofPublicKey(final Settings settings) {
        try {
            final String pem =
                    Files.readString(Path.of(settings.tokenKey())).replaceAll("-----(BEGIN|END) PUBLIC KEY-----", "");
            final RSAPublicKey key = (RSAPublicKey) KeyFactory.getInstance("RSA")
                    .generatePublic(
                            new X509EncodedKeySpec(Base64.getMimeDecoder().decode(pem)));
            return new BearerTokens(settings.tokenIssuer(), JWSAlgorithm.RS256, new RSASSAVerifier(key));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The key cannot be read: " + settings.tokenKey(), e);
        }
    }

    /** Returns the user of a token that was verified before; null if there is none. */
    @Nullable
    VerifiedUser known(final TokenDigest digest) {
        final Generations now = generations;
        VerifiedUser user = now.young.get(digest);
        if (user == null) {
            user = now.old.remove(digest);
            if (user != null) {
                keep(digest, user);
            }
        }
        return user == null || System.currentTimeMillis() < user.expiry() ? user : null;
    }

    private void keep(final TokenDigest digest, final VerifiedUser user) {
        final Generations now = generations;
        if (now.young.put(digest, user) == null && now.young.size() >= GENERATION) {
            rotate(now);
        }
    }

    private synchronized void rotate(final Generations full) {
        if (generations == full) {
            generations = new Generations(full.young);
        }
    }

    /** Verifies a token, which takes a tenth of a millisecond with RSA; null if it is not accepted. */
    @Nullable
    VerifiedUser verify(final TokenDigest digest, final String token) {
        try {
            final SignedJWT parsed = SignedJWT.parse(token);
            final JWSHeader header = parsed.getHeader();
            if (!algorithm.equals(header.getAlgorithm()) || !parsed.verify(verifier)) {
                return null;
            }
            final JWTClaimsSet claims = parsed.getJWTClaimsSet();
            if (claims.getExpirationTime() == null) {
                return null;
            }
            final long expiry = claims.getExpirationTime().toInstant().toEpochMilli();
            final String name = claims.getSubject();
            final List<String> roles = claims.getStringListClaim("roles");
            if (expiry <= System.currentTimeMillis()
                    || name == null
                    || roles == null
                    || !issuer.equals(claims.getIssuer())) {
                return null;
            }
            final VerifiedUser user = new VerifiedUser(name, roles, expiry);
            keep(digest, user);
            return user;
        } catch (final ParseException | JOSEException e) {
            return null;
        }
    }
}

package org.jzenith.test.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Signs the tokens of a provider. Safe for use by many threads. */
final class ProviderTokens {

    private static final int RSA_BITS = 2048;
    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");
    private static final Duration HOUR = Duration.ofHours(1);

    private final TestIdentityProvider provider;
    private final String issuer;
    private final RSAKey foreign;

    /** The claims of the access tokens that are not revoked. */
    private final Map<String, JWTClaimsSet> accessTokens = new ConcurrentHashMap<>();

    private volatile RSAKey key;

    ProviderTokens(final TestIdentityProvider provider, final String issuer) {
        this.provider = provider;
        this.issuer = issuer;
        this.key = newKey();
        this.foreign = newKey();
    }

    private static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(RSA_BITS)
                    .keyID(UUID.randomUUID().toString())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (final JOSEException e) {
            throw new IllegalStateException("The JVM cannot create RSA keys.", e);
        }
    }

    void rotateKey() {
        key = newKey();
    }

    JWKSet publicKeys() {
        return new JWKSet(key).toPublicJWKSet();
    }

    String accessToken(final String user) {
        final JWTClaimsSet.Builder content = claims(user, provider.tokenLifetime())
                .claim("client_id", provider.clientId())
                .claim("scope", "openid")
                .jwtID(UUID.randomUUID().toString());
        provider.claimsOf(user).forEach(content::claim);
        final JWTClaimsSet built = content.build();
        final String token = signed(built, ACCESS_TOKEN);
        accessTokens.put(token, built);
        return token;
    }

    void revoke(final String accessToken) {
        accessTokens.remove(accessToken);
    }

    /** Returns the claims of an access token; null if it is unknown, revoked or expired. */
    @Nullable
    JWTClaimsSet active(final String accessToken) {
        final JWTClaimsSet claims = accessTokens.get(accessToken);
        return claims != null && claims.getExpirationTime().toInstant().isAfter(Instant.now()) ? claims : null;
    }

    String idToken(final String user, final @Nullable String nonce) {
        final JWTClaimsSet.Builder content = claims(user, HOUR).claim("sid", TestIdentityProvider.sessionId(user));
        if (nonce != null) {
            content.claim("nonce", provider.has(ProviderFault.WRONG_NONCE) ? "another" : nonce);
        }
        provider.claimsOf(user).forEach(content::claim);
        return signed(content.build(), null);
    }

    private JWTClaimsSet.Builder claims(final String user, final Duration lifetime) {
        final Instant issued =
                provider.has(ProviderFault.EXPIRED) ? Instant.now().minus(HOUR).minus(lifetime) : Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(provider.has(ProviderFault.WRONG_TOKEN_ISSUER) ? "https://evil.example" : issuer)
                .subject(user)
                .audience(provider.has(ProviderFault.WRONG_AUDIENCE) ? "another" : provider.clientId())
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(issued.plus(lifetime)));
    }

    String logoutToken(final @Nullable String subject, final @Nullable String session) {
        final JWTClaimsSet.Builder content = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(provider.clientId())
                .jwtID(UUID.randomUUID().toString())
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(120)))
                .claim("events", Map.of(LogoutTokenClaimsSet.EVENT_TYPE, Map.of()));
        if (subject != null) {
            content.subject(subject);
        }
        if (session != null) {
            content.claim("sid", session);
        }
        return signed(content.build(), new JOSEObjectType("logout+jwt"));
    }

    private String signed(final JWTClaimsSet content, final @Nullable JOSEObjectType type) {
        if (provider.has(ProviderFault.UNSIGNED)) {
            return new PlainJWT(content).serialize();
        }
        final RSAKey current = key;
        final boolean mac = provider.has(ProviderFault.HMAC_WITH_PUBLIC_KEY);
        final SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(mac ? JWSAlgorithm.HS256 : JWSAlgorithm.RS256)
                        .keyID(
                                provider.has(ProviderFault.UNKNOWN_KEYS)
                                        ? UUID.randomUUID().toString()
                                        : current.getKeyID())
                        .type(type)
                        .build(),
                content);
        try {
            if (mac) {
                token.sign(new MACSigner(current.toRSAPublicKey().getEncoded()));
            } else {
                token.sign(new RSASSASigner(provider.has(ProviderFault.WRONG_KEY) ? foreign : current));
            }
        } catch (final JOSEException e) {
            throw new IllegalStateException("The JVM cannot sign a token.", e);
        }
        return token.serialize();
    }
}

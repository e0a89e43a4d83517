package org.jzenith.security.embedded.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Signs the tokens of a provider. Safe for use by many threads. */
public final class ProviderTokens {

    private static final int RSA_BITS = 2048;
    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");
    private static final Duration HOUR = Duration.ofHours(1);

    private final ProviderBehavior behavior;
    private final String issuer;

    /** The claims of the access tokens that are not revoked. */
    private final Map<String, JWTClaimsSet> accessTokens = new ConcurrentHashMap<>();

    private volatile RSAKey key;

    ProviderTokens(final ProviderBehavior behavior, final String issuer) {
        this.behavior = behavior;
        this.issuer = issuer;
        this.key = behavior.firstKey();
    }

    /** Creates a key with its own id. */
    public static RSAKey newKey() {
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

    /** Signs with a new key from now on, and publishes the old one no more. */
    public void rotateKey() {
        key = newKey();
    }

    JWKSet publicKeys() {
        return new JWKSet(key).toPublicJWKSet();
    }

    /** Signs an access token. */
    public String accessToken(final String user) {
        final JWTClaimsSet.Builder content = claims(user, behavior.audience(), behavior.tokenLifetime())
                .claim("client_id", behavior.clientId())
                .claim("scope", "openid")
                .jwtID(UUID.randomUUID().toString());
        behavior.change(content);
        behavior.claimsOf(user).forEach(content::claim);
        final JWTClaimsSet built = content.build();
        final String token = behavior.sign(built, ACCESS_TOKEN, key);
        accessTokens.put(token, built);
        return token;
    }

    /** Makes introspection say that an access token is not active. */
    public void revoke(final String accessToken) {
        accessTokens.remove(accessToken);
    }

    /** Returns the claims of an access token; null if it is unknown, revoked or expired. */
    @Nullable
    JWTClaimsSet active(final String accessToken) {
        final JWTClaimsSet claims = accessTokens.get(accessToken);
        return claims != null && claims.getExpirationTime().toInstant().isAfter(Instant.now()) ? claims : null;
    }

    /** Returns the {@code sid} claim of a user's ID tokens. */
    public static String sessionId(final String user) {
        return "session-of-" + user;
    }

    String idToken(final String user, final @Nullable String nonce) {
        final JWTClaimsSet.Builder content =
                claims(user, List.of(behavior.clientId()), HOUR).claim("sid", sessionId(user));
        if (nonce != null) {
            content.claim("nonce", nonce);
        }
        behavior.change(content);
        behavior.claimsOf(user).forEach(content::claim);
        return behavior.sign(content.build(), null, key);
    }

    private JWTClaimsSet.Builder claims(final String user, final List<String> audience, final Duration lifetime) {
        final Instant issued = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject(user)
                .audience(audience)
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(issued.plus(lifetime)));
    }

    /**
     * Signs a logout token.
     *
     * @param subject null to end the session alone
     * @param session null to end all sessions of the user
     */
    public String logoutToken(final @Nullable String subject, final @Nullable String session) {
        final JWTClaimsSet.Builder content = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(behavior.clientId())
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
        return behavior.sign(content.build(), new JOSEObjectType("logout+jwt"), key);
    }

    /** Signs a token with RS256. */
    public static String signed(final JWTClaimsSet content, final @Nullable JOSEObjectType type, final RSAKey key) {
        final SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID(key.getKeyID())
                        .type(type)
                        .build(),
                content);
        try {
            token.sign(new RSASSASigner(key));
        } catch (final JOSEException e) {
            throw new IllegalStateException("The JVM cannot sign a token.", e);
        }
        return token.serialize();
    }
}

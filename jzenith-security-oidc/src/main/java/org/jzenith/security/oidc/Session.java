package org.jzenith.security.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTParser;
import io.vertx.core.json.JsonObject;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session of a user.
 *
 * @param id an unguessable id, new at each login
 * @param authority host and port at which the user has logged in; the session is not valid for others
 * @param loginAt the time of the login
 * @param expiresAt the end of the session
 * @param idToken the provider's token, which was verified at the login; null if it does not fit into cookies
 * @param claims the claims of the ID token that are about the user
 * @param refreshToken null if the provider has sent none
 * @param tokensExpireAt the time at which the tokens are refreshed
 * @param failingSince null unless the last refresh failed because the provider was away
 * @param claimedUntil the time until which another instance may be refreshing the tokens of a stored session; null for none
 */
record Session(
        String id,
        String authority,
        Instant loginAt,
        Instant expiresAt,
        @Nullable String idToken,
        Map<String, Object> claims,
        @Nullable String refreshToken,
        Instant tokensExpireAt,
        @Nullable Instant failingSince,
        @Nullable Instant claimedUntil) {

    /** The largest difference between the clocks of instances. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    /** The claims about the token, which are not about the user. */
    private static final Set<String> OF_TOKEN =
            Set.of("iss", "aud", "azp", "exp", "iat", "nbf", "jti", "nonce", "at_hash", "c_hash", "s_hash");

    String subject() {
        return String.valueOf(claims.get("sub"));
    }

    @Nullable
    String sid() {
        return claims.get("sid") instanceof final String sid ? sid : null;
    }

    boolean isRefreshDue(final Instant now) {
        return refreshToken != null && !now.isBefore(tokensExpireAt);
    }

    /** Returns the lifetime of a cookie that is set now, in seconds. */
    long secondsLeft() {
        return Math.max(1, Duration.between(Instant.now(), expiresAt).toSeconds());
    }

    /**
     * Returns true if another instance may be refreshing the tokens. Clocks can differ by up to a minute, so a claim counts one minute
     * longer.
     */
    boolean isClaimed(final Instant now) {
        return claimedUntil != null && now.isBefore(claimedUntil.plus(SKEW));
    }

    /** @param newIdToken null if the provider sent none */
    Session withTokens(
            final @Nullable String newIdToken, final @Nullable String newRefreshToken, final Instant newExpiry)
            throws ParseException {
        return new Session(
                id,
                authority,
                loginAt,
                expiresAt,
                newIdToken == null ? idToken : newIdToken,
                newIdToken == null ? claims : claimsOf(newIdToken),
                newRefreshToken == null ? refreshToken : newRefreshToken,
                newExpiry,
                null,
                null);
    }

    Session withoutIdToken() {
        return new Session(
                id, authority, loginAt, expiresAt, null, claims, refreshToken, tokensExpireAt, failingSince, null);
    }

    Session failing(final Instant since, final Instant retryAt) {
        return new Session(id, authority, loginAt, expiresAt, idToken, claims, refreshToken, retryAt, since, null);
    }

    Session claimed(final Instant until) {
        return new Session(
                id, authority, loginAt, expiresAt, idToken, claims, refreshToken, tokensExpireAt, failingSince, until);
    }

    static Map<String, Object> claimsOf(final String idToken) throws ParseException {
        final Map<String, Object> claims =
                JWTParser.parse(idToken).getJWTClaimsSet().toJSONObject();
        claims.keySet().removeAll(OF_TOKEN);
        return claims;
    }

    String toJson() {
        final JsonObject json = new JsonObject()
                .put("i", id)
                .put("a", authority)
                .put("l", loginAt.toEpochMilli())
                .put("x", expiresAt.toEpochMilli())
                .put("e", tokensExpireAt.toEpochMilli());
        if (idToken == null) {
            json.put("k", claims);
        } else {
            json.put("t", idToken);
        }
        if (claimedUntil != null) {
            json.put("c", claimedUntil.toEpochMilli());
        }
        if (failingSince != null) {
            json.put("f", failingSince.toEpochMilli());
        }
        if (refreshToken != null) {
            json.put("r", refreshToken);
        }
        return json.encode();
    }

    /** Parses the JSON of {@link #toJson}, after it was decrypted. */
    static Session ofJson(final String text) throws ParseException {
        final JsonObject json = new JsonObject(text);
        final String token = json.getString("t");
        return new Session(
                json.getString("i"),
                json.getString("a"),
                Instant.ofEpochMilli(json.getLong("l")),
                Instant.ofEpochMilli(json.getLong("x")),
                token,
                token == null ? JSONObjectUtils.parse(json.getJsonObject("k").encode()) : claimsOf(token),
                json.getString("r"),
                Instant.ofEpochMilli(json.getLong("e")),
                instant(json, "f"),
                instant(json, "c"));
    }

    private static @Nullable Instant instant(final JsonObject json, final String name) {
        final Long millis = json.getLong(name);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}

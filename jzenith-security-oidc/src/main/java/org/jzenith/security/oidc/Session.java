package org.jzenith.security.oidc;

import com.nimbusds.jwt.JWTParser;
import io.vertx.core.json.JsonObject;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session of a user.
 *
 * @param id unguessable, and new at each login
 * @param authority host and port at which the user has logged in; the session is for no other listener
 * @param loginAt the time of the login
 * @param expiresAt the end of the session
 * @param idToken the provider's token, which was verified at the login
 * @param claims the claims of the ID token
 * @param refreshToken null if the provider gives none
 * @param tokensExpireAt the time at which the tokens are refreshed
 * @param failingSince null unless the last refresh failed because the provider was away
 */
record Session(
        String id,
        String authority,
        Instant loginAt,
        Instant expiresAt,
        String idToken,
        Map<String, Object> claims,
        @Nullable String refreshToken,
        Instant tokensExpireAt,
        @Nullable Instant failingSince) {

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

    /** Returns the lifetime of a cookie that is set now. */
    long secondsLeft() {
        return Math.max(1, Duration.between(Instant.now(), expiresAt).toSeconds());
    }

    Session withTokens(final String newIdToken, final @Nullable String newRefreshToken, final Instant newExpiry)
            throws ParseException {
        return new Session(
                id, authority, loginAt, expiresAt, newIdToken, claimsOf(newIdToken), newRefreshToken, newExpiry, null);
    }

    Session failing(final Instant since, final Instant retryAt) {
        return new Session(id, authority, loginAt, expiresAt, idToken, claims, refreshToken, retryAt, since);
    }

    static Map<String, Object> claimsOf(final String idToken) throws ParseException {
        return JWTParser.parse(idToken).getJWTClaimsSet().toJSONObject();
    }

    String toJson() {
        final JsonObject json = new JsonObject()
                .put("i", id)
                .put("a", authority)
                .put("l", loginAt.toEpochMilli())
                .put("x", expiresAt.toEpochMilli())
                .put("t", idToken)
                .put("e", tokensExpireAt.toEpochMilli());
        if (refreshToken != null) {
            json.put("r", refreshToken);
        }
        return json.encode();
    }

    /** Reads what {@link #toJson} has written, and a key has sealed. */
    static Session ofJson(final String text) throws ParseException {
        final JsonObject json = new JsonObject(text);
        final String token = json.getString("t");
        return new Session(
                json.getString("i"),
                json.getString("a"),
                Instant.ofEpochMilli(json.getLong("l")),
                Instant.ofEpochMilli(json.getLong("x")),
                token,
                claimsOf(token),
                json.getString("r"),
                Instant.ofEpochMilli(json.getLong("e")),
                null);
    }
}

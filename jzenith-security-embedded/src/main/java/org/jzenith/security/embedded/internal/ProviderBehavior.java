package org.jzenith.security.embedded.internal;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The client and the users of a provider, and the places where a test changes its responses. Safe for use by many threads. */
public interface ProviderBehavior {

    /** Returns the identifier of the only client. */
    String clientId();

    /** Returns the secret of the client. */
    String clientSecret();

    /** Returns the audience of access tokens; that of ID tokens is the client. */
    default List<String> audience() {
        return List.of(clientId());
    }

    /** Returns the key that signs until the first rotation. Called once. */
    default RSAKey firstKey() {
        return ProviderTokens.newKey();
    }

    /** Returns the lifetime of access tokens. */
    Duration tokenLifetime();

    /** Returns the roles of the users on the login page, by name. */
    Map<String, List<String>> users();

    /** Returns the user whom a login gets without a page; null to show the page. */
    default @Nullable String userWithoutPage() {
        return null;
    }

    /** Returns the claims of a user, which win over those of the provider. */
    Map<String, Object> claimsOf(String user);

    /**
     * Returns the user whose tokens a refresh gets.
     *
     * @param user the owner of the refresh token; null if the token is unknown
     * @return null to refuse the refresh
     */
    default @Nullable String refreshed(final @Nullable String user) {
        return user;
    }

    /**
     * Responds to a request. Called on the event loop, when the body has arrived.
     *
     * @param response sends the response of a correct provider
     */
    default void respond(final HttpServerRequest request, final Runnable response) {
        response.run();
    }

    /**
     * Changes the discovery document or the keys.
     *
     * @param path the path of the request
     */
    default JsonObject document(final String path, final JsonObject document) {
        return document;
    }

    /** Changes the claims of an access token or ID token, before {@link #claimsOf} is added. */
    default void change(final JWTClaimsSet.Builder claims) {}

    /** Signs a token. */
    default String sign(final JWTClaimsSet claims, final @Nullable JOSEObjectType type, final RSAKey key) {
        return ProviderTokens.signed(claims, type, key);
    }
}

package org.jzenith.security.oidc.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.security.oidc.session.SessionStorage;

/** The settings of logins by OpenID Connect. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "oidc")
public interface OidcConfiguration {

    /**
     * The identifier of the provider.
     *
     * @return an {@code https} URL; {@code http} only on a loopback address
     */
    @Description("The issuer URL of the provider, exactly as its discovery document names it.")
    URI issuer();

    /**
     * The identifier of this application at the provider.
     *
     * @return a value such as {@code shop}
     */
    @Description("The client id of this application at the provider.")
    String clientId();

    /**
     * The secret of this application at the provider.
     *
     * @return empty for a public client
     */
    @Description("The client secret, sent with HTTP Basic. A public client has none.")
    Optional<Secret<String>> clientSecret();

    /**
     * The scopes that a login asks for.
     *
     * @return contains {@code openid}
     */
    @WithDefault("openid,profile")
    @Description("The scopes of a login. openid is required.")
    List<String> scopes();

    /**
     * The signature algorithms of tokens.
     *
     * @return names of JWA, none of them symmetric
     */
    @WithDefault("RS256,PS256,ES256")
    @Description("The allowed signature algorithms of ID tokens and logout tokens.")
    List<String> algorithms();

    /**
     * The claim with the name of the user.
     *
     * @return a value such as {@code preferred_username}
     */
    @WithDefault("sub")
    @Description("The claim of the ID token that names the user. Only sub is unique and never changes.")
    String nameClaim();

    /**
     * The claim with the roles of the user.
     *
     * @return a path with dots, for example {@code realm_access.roles}; empty for no roles
     */
    @Description("The path of the ID token's claim with the roles, such as realm_access.roles.")
    Optional<String> roleClaim();

    /**
     * The address under which browsers reach this application.
     *
     * @return scheme, host and port; empty for those of each request
     */
    @Description(
            "The public origin of this application, such as https://shop.example. When not set, the scheme and host of each request "
                    + "are used.")
    Optional<URI> publicUrl();

    /**
     * The path that starts a login.
     *
     * @return begins with a slash
     */
    @WithDefault("/login")
    @Description("The path that starts a login.")
    String loginPath();

    /**
     * The path to which the provider sends the browser back.
     *
     * @return begins with a slash
     */
    @WithDefault("/login/callback")
    @Description("The path of the redirect URI that is registered at the provider.")
    String callbackPath();

    /**
     * The path to which the provider sends logout tokens.
     *
     * @return begins with a slash
     */
    @WithDefault("/login/back-channel")
    @Description("The path of the back-channel logout URI that is registered at the provider.")
    String backChannelPath();

    /**
     * The path that ends a session.
     *
     * @return begins with a slash
     */
    @WithDefault("/logout")
    @Description("The path that ends a session, by POST.")
    String logoutPath();

    /**
     * The path that the browser sees after a logout.
     *
     * @return begins with a slash
     */
    @WithDefault("/")
    @Description("The path to which the browser returns after a logout.")
    String postLogoutPath();

    /**
     * Allows unsafe requests with a session and without {@code Sec-Fetch-Site} and {@code Origin}.
     *
     * @return false to refuse them with 403
     */
    @WithDefault("false")
    @Description("Allows unsafe requests with a session cookie that have neither Sec-Fetch-Site nor Origin.")
    boolean allowMissingOrigin();

    /**
     * The time limit for a request to the provider.
     *
     * @return a positive duration
     */
    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for each request to the provider.")
    Duration timeout();

    /**
     * The settings of sessions.
     *
     * @return sessions and their cookie
     */
    OfSession session();

    /** The settings of sessions and their cookie. */
    interface OfSession {

        /**
         * The name of the cookie.
         *
         * @return begins with {@code __Host-}
         */
        @WithDefault("__Host-session")
        @Description("The name of the session cookie. It must start with __Host-.")
        String cookie();

        /**
         * The time after which a user logs in again.
         *
         * @return a positive duration
         */
        @WithDefault("12h")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description("The maximum duration of a session, counted from the login.")
        Duration lifetime();

        /**
         * The place of the sessions.
         *
         * @return cookies unless it is set
         */
        @WithDefault("cookie")
        @Description(
                "Where sessions are kept: cookie, postgresql (the table oidc_session of the application's database) or redis.")
        SessionStorage store();

        /**
         * The keys of the cookie.
         *
         * @return 32 bytes each, in Base64: the first encrypts, all decrypt; empty for a random key
         */
        @Description(
                "The keys for encrypting cookies: 32 random bytes each, in Base64. The first key encrypts, all keys decrypt. Without "
                        + "keys, sessions end at each restart.")
        Optional<List<Secret<String>>> keys();

        /**
         * The number of sessions in memory.
         *
         * @return one or more
         */
        @WithDefault("5000")
        @WithConverter(Ranges.Positive.class)
        @Description("How many decrypted sessions are cached in memory.")
        int cached();
    }
}

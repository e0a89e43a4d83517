package org.jzenith.security.jwt;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;

/**
 * Authenticates requests by JWTs in the header {@code Authorization: Bearer} (RFC 6750, RFC 7519):
 *
 * <pre>{@code
 * JZenith.application()
 *         .withPlugins(RestPlugin.withResources(OrderResource.class), SecurityPlugin.create(), JwtPlugin.create())
 *         .withConfiguration("jwt.issuer", "https://login.example.com")
 *         .withConfiguration("jwt.audience", "orders")
 *         .withConfiguration("jwt.jwks-url", "https://login.example.com/jwks")
 * }</pre>
 *
 * <p>Keys come from {@code jwt.jwks-url} or {@code jwt.key-file}. The start does not need the provider; until the keys are there, tokens
 * get a 503, and the health check {@code jwt} reports it. Immutable.
 */
@CheckReturnValue
public final class JwtPlugin implements PluginSource {

    private static final JwtPlugin PLUGIN = new JwtPlugin();

    private JwtPlugin() {}

    /**
     * Creates the plugin; its settings begin with {@code jwt}.
     *
     * @return requires the plugin {@code security}
     */
    public static JwtPlugin create() {
        return PLUGIN;
    }

    @Override
    public Plugin plugin() {
        return new TokenPlugin();
    }
}

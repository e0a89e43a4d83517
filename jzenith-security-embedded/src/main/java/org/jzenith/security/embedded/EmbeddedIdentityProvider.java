package org.jzenith.security.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;

/**
 * Lets users log in during development, unless a provider is configured: starts an OpenID Connect provider for the application's {@code
 * JwtPlugin} and {@code OidcPlugin}.
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(
 *            RestPlugin.withResources(OrderResource.class),
 *            SecurityPlugin.create(),
 *            JwtPlugin.create(),
 *            EmbeddedIdentityProvider.create().withUser("ann", "admin").withUser("bob"))
 *        .run();
 * }</pre>
 *
 * <p>At startup, the log shows a token for each user. The login page lists the users; they need no password. The setting {@code
 * identity-provider.users}, such as {@code ann:admin clerk,bob}, replaces the users of the code.
 *
 * <p>It does nothing for {@code JwtPlugin} if {@code jwt.jwks-url}, {@code jwt.key-file}, {@code jwt.secret} or {@code jwt.issuer} is set,
 * and nothing for {@code OidcPlugin} if {@code oidc.issuer} is set. If one of these plugins has no other provider, startup fails if
 * a listener's address is not a loopback address, so that no server accepts these logins by mistake. Immutable.
 */
@CheckReturnValue
public final class EmbeddedIdentityProvider implements PluginSource {

    private final List<String> users;

    private EmbeddedIdentityProvider(final List<String> users) {
        this.users = users;
    }

    /**
     * Creates the plugin without users.
     *
     * @return the plugin; add users by {@link #withUser} or the setting {@code identity-provider.users}
     */
    public static EmbeddedIdentityProvider create() {
        return new EmbeddedIdentityProvider(List.of());
    }

    /**
     * Adds a user.
     *
     * @param name the name, without spaces and colons; startup fails if another user has it
     * @param roles the roles, without spaces
     * @return a plugin with this user
     */
    public EmbeddedIdentityProvider withUser(final String name, final String... roles) {
        final List<String> all = new ArrayList<>(users);
        all.add(Objects.requireNonNull(name, "name") + ":" + String.join(" ", roles));
        return new EmbeddedIdentityProvider(all);
    }

    @Override
    public Plugin plugin() {
        return new IdentityProviderPhases(users);
    }
}

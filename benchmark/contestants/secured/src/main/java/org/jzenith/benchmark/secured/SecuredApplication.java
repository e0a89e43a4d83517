package org.jzenith.benchmark.secured;

import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.jwt.IntrospectionPlugin;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.security.oidc.OidcPlugin;
import org.jzenith.security.password.Users;

/** Starts the application; the system property {@code benchmark.security} chooses its security. */
public final class SecuredApplication {

    private SecuredApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        final List<PluginSource> plugins = new ArrayList<>();
        final String security = System.getProperty("benchmark.security", "none");
        switch (security) {
            case "none" -> plugins.add(rest(OpenResource.class));
            case "plugged-in" -> plugins.addAll(List.of(rest(OpenResource.class), SecurityPlugin.create()));
            case "jwt" ->
                plugins.addAll(List.of(rest(ProtectedResource.class), SecurityPlugin.create(), JwtPlugin.create()));
            case "introspection" ->
                plugins.addAll(
                        List.of(rest(ProtectedResource.class), SecurityPlugin.create(), IntrospectionPlugin.create()));
            case "session" ->
                plugins.addAll(List.of(rest(ProtectedResource.class), SecurityPlugin.create(), OidcPlugin.create()));
            case "passwords" ->
                plugins.addAll(List.of(
                        rest(ProtectedResource.class),
                        SecurityPlugin.create().withBasicAuthentication(Users.fromSettings()),
                        JwtPlugin.create()));
            default ->
                throw new IllegalArgumentException("The system property benchmark.security is '" + security
                        + "'; it may be none, plugged-in, jwt, introspection, session or passwords.");
        }
        JZenith.application(args)
                .withPlugins(plugins.toArray(PluginSource[]::new))
                .withConfiguration("rest.server-header", "service")
                .run();
    }

    private static RestApi rest(final Class<?> resource) {
        return RestPlugin.withResources(resource).withResources(GeneratedRoutes.all());
    }
}

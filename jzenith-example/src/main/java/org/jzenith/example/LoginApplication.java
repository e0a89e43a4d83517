package org.jzenith.example;

import org.jzenith.core.JZenith;
import org.jzenith.security.oidc.OidcPlugin;

/**
 * Starts the example with a login for the page {@code /account/}: {@code java -cp jzenith-example.jar
 * org.jzenith.example.LoginApplication}. With {@code --profile=keycloak}, users log in at a Keycloak server, otherwise at the embedded
 * identity provider.
 */
public final class LoginApplication {

    private LoginApplication() {}

    /**
     * Runs the example.
     *
     * @param args settings such as {@code --oidc.issuer=https://login.example.com/realms/example}; {@code --help} shows all
     */
    public static void main(final String... args) {
        application(args).run();
    }

    /**
     * Returns the application, not yet started. The tests use it, too.
     *
     * @param args the command line
     * @return the example with a login
     */
    public static JZenith application(final String... args) {
        return ExampleApplication.application(args).withPlugins(OidcPlugin.create());
    }
}

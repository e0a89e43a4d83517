package org.jzenith.example;

import org.jzenith.core.JZenith;
import org.jzenith.security.oidc.OidcPlugin;

/**
 * Starts the example with a login for the page {@code /account/}: {@code java -cp jzenith-example.jar
 * org.jzenith.example.LoginApplication}. With {@code --profile=keycloak} users log in at a Keycloak, otherwise at the embedded identity
 * provider.
 */
public final class LoginApplication {

    private LoginApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --oidc.issuer=https://login.example.com/realms/example}; {@code --help} shows all
     */
    public static void main(final String... args) {
        application(args).run();
    }

    /**
     * The application before its start; the tests use it as well.
     *
     * @param args the command line
     * @return the example with a login
     */
    public static JZenith application(final String... args) {
        return ExampleApplication.application(args).withPlugins(OidcPlugin.create());
    }
}

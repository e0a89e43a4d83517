package org.jzenith.docs.cookbook.login;

import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.oidc.OidcPlugin;

public final class LoginApplication {

    private LoginApplication() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(OrdersPage.class),
                        SecurityPlugin.create(),
                        OidcPlugin.create());
    }
    // endregion
}

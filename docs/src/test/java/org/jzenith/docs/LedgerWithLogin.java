package org.jzenith.docs;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.embedded.EmbeddedIdentityProvider;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.security.oidc.OidcPlugin;

/** A ledger for users of a provider. */
final class LedgerWithLogin {

    private LedgerWithLogin() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(LedgerPage.class),
                        SecurityPlugin.create(),
                        JwtPlugin.create(),
                        OidcPlugin.create(),
                        EmbeddedIdentityProvider.create()
                                .withUser("ann", "admin")
                                .withUser("bob"));
    }
    // endregion

    @Path("/ledger")
    @RolesAllowed("admin")
    public static final class LedgerPage {

        @GET
        public String page() {
            return "the ledger";
        }
    }
}

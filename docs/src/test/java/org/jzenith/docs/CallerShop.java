package org.jzenith.docs;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.Identity;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;

// region class
/** A shop that knows who calls it. */
final class CallerShop {

    private CallerShop() {}

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(PurchaseResource.class),
                        SecurityPlugin.create()
                                .withApiKeys()
                                .withPath("/purchases", Access.roles("buyer")));
    }

    @Path("/purchases")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PurchaseResource {

        @GET
        public String mine(final Identity caller) {
            return "purchases of " + caller.getName() + ", tenant "
                    + caller.attribute("tenant").orElse("unknown");
        }

        @GET
        @Path("greeting")
        @PermitAll
        public String greeting(final Optional<Identity> caller) {
            return "Hello, "
                    + caller.map(Identity::getName).orElse("stranger") + "!";
        }
    }
}
// endregion

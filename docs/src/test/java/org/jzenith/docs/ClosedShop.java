package org.jzenith.docs;

import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.security.password.Users;

// region class
/** A shop that knows its users. */
final class ClosedShop {

    private ClosedShop() {}

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class),
                        SecurityPlugin.create()
                                .withBasicAuthentication(Users.fromSettings()))
                .withConfiguration("security.deny-by-default", true);
    }

    @Path("/orders")
    @Authenticated
    @Produces(MediaType.TEXT_PLAIN)
    public static final class OrderResource {

        @GET
        public String all() {
            return "tea and coffee";
        }

        @GET
        @Path("number")
        @PermitAll
        public String number() {
            return "2";
        }

        @DELETE
        @RolesAllowed("clerk")
        public void deleteAll() {
            // deletes them
        }
    }
}
// endregion

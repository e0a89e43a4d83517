package org.jzenith.docs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jzenith.core.JZenith;
import org.jzenith.observability.AdminPlugin;
import org.jzenith.rest.RestPlugin;

/** An application with the operators' page. */
final class ObservedShop {

    private ObservedShop() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(PriceResource.class),
                        RestPlugin.named("admin"),
                        AdminPlugin.create())
                .withConfiguration("rest.admin.port", 9090);
    }
    // endregion

    @Path("/prices")
    public static final class PriceResource {

        @GET
        public String all() {
            return "none";
        }
    }
}

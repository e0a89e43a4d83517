package org.jzenith.docs.cookbook.login;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

// region page
@Path("/orders")
@RolesAllowed("clerk")
public final class OrdersPage {

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String page() {
        return """
                <h1>Orders</h1>
                <form method="post" action="/logout">
                  <button>Log out</button>
                </form>
                """;
    }
}
// endregion
